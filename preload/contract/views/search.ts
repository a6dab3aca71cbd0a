import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { Failure } from '../failures.ts'
import type { SearchHit } from '../calls/search.ts'

export interface SearchItem extends SearchHit {
  readonly key: string
  readonly kind: 'hit'
}

/** Adjacent words; of the last one the beginning may be enough. */
export interface MarkedWords {
  readonly words: readonly string[]
  readonly isPrefix: boolean
}

export interface SearchMeta {
  readonly query: string
  /** What is marked in the messages that are found, folded as names are compared. */
  readonly words: readonly MarkedWords[]
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
