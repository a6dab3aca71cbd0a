import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { Failure } from '../failures.ts'
import type { SearchHit } from '../calls/search.ts'

export interface SearchItem extends SearchHit {
  readonly key: string
  readonly kind: 'hit'
}

/** Adjacent words; the last one may be the beginning of a word. */
export interface MarkedWords {
  readonly words: readonly string[]
  readonly isPrefix: boolean
}

export interface SearchMeta {
  readonly query: string
  /** The words to mark in the found messages, folded like names in comparisons. */
  readonly words: readonly MarkedWords[]
  readonly hasMore: boolean
  readonly isIndexed: boolean
  /** The state of the search at the server; `unreachable` means that only this disk was searched. */
  readonly server: 'asking' | 'answered' | 'unreachable'
  /** Whether new messages exist that only the server can match: a repeated search may find more. */
  readonly mayHaveNew: boolean
  /** The reason for which the query cannot find anything; null if there is none. */
  readonly problem: Failure | null
}

/** The messages that match a query, the newest first. */
export const searchView = {
  query: z.strictObject({ type: z.literal('search'), query: z.string().max(clientLimits.pageQuery.most) }),
  item: typeOf<SearchItem>(),
  meta: typeOf<SearchMeta>(),
} as const satisfies ViewEntry
