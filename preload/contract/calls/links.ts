import { z } from 'zod'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema, messageIdSchema, narrowSchema, type Narrow } from '../values.ts'

/** Where a link leads. */
export interface LinkTarget {
  readonly narrow: Narrow
  /**
   * The message that the link names stands in this place; the server does not have it any more; it is not known whether it
   * does; or the link names none.
   */
  readonly messageState: 'found' | 'gone' | 'unknown' | 'none'
}

/** Calls about links into the organization. */
export const linkCalls = {
  /** Finds the place to which a link leads, from the narrow and the message that the link names. */
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
