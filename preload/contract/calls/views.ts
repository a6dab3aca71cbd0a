import { z } from 'zod'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema, integerSchema, messageIdSchema, pageIdSchema } from '../values.ts'
import { viewQuerySchema, type OpenedView } from '../views.ts'

const named = z.strictObject({ accountId: accountIdSchema, viewId: pageIdSchema })

/**
 * Calls about the views of a window. The ids of views and batches belong to the calling window: main adds the id of
 * that window, so that windows cannot access each other's views.
 */
export const viewCalls = {
  'views.open': { to: 'engine', input: named.extend({ query: viewQuerySchema }), output: typeOf<OpenedView>() },
  'views.close': { to: 'engine', input: named, output: typeOf<null>() },
  'views.more': {
    to: 'engine',
    input: named.extend({ direction: z.enum(['older', 'newer', 'newest']) }),
    output: typeOf<null>(),
  },
  /**
   * Reports the first and the last message on screen, in the order of the list, when scrolling stops: ids of rows and
   * hits, `newestId` of conversation entries; null if no message is on screen.
   */
  'views.look': {
    to: 'engine',
    input: named.extend({ first: messageIdSchema.nullable(), last: messageIdSchema.nullable() }),
    output: typeOf<null>(),
  },
  /**
   * Hides a view that stays open, so that its changes may be delayed by some seconds; or shows it again, with changes
   * at once. Answers the revision that contains all of them.
   */
  'views.throttle': {
    to: 'engine',
    input: named.extend({ isThrottled: z.boolean() }),
    output: typeOf<{ readonly revision: number }>(),
  },
  /** Confirms that the window has applied a batch of updates and can take the next. */
  'app.acknowledge': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema, batch: integerSchema }),
    output: typeOf<null>(),
  },
} as const satisfies CallTable
