import type { MessageId } from '#shared/ids.ts'
import { z } from 'zod'
import type { ActionName } from '../action-names.ts'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { WaitReason } from '../connection-state.ts'
import type { Narrow, ConversationTitle } from '../values.ts'

/** A change by the user that the server does not have. */
export interface OutboxItem {
  readonly key: string
  readonly kind: 'outbox'
  readonly localId: string
  readonly what: ActionName
  /** The conversation of the action; null if it has none. */
  readonly narrow: Narrow | null
  /** The message of the action; null for new messages. */
  readonly messageId: MessageId | null
  readonly title: ConversationTitle
  readonly streamName: string | null
  readonly streamColor: string | null
  /** The beginning of the text. */
  readonly text: string
  /** The names of the first few files. */
  readonly files: readonly string[]
  readonly state: 'queued' | 'sending' | 'unknown' | 'failed'
  readonly reason: WaitReason
  /** UNIX seconds. */
  readonly createdAt: number
  /** The number of actions that wait behind this one, since it was refused. */
  readonly behind: number
  readonly canRetry: boolean
  readonly canCancel: boolean
  /** The place where its text can be changed: as a draft in the composer, or on the message. */
  readonly editing: 'composer' | 'message' | null
  /** Whether the action cannot be decoded; `outbox.text` returns its raw content. */
  readonly isUnreadable: boolean
}

export interface OutboxMeta {
  readonly failed: number
  /** The number of actions that can be retried; those that cannot be decoded do not count. */
  readonly canRetry: number
  readonly unknown: number
  /** The number of all entries, including those beyond the loaded rows. */
  readonly total: number
}

/** The actions that the server does not have yet or has refused. */
export const outboxView = {
  query: z.strictObject({ type: z.literal('outbox') }),
  item: typeOf<OutboxItem>(),
  meta: typeOf<OutboxMeta>(),
} as const satisfies ViewEntry
