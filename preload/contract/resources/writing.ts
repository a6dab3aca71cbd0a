import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import type { UserId } from '../../../shared/ids.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import { accountIdSchema, narrowSchema, streamIdSchema, textSchema, userIdSchema, type PersonRef } from '../values.ts'
import type { Wildcard } from './mentions.ts'

/** What is worth to know of a text before it is sent. */
export interface WritingWarnings {
  /** The mention that reaches many people, and how many; `reach` is null where that is unknown. Null for none. */
  readonly many: { readonly wildcard: Wildcard; readonly reach: number | null } | null
  /** The mentioned people who do not read the stream, as far as the server tells. */
  readonly notReading: readonly (PersonRef & { readonly name: string; readonly id: UserId })[]
  /** Whether the account may add them. */
  readonly canAdd: boolean
}

/** Calls about a text that is being written. */
export const writing = {
  views: {},
  calls: {
    /** How the server shows a text. Answers allow-listed HTML; needs the server. */
    'writing.preview': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, content: textSchema }),
      output: typeOf<{ readonly html: string }>(),
    },
    /** The user types in a place, or does not any more; others are told by the account's settings. */
    'writing.typing': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, narrow: narrowSchema, isTyping: z.boolean() }),
      output: typeOf<null>(),
    },
    /** What is worth to know of a text before it is sent to a place. Without the server, as far as it is known here. */
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
