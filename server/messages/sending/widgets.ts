import { z } from 'zod'
import { badRequest, type ServiceError } from '../../base/errors.ts'
import { parseGivenJson } from '../../base/json.ts'
import { limits, requireShort } from '../../base/limits.ts'
import { readTask, readWidgetText } from '#shared/widget-text.ts'
import { complaint, placeOf } from '../../http/parameters.ts'

/**
 * The first submessage of a poll or to-do list message (wire-protocol.md §2.4.5); undefined for other messages. Servers
 * before release 9.0 ignore the text of a to-do list (`readsTasks`).
 */
export function widgetOf(content: string, { readsTasks }: { readonly readsTasks: boolean }): string | undefined {
  const text = readWidgetText(content)
  if (text === null) return undefined
  const { type, title, entries } = text
  if (type === 'poll') return JSON.stringify({ widget_type: type, extra_data: { question: title, options: entries } })
  const tasks = entries.map(readTask).map(({ name, description }) => ({ task: name, desc: description }))
  return JSON.stringify({ widget_type: type, extra_data: readsTasks ? { task_list_title: title, tasks } : null })
}

/** Other fields of each choice are kept unchanged, as upstream. */
const choice = z.looseObject({ short_name: z.string(), long_name: z.string(), reply: z.string() })
const choices = z.looseObject({ type: z.literal('choices'), heading: z.string(), choices: z.array(choice) })

/**
 * Validates a sender's first submessage (`widget_content`), by which bots offer choices. Polls and to-do lists have
 * commands instead. Errors have the family's texts.
 * @throws ServiceError `BAD_REQUEST` for an invalid widget
 */
export function givenWidget(text: string): string {
  requireShort(limits.widget, text)
  const given = jsonOf(text, 'Widgets: API programmer sent invalid JSON content')
  if (!isDict(given)) throw badWidget('widget_content is not a dict')
  if (!('widget_type' in given)) throw badWidget('widget_type is not in widget_content')
  if (!('extra_data' in given)) throw badWidget('extra_data is not in widget_content')
  const { widget_type, extra_data } = given
  if (!isDict(extra_data)) throw badWidget('extra_data is not a dict')
  if (widget_type !== 'zform') throw badWidget(`unknown widget type: ${String(widget_type)}`)
  if (!('type' in extra_data)) throw badWidget('zform is missing type field')
  if (extra_data.type !== 'choices') throw badWidget(`unknown zform type: ${String(extra_data.type)}`)
  const read = choices.safeParse(extra_data)
  if (!read.success) throw badWidget(complaintOf(extra_data, read.error.issues[0]))
  return JSON.stringify({ widget_type, extra_data })
}

function complaintOf(data: unknown, issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path ?? []
  const outer = path.slice(0, -1).reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], data) // its path
  const last = path.at(-1)
  if (last === undefined || !isDict(outer) || last in outer) return complaint('extra_data', issue)
  return `${String(last)} key is missing from ${placeOf('extra_data', path.slice(0, -1))}`
}

function isDict(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function badWidget(reason: string): ServiceError {
  return badRequest(`Widgets: ${reason}`)
}

/** Schemas of the submessages of polls and to-do lists (wire-protocol.md §2.4.5). */
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
const titleChange = z.object({ type: z.literal('new_task_list_title'), title: z.string() })

/** The facts that decide whether a submessage is accepted. */
export interface AdditionScene {
  /** The stored first submessage of the message. */
  readonly first: string
  /** Whether the author of the message adds the submessage. */
  readonly isAuthor: boolean
  /** As in `widgetOf`: to-do lists have titles. */
  readonly readsTasks: boolean
}

/** @throws ServiceError `BAD_REQUEST` if the message's widget does not accept the submessage from the user */
export function requireAddition(content: string, { first, isAuthor, readsTasks }: AdditionScene): void {
  const { widget_type: type } = z.object({ widget_type: z.string() }).parse(JSON.parse(first)) // as it was stored
  const parsed = jsonOf(content, 'Invalid json for submessage')
  if (type !== 'poll' && type !== 'todo') throw badRequest('Nothing can be added to this message.')
  if (type === 'todo' && readsTasks && titleChange.safeParse(parsed).success) {
    if (!isAuthor) throw badRequest("You can't edit the task list title unless you are the author.")
    return
  }
  const addition = additions[type].safeParse(parsed)
  if (!addition.success) throw badRequest(`Unknown data for ${type}`)
  if (addition.data.type === 'question' && !isAuthor) {
    throw badRequest("You can't edit a question unless you are the author.")
  }
}

function jsonOf(text: string, complaint: string): unknown {
  try {
    return parseGivenJson(text)
  } catch {
    throw badRequest(complaint)
  }
}
