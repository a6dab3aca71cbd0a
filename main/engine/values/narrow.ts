/** The contract defines these types. `values/` and `store/` import them from here. */
export type { Destination, Narrow } from '#contract/values.ts'
export type { FeedNarrow } from '#contract/views/feed.ts'
