import type { MessageId } from '../../../shared/ids.ts'
import { z } from 'zod'
import type { ActionName } from '../action-names.ts'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { WaitReason } from '../connection-state.ts'
import type { Narrow, ConversationTitle } from '../values.ts'

/** Something the user wants that the server does not have. */
export interface OutboxItem {
  readonly key: string
  readonly kind: 'outbox'
  readonly localId: string
  readonly what: ActionName
  /** Where it belongs, where it belongs somewhere. */
  readonly narrow: Narrow | null
  /** The message that it is about; null for new ones. */
  readonly messageId: MessageId | null
  readonly title: ConversationTitle
  readonly streamName: string | null
  readonly streamColor: string | null
  /** The beginning of the text. */
  readonly text: string
  /** Names of the files, the first few. */
  readonly files: readonly string[]
  readonly state: 'queued' | 'sending' | 'unknown' | 'failed'
  readonly reason: WaitReason
  /** UNIX seconds. */
  readonly createdAt: number
  /** How many wait behind this one, since it was refused. */
  readonly behind: number
  readonly canRetry: boolean
  readonly canCancel: boolean
  /** Where its text can be changed: as a draft in the composer, or on the message. */
  readonly editing: 'composer' | 'message' | null
  /** It cannot be read: `outbox.text` gives what there is of it. */
  readonly isUnreadable: boolean
}

export interface OutboxMeta {
  readonly failed: number
  /** How many of these may be tried again: not what cannot be read. */
  readonly canRetry: number
  readonly unknown: number
  /** All that is listed, also beyond the rows at hand. */
  readonly total: number
}

/** The actions that the server does not have yet, or has refused. */
export const outboxView = {
  query: z.strictObject({ type: z.literal('outbox') }),
  item: typeOf<OutboxItem>(),
  meta: typeOf<OutboxMeta>(),
} as const satisfies ViewEntry
