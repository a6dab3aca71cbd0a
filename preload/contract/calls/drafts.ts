import type { AttachmentItem } from '../values.ts'

/** What the engine holds for a composer. */
export interface ComposerDraft {
  /** Higher means newer, across restarts of the engine. */
  readonly revision: number
  readonly draftId: string | null
  /** What was typed into the topic field of a stream. */
  readonly topic: string
  readonly content: string
  readonly attachments: readonly AttachmentItem[]
}

/** The composer's state was stored; see `ComposerDraft.revision`. */
export interface DraftRef {
  readonly revision: number
}

/** What became of `drafts.set`. */
export interface DraftWritten extends DraftRef {
  /** The sending that was named is in the outbox or was sent: nothing was written. */
  readonly isQueued: boolean
}

/** A text that comes back from the outbox; `topic` is what was typed into the topic field of a stream. */
export interface DraftText {
  readonly topic: string
  readonly content: string
}
