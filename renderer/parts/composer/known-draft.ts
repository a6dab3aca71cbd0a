import type { ComposerDraft } from '#contract/drafts.ts'
import type { EditingSession } from '../editor/markdown/editing-session.ts'

/** What a composer knows of its draft. The next composer of the same conversation starts with it. */
export interface KnownDraft {
  /** The revision of the engine's latest state that was adopted or caused; -1 for none. */
  readonly revision: number
  /** The draft that was sent last, which an older state may still contain. */
  readonly sentDraftId: string | null
  /** The undo history; null for a conversation that was not shown, or only long ago. */
  readonly session: EditingSession | null
}

/** The knowledge of a composer whose conversation had none before. */
export const unknownDraft: KnownDraft = { revision: -1, sentDraftId: null, session: null }

/** Returns whether a state of the engine is outdated, such as one that was on its way while the text was stored. */
export function isOutdated({ revision, draftId }: ComposerDraft, known: KnownDraft): boolean {
  return revision < known.revision || (draftId !== null && draftId === known.sentDraftId)
}
