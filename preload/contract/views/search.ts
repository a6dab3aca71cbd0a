import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { Failure } from '../failures.ts'
import type { SearchHit } from '../calls/search.ts'

export interface SearchItem extends SearchHit {
  readonly key: string
  readonly kind: 'hit'
}

export interface SearchMeta {
  readonly query: string
  readonly hasMore: boolean
  readonly isIndexed: boolean
  /** Whether the server has answered, is being asked, or cannot be: then only this disk was searched. */
  readonly server: 'asking' | 'answered' | 'unreachable'
  /** Messages came that only the server can tell to fit or not: asking again may find more. */
  readonly mayHaveNew: boolean
  /** Why nothing can be found so. */
  readonly problem: Failure | null
}

/** The messages that match a query, the newest first. */
export const searchView = {
  query: z.strictObject({ type: z.literal('search'), query: z.string().max(clientLimits.pageQuery.most) }),
  item: typeOf<SearchItem>(),
  meta: typeOf<SearchMeta>(),
} as const satisfies ViewEntry
