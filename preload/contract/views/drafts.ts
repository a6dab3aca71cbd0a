import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { AttachmentItem, Failure, Narrow, ConversationTitle } from '../values.ts'

/** One entry of the drafts view. */
export interface DraftItem {
  readonly key: string
  readonly kind: 'draft'
  readonly draftId: string
  /** The conversation whose composer holds it; null for one that is addressed to nobody. */
  readonly narrow: Narrow | null
  /** Null for notes to oneself; empty where there is no recipient or no topic yet. */
  readonly title: ConversationTitle
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly content: string
  readonly attachments: readonly AttachmentItem[]
  /** UNIX seconds. */
  readonly updatedAt: number
  readonly canSend: boolean
  /** Whether the server has it as it stands here; null if no drafts are kept at the server. */
  readonly synchronization: DraftSynchronization | null
}

export type DraftSynchronization =
  | { readonly state: 'done' | 'pending' }
  /** It stays on this computer: Skein does not send it (`local`), or the server did not take it (`refused`). */
  | { readonly state: 'local' | 'refused'; readonly reason: Failure }

export interface DraftsMeta {
  readonly isSynchronized: boolean
}

/** All drafts, the newest first. */
export const draftsView = {
  query: z.strictObject({ type: z.literal('drafts') }),
  item: typeOf<DraftItem>(),
  meta: typeOf<DraftsMeta>(),
} as const satisfies ViewEntry
