/** The contract defines these types. `values/` and `store/` import them from here. */
export type { Destination, Narrow } from '../../../preload/contract/values.ts'
export type { FeedNarrow } from '../../../preload/contract/views/feed.ts'
