import { z } from 'zod'
import { readTask, readWidgetText, type WrittenTask } from '#shared/widget-text.ts'
import type { Submessage } from '../../values/submessages.ts'

const firstSchema = z.union([
  z.object({
    widget_type: z.literal('poll'),
    extra_data: z.object({ question: z.string().catch(''), options: z.array(z.string()).catch([]) }),
  }),
  z.object({
    widget_type: z.literal('todo'),
    extra_data: z
      .object({
        task_list_title: z.string().nullish().catch(null),
        tasks: z.array(z.object({ task: z.string(), desc: z.string().catch('') })).catch([]),
      })
      .nullish()
      .catch(null),
  }),
])

/** Each user numbers options and tasks up to this. */
export const mostIndex = 1000
const index = z.number().int().min(0).max(mostIndex)
const partSchema = z.union([
  z.object({ type: z.literal('vote'), key: z.string(), vote: z.union([z.literal(1), z.literal(-1)]) }),
  z.object({ type: z.literal('question'), question: z.string() }),
  z.object({ type: z.literal('new_option'), idx: index, option: z.string() }),
  z.object({ type: z.literal('new_task'), key: index, task: z.string(), desc: z.string().catch('') }),
  z.object({ type: z.literal('new_task_list_title'), title: z.string() }),
  z.object({ type: z.literal('strike'), key: z.string() }),
])

/** An addition to a poll or a to-do list (wire-protocol.md §2.4.5). */
export type WidgetPart = z.infer<typeof partSchema>

/** The state of a poll or a to-do list after all submessages. */
export type Widget =
  | {
      readonly kind: 'poll'
      readonly question: string
      readonly options: readonly { readonly key: string; readonly text: string; readonly voterIds: readonly number[] }[]
    }
  | TodoList

/** The state of a to-do list after all submessages. */
export interface TodoList {
  readonly kind: 'todo'
  /** It is null if no submessage contains a title: servers before release 9.0 leave it in the text of the message. */
  readonly title: string | null
  readonly tasks: readonly Readonly<Task>[]
  /** It tells whether the server has read tasks in the text of the message. */
  readonly hasTextTasks: boolean
}

interface Option {
  readonly key: string
  readonly text: string
  readonly voters: Set<number>
}

interface Task {
  readonly key: string
  readonly text: string
  readonly description: string
  isDone: boolean
}

/**
 * Computes the state of a poll or a to-do list by a fold over its submessages in order, without malformed ones
 * (wire-protocol.md §2.4.5). It is null if the first submessage is neither.
 */
export function readWidget(parts: readonly Submessage[]): Widget | null {
  const [head, ...rest] = parts
  const first = firstSchema.safeParse(json(head?.content ?? ''))
  if (head === undefined || !first.success) return null
  const options = new Map<string, Option>()
  const tasks = new Map<string, Task>()
  const optionTexts = new Set<string>()
  const taskTexts = new Set<string>()
  const addOption = (key: string, text: string) => {
    options.set(key, { key, text, voters: new Set() })
    optionTexts.add(text)
  }
  // Other clients show a task once, even if another user adds its name again.
  const addTask = (key: string, text: string, description: string) => {
    if (tasks.has(key) || taskTexts.has(text)) return
    tasks.set(key, { key, text, description, isDone: false })
    taskTexts.add(text)
  }
  const isPoll = first.data.widget_type === 'poll'
  let question = first.data.widget_type === 'poll' ? first.data.extra_data.question : ''
  let title = first.data.widget_type === 'todo' ? (first.data.extra_data?.task_list_title ?? null) : null
  if (first.data.widget_type === 'poll') {
    for (const [place, text] of first.data.extra_data.options.entries()) addOption(`canned,${place}`, text)
  } else {
    for (const [place, { task, desc }] of (first.data.extra_data?.tasks ?? []).entries()) {
      addTask(`${place},canned`, task, desc)
    }
  }
  const hasTextTasks = tasks.size > 0
  for (const { senderId, content } of rest) {
    const data = readPart(content)
    if (data === undefined) continue
    switch (data.type) {
      case 'vote': {
        const voters = options.get(data.key)?.voters
        if (data.vote === 1) voters?.add(senderId)
        else voters?.delete(senderId)
        break
      }
      case 'question':
        if (isPoll && senderId === head.senderId) question = data.question
        break
      case 'new_option': {
        const key = `${senderId},${data.idx}`
        if (isPoll && !options.has(key) && !optionTexts.has(data.option)) addOption(key, data.option)
        break
      }
      case 'new_task':
        if (!isPoll) addTask(`${data.key},${senderId}`, data.task, data.desc)
        break
      case 'new_task_list_title':
        if (!isPoll && senderId === head.senderId) title = data.title
        break
      case 'strike': {
        const task = tasks.get(data.key)
        if (task !== undefined) task.isDone = !task.isDone
        break
      }
    }
  }
  return isPoll
    ? {
        kind: 'poll',
        question,
        options: [...options.values()].map(({ key, text, voters }) => ({ key, text, voterIds: [...voters] })),
      }
    : { kind: 'todo', title, tasks: [...tasks.values()], hasTextTasks }
}

/** The title and the tasks in the text of a to-do list that the list lacks. */
export interface UnreadText {
  readonly title: string
  readonly tasks: readonly WrittenTask[]
}

/**
 * Returns the content of a to-do list's text that the server has not read; servers before release 9.0 read nothing of
 * it (wire-protocol.md §2.4.5). It is null if the text is no list.
 */
export function unreadText(list: TodoList, content: string): UnreadText | null {
  const text = readWidgetText(content)
  if (text?.type !== 'todo') return null
  if (list.hasTextTasks) return { title: text.title, tasks: [] }
  const names = new Set(list.tasks.map((task) => task.text))
  const tasks = text.entries.map(readTask).filter(({ name }) => {
    if (names.has(name)) return false
    names.add(name)
    return true
  })
  return { title: text.title, tasks }
}

/** Returns whether a list has a title of its own. A server that leaves the title in the text refuses to change it. */
export function isTitled(list: TodoList): boolean {
  return list.title !== null
}

/** Parses a later part of a poll or a list; undefined if it is malformed. */
export function readPart(content: string): WidgetPart | undefined {
  return partSchema.safeParse(json(content)).data
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
