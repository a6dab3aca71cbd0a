/** Where messages stand and are looked for, in the types of the contract; the rest of `values/` and `store/` take them here. */
export type { Destination, Narrow } from '../../../preload/contract/values.ts'
export type { FeedNarrow } from '../../../preload/contract/views/feed.ts'
