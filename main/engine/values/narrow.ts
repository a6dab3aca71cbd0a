/** Destinations and narrows are the contract's types; `values/` and `store/` import them from here. */
export type { Destination, Narrow } from '#contract/values.ts'
export type { FeedNarrow } from '#contract/views/feed.ts'
