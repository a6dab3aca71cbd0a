import type { WidgetItem, WidgetProblem } from '#contract/messages.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { readSubmessages } from '../../values/submessages.ts'
import { isTitled, readWidget, unreadText, type TodoList } from '../../state/messages/widgets.ts'
import type { ProjectedMessage } from '../../projections/overlay.ts'
import type { MessageRow } from '../../store/message-row.ts'
import { personName } from '../../projections/headings.ts'

/** Returns a poll or a to-do list with the user's pending parts. Failed parts do not count any more. */
export function widgetItem(
  core: ReadCore,
  row: MessageRow,
  { parts, problems: failed }: Pick<ProjectedMessage, 'parts' | 'problems'>,
): WidgetItem | null {
  if (row.submessages === '[]') return null
  const { accountState } = core
  const own = parts.map((content) => ({ id: Number.MAX_SAFE_INTEGER, senderId: accountState.selfId, content }))
  const widget = readWidget([...readSubmessages(row.submessages), ...own])
  if (widget === null) return null
  const problems = [...failed]
  if (widget.kind === 'todo') return listItem(widget, row, { isOwn: row.sender_id === accountState.selfId, problems })
  return {
    kind: 'poll',
    question: widget.question,
    isOwn: row.sender_id === accountState.selfId,
    options: widget.options.map(({ key, text, voterIds }) => ({
      key,
      text,
      isVoted: voterIds.includes(accountState.selfId),
      people: voterIds.map((id) => (id === accountState.selfId ? null : personName(accountState, id))),
    })),
    problems,
  }
}

/** Markdown characters in the name of a task, which the text of its HTML lacks. */
const marks = /[*_~`]/g

/**
 * Returns a to-do list. It also shows the title and the lines of the message's text that the server has not read; the
 * author's client makes tasks of them.
 */
function listItem(
  list: TodoList,
  row: MessageRow,
  { isOwn, problems }: { readonly isOwn: boolean; readonly problems: readonly WidgetProblem[] },
): WidgetItem {
  const unread = unreadText(list, row.raw ?? row.plain)
  const known = new Set(list.tasks.map(({ text }) => text.replaceAll(marks, '')))
  return {
    kind: 'todo',
    title: list.title ?? unread?.title ?? '',
    isOwn: isOwn && isTitled(list),
    tasks: list.tasks,
    lines: (unread?.tasks ?? []).filter(({ name }) => !known.has(name.replaceAll(marks, ''))),
    problems,
  }
}
