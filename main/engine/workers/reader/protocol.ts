import type { FindQuery } from '../../store/find.ts'
import type { FoundGroupIds, FoundNames, GroupQuery, NarrowQuery } from '../../store/names/find-names.ts'
import type { MessageRow } from '../../store/message-row.ts'

/** The options of the reader thread. */
export interface ReaderOptions {
  readonly database: string
}

/** The calls of the engine thread to the reader thread. */
export type ReaderCalls = {
  readonly find: { readonly input: FindQuery; readonly output: readonly MessageRow[] }
  readonly narrows: { readonly input: NarrowQuery; readonly output: FoundNames }
  readonly groups: { readonly input: GroupQuery; readonly output: FoundGroupIds }
  /** Checkpoints the write-ahead log, and returns the number of remaining pages. */
  readonly checkpoint: { readonly input: null; readonly output: number }
}

/** A message from the reader thread to the engine thread, which is a sentence for the log. */
export interface ReaderWarning {
  readonly type: 'warning'
  readonly message: string
}
