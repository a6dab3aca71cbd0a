import type { UserId } from '../../values/ids.ts'
import type { WidgetAct } from '#contract/messages.ts'
import type { WrittenTask } from '#shared/widget-text.ts'
import type { Submessage } from '../../values/submessages.ts'
import { isTitled, mostIndex, readPart, type Widget, type WidgetPart } from './widgets.ts'

/** The number of the first task that comes from the text of its message. */
const firstTextNumber = 100

/**
 * Returns the submessages, as JSON, that add the tasks of a text, in their order. Tasks without a free number are
 * left out.
 *
 * Numbers belong to a user on all devices, and a list ignores a second task of the same number. A device that takes
 * the next number meanwhile must not take one of these, so that lower numbers stay free and the highest is sent
 * first.
 */
export function taskContents(parts: readonly Submessage[], tasks: readonly WrittenTask[], selfId: UserId): string[] {
  const free = freeNumbers(new Set([firstTextNumber - 1, ...ownNumbers(parts, selfId)]))
  const numbers = [...free].slice(0, tasks.length).sort((a, b) => b - a)
  return numbers.flatMap((number, index) => {
    const task = tasks[index]
    return task === undefined ? [] : [taskContent(number, task)]
  })
}

function taskContent(key: number, { name, description }: WrittenTask): string {
  return JSON.stringify({ type: 'new_task', key, task: name, desc: description, completed: false })
}

/**
 * Returns whether a part that is sent twice counts once. An option or a task has a key and a name that a list accepts
 * once; a strike that is sent twice is undone.
 */
export function countsOnce(content: string): boolean {
  const type = readPart(content)?.type
  return type === 'new_task' || type === 'new_option'
}

/** Returns the number that a user gave to an option or a task; null for other parts. */
function numberOf(part: WidgetPart | undefined): number | null {
  if (part?.type === 'new_task') return part.key
  return part?.type === 'new_option' ? part.idx : null
}

/** Returns the numbers of the user's own options or tasks. */
function ownNumbers(parts: readonly Submessage[], selfId: UserId): Set<number> {
  const own = parts.filter(({ senderId }) => senderId === selfId)
  return new Set(own.flatMap(({ content }) => numberOf(readPart(content)) ?? []))
}

/** Yields the numbers above those that are taken, then the gaps between them. */
function* freeNumbers(taken: ReadonlySet<number>): Generator<number, undefined, void> {
  const first = Math.max(-1, ...taken) + 1
  for (let number = first; number <= mostIndex; number += 1) yield number
  for (let number = 0; number < first; number += 1) if (!taken.has(number)) yield number
}

/**
 * Returns the submessage of an action as JSON; null if the action is not possible. `widget` must be read from
 * `parts`.
 */
export function actContent(
  widget: Widget,
  parts: readonly Submessage[],
  act: WidgetAct,
  who: { readonly selfId: UserId; readonly authorId: number },
): string | null {
  switch (act.type) {
    case 'vote':
      if (widget.kind !== 'poll' || !widget.options.some((option) => option.key === act.key)) return null
      return JSON.stringify({ type: 'vote', key: act.key, vote: act.isOn ? 1 : -1 })
    case 'question':
      if (widget.kind !== 'poll' || who.selfId !== who.authorId) return null
      return JSON.stringify({ type: 'question', question: act.question })
    case 'new_option': {
      if (widget.kind !== 'poll' || widget.options.some((option) => option.text === act.text)) return null
      const { value: idx } = freeNumbers(ownNumbers(parts, who.selfId)).next()
      if (idx === undefined) return null
      return JSON.stringify({ type: 'new_option', idx, option: act.text })
    }
    case 'new_task': {
      if (widget.kind !== 'todo' || widget.tasks.some((task) => task.text === act.text)) return null
      const { value: key } = freeNumbers(ownNumbers(parts, who.selfId)).next()
      return key === undefined ? null : taskContent(key, { name: act.text, description: act.description })
    }
    case 'title':
      if (widget.kind !== 'todo' || !isTitled(widget) || who.selfId !== who.authorId) return null
      return JSON.stringify({ type: 'new_task_list_title', title: act.title })
    case 'strike':
      if (widget.kind !== 'todo' || !widget.tasks.some((task) => task.key === act.key)) return null
      return JSON.stringify({ type: 'strike', key: act.key })
  }
}
