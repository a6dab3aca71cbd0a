import type { UserId } from '../../values/ids.ts'
import { z } from 'zod'
import type { WidgetAct } from '../../../../preload/contract/calls/widgets.ts'
import type { Submessage } from '../../values/submessages.ts'

const firstSchema = z.union([
  z.object({
    widget_type: z.literal('poll'),
    extra_data: z.object({ question: z.string().catch(''), options: z.array(z.string()).catch([]) }),
  }),
  z.object({
    widget_type: z.literal('todo'),
    extra_data: z
      .object({ task_list_title: z.string().catch('') })
      .nullish()
      .catch(null),
  }),
])

const index = z.number().int().min(0).max(1000)
const partSchema = z.union([
  z.object({ type: z.literal('vote'), key: z.string(), vote: z.union([z.literal(1), z.literal(-1)]) }),
  z.object({ type: z.literal('question'), question: z.string() }),
  z.object({ type: z.literal('new_option'), idx: index, option: z.string() }),
  z.object({ type: z.literal('new_task'), key: index, task: z.string(), desc: z.string().catch('') }),
  z.object({ type: z.literal('strike'), key: z.string() }),
])

/** The state of a poll or a to-do list after all submessages. */
export type Widget =
  | {
      readonly kind: 'poll'
      readonly question: string
      readonly options: readonly { readonly key: string; readonly text: string; readonly voterIds: readonly number[] }[]
    }
  | { readonly kind: 'todo'; readonly title: string; readonly tasks: readonly Readonly<Task>[] }

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
 * The state of a poll or a to-do list: a fold over its submessages in order, without malformed ones (wire-protocol.md
 * §2.4.5). Null if the first one is neither.
 */
export function readWidget(parts: readonly Submessage[]): Widget | null {
  const [head, ...rest] = parts
  const first = firstSchema.safeParse(json(head?.content ?? ''))
  if (head === undefined || !first.success) return null
  const options = new Map<string, Option>()
  const tasks = new Map<string, Task>()
  const isPoll = first.data.widget_type === 'poll'
  let question = first.data.widget_type === 'poll' ? first.data.extra_data.question : ''
  const title = first.data.widget_type === 'todo' ? (first.data.extra_data?.task_list_title ?? '') : ''
  if (first.data.widget_type === 'poll') {
    for (const [place, text] of first.data.extra_data.options.entries()) {
      options.set(`canned,${place}`, { key: `canned,${place}`, text, voters: new Set() })
    }
  }
  for (const { senderId, content } of rest) {
    const part = partSchema.safeParse(json(content))
    if (!part.success) continue
    const { data } = part
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
        const isKnown = options.has(key) || [...options.values()].some((option) => option.text === data.option)
        if (isPoll && !isKnown) options.set(key, { key, text: data.option, voters: new Set() })
        break
      }
      case 'new_task': {
        const key = `${data.key},${senderId}`
        const isKnown = tasks.has(key) || [...tasks.values()].some((task) => task.text === data.task)
        if (!isPoll && !isKnown) tasks.set(key, { key, text: data.task, description: data.desc, isDone: false })
        break
      }
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
    : { kind: 'todo', title, tasks: [...tasks.values()] }
}

/** The submessage of an action, as JSON; null if the action is not possible. */
export function actContent(
  widget: Widget,
  act: WidgetAct,
  who: { readonly selfId: UserId; readonly authorId: number },
): string | null {
  const own = (keys: readonly string[], place: number, owner: number) =>
    keys
      .map((key) => key.split(','))
      .filter((parts) => parts[owner] === String(who.selfId))
      .map((parts) => Number(parts[place]))
  switch (act.type) {
    case 'vote':
      if (widget.kind !== 'poll' || !widget.options.some((option) => option.key === act.key)) return null
      return JSON.stringify({ type: 'vote', key: act.key, vote: act.isOn ? 1 : -1 })
    case 'question':
      if (widget.kind !== 'poll' || who.selfId !== who.authorId) return null
      return JSON.stringify({ type: 'question', question: act.question })
    case 'new_option': {
      if (widget.kind !== 'poll' || widget.options.some((option) => option.text === act.text)) return null
      const idx =
        Math.max(
          -1,
          ...own(
            widget.options.map(({ key }) => key),
            1,
            0,
          ),
        ) + 1
      return JSON.stringify({ type: 'new_option', idx, option: act.text })
    }
    case 'new_task': {
      if (widget.kind !== 'todo' || widget.tasks.some((task) => task.text === act.text)) return null
      const key =
        Math.max(
          -1,
          ...own(
            widget.tasks.map((task) => task.key),
            0,
            1,
          ),
        ) + 1
      return JSON.stringify({ type: 'new_task', key, task: act.text, desc: act.description, completed: false })
    }
    case 'strike':
      if (widget.kind !== 'todo' || !widget.tasks.some((task) => task.key === act.key)) return null
      return JSON.stringify({ type: 'strike', key: act.key })
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
