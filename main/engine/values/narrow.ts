/** The contract defines these types. `values/` and `store/` import them from here. */
export type { Destination, Narrow } from '#contract/base/values.ts'
export type { FeedNarrow } from '#contract/conversations.ts'
