import { z } from 'zod'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema, messageIdSchema, narrowSchema, type Narrow } from '../values.ts'

/** The target of a link. */
export interface LinkTarget {
  readonly narrow: Narrow
  /**
   * The state of the message that the link names: in this narrow, deleted, or unknown; `none` if the link names no
   * message.
   */
  readonly messageState: 'found' | 'gone' | 'unknown' | 'none'
}

/** Calls about links into the organization. */
export const linkCalls = {
  /** Finds the target of a link, from the narrow and the message that it names. */
  'links.resolve': {
    to: 'engine',
    input: z.strictObject({
      accountId: accountIdSchema,
      narrow: narrowSchema.nullable(),
      messageId: messageIdSchema.nullable(),
    }),
    output: typeOf<LinkTarget>(),
  },
} as const satisfies CallTable
