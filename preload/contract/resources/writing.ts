import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { UserId } from '#shared/ids.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import { accountIdSchema, narrowSchema, streamIdSchema, textSchema, userIdSchema, type PersonRef } from '../values.ts'
import type { Wildcard } from './mentions.ts'

/** Warnings about a text before it is sent. */
export interface WritingWarnings {
  /** The mention that reaches many people; null for none. `reach` is their number, null if it is unknown. */
  readonly many: { readonly wildcard: Wildcard; readonly reach: number | null } | null
  /** The mentioned people who are not subscribed to the stream, as far as the server reports it. */
  readonly notReading: readonly (PersonRef & { readonly name: string; readonly id: UserId })[]
  /** Whether the account may subscribe them. */
  readonly canAdd: boolean
}

/** Calls about a text in a composer. */
export const writing = {
  views: {},
  calls: {
    /** Renders a text on the server; needs the server. Answers allow-listed HTML. */
    'writing.preview': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, content: textSchema }),
      output: typeOf<{ readonly html: string }>(),
    },
    /**
     * Reports that the user starts or stops typing in a conversation; others are notified if the account's settings
     * permit it.
     */
    'writing.typing': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, narrow: narrowSchema, isTyping: z.boolean() }),
      output: typeOf<null>(),
    },
    /** The warnings about a text for a conversation; without the server as far as they are known here. */
    'writing.warnings': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, narrow: narrowSchema, content: textSchema }),
      output: typeOf<WritingWarnings>(),
    },
    /** Subscribes people to a stream; needs the server. */
    'writing.addReaders': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        streamId: streamIdSchema,
        userIds: z.array(userIdSchema).min(1).max(clientLimits.mentionsChecked.most).readonly(),
      }),
      output: typeOf<null>(),
    },
  },
} as const satisfies ResourceContract
