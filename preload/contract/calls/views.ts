import { z } from 'zod'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema, integerSchema, messageIdSchema, pageIdSchema } from '../values.ts'
import { viewQuerySchema, type OpenedView } from '../views.ts'

const named = z.strictObject({ accountId: accountIdSchema, viewId: pageIdSchema })

/**
 * Calls about the views of a window. The ids of views and batches belong to the window that calls: main adds the id of that
 * window from the sender of the call, so that windows cannot touch each other's views.
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
   * The first and the last message on screen, in the order of the list, reported when scrolling stops: the ids of rows and
   * hits, `newestId` of conversation entries; null if no message is on screen.
   */
  'views.look': {
    to: 'engine',
    input: named.extend({ first: messageIdSchema.nullable(), last: messageIdSchema.nullable() }),
    output: typeOf<null>(),
  },
  /**
   * Nobody looks at the view, which is kept for a return: its changes may wait some seconds. Or it is shown again: they come
   * at once, and the revision that has all of them is told.
   */
  'views.throttle': {
    to: 'engine',
    input: named.extend({ isThrottled: z.boolean() }),
    output: typeOf<{ readonly revision: number }>(),
  },
  /** The window has applied a batch of updates, and can take the next. */
  'app.acknowledge': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema, batch: integerSchema }),
    output: typeOf<null>(),
  },
} as const satisfies CallTable
