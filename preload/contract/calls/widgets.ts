import { z } from 'zod'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema, messageIdSchema } from '../values.ts'

/**
 * The maximum length of a name or a description, in UTF-16 units: it may be copied from the text of a message, of 10
 * 000 code points.
 */
const longest = 20_000
const widgetText = z.string().trim().min(1).max(longest)
const widgetAct = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('vote'), key: z.string().max(100), isOn: z.boolean() }).readonly(),
  z.strictObject({ type: z.literal('question'), question: widgetText }).readonly(),
  z.strictObject({ type: z.literal('new_option'), text: widgetText }).readonly(),
  z.strictObject({ type: z.literal('new_task'), text: widgetText, description: z.string().max(longest) }).readonly(),
  z.strictObject({ type: z.literal('title'), title: widgetText }).readonly(),
  z.strictObject({ type: z.literal('strike'), key: z.string().max(100) }).readonly(),
])

/** A user's action on a poll or a to-do list. */
export type WidgetAct = z.output<typeof widgetAct>

/** Calls about polls and to-do lists. */
export const widgetCalls = {
  /** Acts on a poll or a to-do list. `localId` identifies the act, as in `messages.send`. */
  'widgets.act': {
    to: 'engine',
    input: z.strictObject({
      accountId: accountIdSchema,
      localId: z.uuid(),
      messageId: messageIdSchema,
      act: widgetAct,
    }),
    output: typeOf<null>(),
  },
} as const satisfies CallTable
