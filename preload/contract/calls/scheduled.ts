import { z } from 'zod'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema, destinationSchema, integerSchema, textSchema } from '../values.ts'
import { draftIdSchema, type DraftText } from './drafts.ts'

/** Calls about messages that the server sends at a later time. */
export const scheduledCalls = {
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
      deliverAt: integerSchema.optional(),
    }),
    output: typeOf<null>(),
  },
  /** Answers the text, which is a draft now where `keepDraft` is set. */
  'scheduled.delete': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema, scheduledId: integerSchema, keepDraft: z.boolean() }),
    output: typeOf<DraftText>(),
  },
} as const satisfies CallTable
