import type { FindQuestion } from '../../store/find.ts'
import type { FoundGroupIds, FoundNames, GroupQuestion, PlaceQuestion } from '../../store/names/find-names.ts'
import type { MessageRow } from '../../store/message-row.ts'

/** The options of the reader thread. */
export interface ReaderOptions {
  readonly database: string
}

/** The calls of the engine thread to the reader thread. */
export type ReaderCalls = {
  readonly find: { readonly input: FindQuestion; readonly output: readonly MessageRow[] }
  readonly places: { readonly input: PlaceQuestion; readonly output: FoundNames }
  readonly groups: { readonly input: GroupQuestion; readonly output: FoundGroupIds }
  /** Checkpoints the write-ahead log, and returns the number of remaining pages. */
  readonly checkpoint: { readonly input: null; readonly output: number }
}

/** A message from the reader thread to the engine thread, which is a sentence for the log. */
export interface ReaderWarning {
  readonly type: 'warning'
  readonly message: string
}
