import type { FindQuestion } from '../../store/find.ts'
import type { MessageRow } from '../../store/messages.ts'

/** What the reader thread is started with. */
export interface ReaderOptions {
  readonly database: string
}

/** Engine thread → reader thread. */
export type ToReader =
  | { readonly type: 'find'; readonly id: number; readonly question: FindQuestion }
  /** Nobody waits for this answer any more. */
  | { readonly type: 'drop'; readonly id: number }
  | { readonly type: 'checkpoint'; readonly id: number }

/** Reader thread → engine thread. */
export type FromReader =
  | { readonly type: 'found'; readonly id: number; readonly rows: readonly MessageRow[] }
  | { readonly type: 'checkpointed'; readonly id: number; readonly pagesLeft: number }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  /** For the log. */
  | { readonly type: 'warning'; readonly message: string }
