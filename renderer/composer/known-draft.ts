import type { ComposerDraft } from '#contract/calls/drafts.ts'
import type { EditingSession } from './editor/editing-session.ts'

/** What a composer knows of its draft, also for the next composer of the same conversation. */
export interface KnownDraft {
  /** The revision of the engine's latest state that was adopted or caused; -1 without one. */
  readonly revision: number
  /** The draft that was sent last, which an older state may still contain. */
  readonly sentDraftId: string | null
  /** What can be undone in it; null for one that was not shown, or long ago. */
  readonly session: EditingSession | null
}

export const unknownDraft: KnownDraft = { revision: -1, sentDraftId: null, session: null }

/** Whether a state of the engine is older than what is known, such as one that was on its way while the text was stored. */
export function isOutdated({ revision, draftId }: ComposerDraft, known: KnownDraft): boolean {
  return revision < known.revision || (draftId !== null && draftId === known.sentDraftId)
}
