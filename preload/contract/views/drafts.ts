import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { AttachmentItem, Failure, Narrow, ConversationTitle } from '../values.ts'

/** An entry of the drafts view. */
export interface DraftItem {
  readonly key: string
  readonly kind: 'draft'
  readonly draftId: string
  /** The conversation whose composer holds the draft; null if the draft has no recipient. */
  readonly narrow: Narrow | null
  /** The title; null for notes to oneself, empty while there is no recipient or topic. */
  readonly title: ConversationTitle
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly content: string
  readonly attachments: readonly AttachmentItem[]
  /** UNIX seconds. */
  readonly updatedAt: number
  readonly canSend: boolean
  /** Whether the server has the present state of the draft; null if the server keeps no drafts. */
  readonly synchronization: DraftSynchronization | null
}

export type DraftSynchronization =
  | { readonly state: 'done' | 'pending' }
  /** The draft stays on this computer: Skein does not send it (`local`), or the server refused it (`refused`). */
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
