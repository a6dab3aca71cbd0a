import type { Narrow } from '../values.ts'

/** Where a link leads. */
export interface LinkTarget {
  readonly narrow: Narrow
  /**
   * The message that the link names stands in this place; the server does not have it any more; it is not known whether it
   * does; or the link names none.
   */
  readonly messageState: 'found' | 'gone' | 'unknown' | 'none'
}
