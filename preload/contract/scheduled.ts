import { z } from 'zod'
import { typeOf, type ResourceContract } from './base/entries.ts'
import type { Failure } from './base/failures.ts'
import {
  accountIdSchema,
  destinationSchema,
  integerSchema,
  textSchema,
  type ConversationTitle,
  type Destination,
} from './base/values.ts'
import { draftIdSchema, type DraftText } from './drafts.ts'

/** A scheduled message, at the server or on the way to it. */
export interface ScheduledItem {
  readonly key: string
  readonly kind: 'scheduled'
  /** The id at the server; null until the server has the message, which `localId` names in the outbox until then. */
  readonly scheduledId: number | null
  readonly localId: string | null
  readonly narrow: Destination
  readonly title: ConversationTitle
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly content: string
  /** Allow-listed HTML; empty while only the Markdown is known. */
  readonly html: string
  /** UNIX seconds. */
  readonly deliverAt: number
  readonly state: 'waiting' | 'saving' | 'failed'
  /** The failure; null unless the message failed. */
  readonly failure: Failure | null
}

export interface ScheduledMeta {
  readonly canSchedule: boolean
}

/** Messages that the server sends at a later time. */
export const scheduled = {
  views: {
    scheduled: {
      query: z.strictObject({ type: z.literal('scheduled') }),
      item: typeOf<ScheduledItem>(),
      meta: typeOf<ScheduledMeta>(),
    },
  },
  calls: {
    'messages.schedule': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        localId: z.uuid(),
        destination: destinationSchema,
        content: textSchema,
        draftId: draftIdSchema.optional(),
        /** UNIX seconds. */
        deliverAt: integerSchema,
      }),
      output: typeOf<null>(),
    },
    'scheduled.edit': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        scheduledId: integerSchema,
        content: textSchema.optional(),
        /** UNIX seconds; `now` sends the message as soon as the server has the change. */
        deliverAt: z.union([integerSchema, z.literal('now')]).optional(),
      }),
      output: typeOf<null>(),
    },
    /** Edits a message that the server does not have yet. */
    'scheduled.editUnsent': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        localId: z.uuid(),
        content: textSchema,
        /** UNIX seconds. */
        deliverAt: integerSchema,
      }),
      output: typeOf<null>(),
    },
    /** Deletes a message. Answers its text, which becomes a draft if `keepDraft` is set. */
    'scheduled.delete': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, scheduledId: integerSchema, keepDraft: z.boolean() }),
      output: typeOf<DraftText>(),
    },
  },
} as const satisfies ResourceContract
