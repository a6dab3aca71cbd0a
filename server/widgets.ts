import { z } from 'zod'
import { badRequest } from './errors.ts'
import { limits, requireShort } from './limits.ts'

/** The first submessage of a message that is a poll or a to-do list (wire-protocol.md §2.4.5). */
export function widgetOf(content: string): string | undefined {
  const [first = '', ...rest] = content.split('\n')
  const command = /^\/(poll|todo)(?:\s+(.*))?$/.exec(first.trimEnd())
  if (command === null) return undefined
  if (command[1] === 'todo') return JSON.stringify({ widget_type: 'todo', extra_data: null })
  const options = rest.map((line) => line.trim().replace(/^[*-]\s*/, '')).filter((line) => line !== '')
  return JSON.stringify({ widget_type: 'poll', extra_data: { question: command[2]?.trim() ?? '', options } })
}

const choice = z.object({
  type: z.literal('multiple_choice'),
  short_name: z.string(),
  long_name: z.string(),
  reply: z.string(),
})
const widget = z.object({
  widget_type: z.literal('zform'),
  extra_data: z.object({ type: z.literal('choices'), heading: z.string(), choices: z.array(choice).max(100) }),
})

/**
 * The first submessage that the sender of a message gives itself (`widget_content`): bots offer choices so. Polls and
 * to-do lists begin with their commands instead.
 * @throws ServiceError `BAD_REQUEST` for what is no widget
 */
export function givenWidget(text: string): string {
  requireShort(limits.widget, text)
  const read = widget.safeParse(jsonOf(text, 'Widgets: API programmer sent invalid JSON content'))
  if (!read.success) throw badRequest(`Widgets: ${read.error.issues[0]?.message ?? 'unknown widget'}`)
  return JSON.stringify(read.data)
}

/** What may be added to a poll or a to-do list (wire-protocol.md §2.4.5). */
const additions = {
  poll: z.discriminatedUnion('type', [
    z.object({ type: z.literal('vote'), key: z.string(), vote: z.union([z.literal(1), z.literal(-1)]) }),
    z.object({ type: z.literal('question'), question: z.string() }),
    z.object({ type: z.literal('new_option'), idx: z.number().int().min(0).max(1000), option: z.string() }),
  ]),
  todo: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('new_task'),
      key: z.number().int().min(0).max(1000),
      task: z.string(),
      desc: z.string(),
      completed: z.boolean(),
    }),
    z.object({ type: z.literal('strike'), key: z.string() }),
  ]),
}

/** @throws ServiceError `BAD_REQUEST` for a submessage that says nothing about the widget of its message. */
export function requireAddition(first: string, content: string): void {
  const { widget_type: type } = z.object({ widget_type: z.string() }).parse(JSON.parse(first)) // as it was stored
  const parsed = jsonOf(content, 'Invalid json for submessage')
  if (type !== 'poll' && type !== 'todo') throw badRequest('Nothing can be added to this message.')
  if (!additions[type].safeParse(parsed).success) throw badRequest(`Unknown data for ${type}`)
}

function jsonOf(text: string, complaint: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest(complaint)
  }
}
