import { descriptionMark, readTask } from '#shared/widget-text.ts'
import type { WidgetKind, WidgetProblem, WrittenWidget } from './widget-form.svelte.ts'
import { oneLine, readLines, writeLines } from './written-lines.ts'

/** A task of a to-do list. */
export interface TodoTask {
  name: string
  description: string
}

/** The largest number of tasks. The server numbers the tasks of a user from 0 to 1000 (wire-protocol.md §2.4.5). */
const most = 1000

/** The replacement of the mark of a description within a name, which would end the name. It looks the same. */
const colon = ':\u00a0'

/** The kind of to-do lists. A list needs a title or a task. */
export const todo: WidgetKind<TodoTask> = {
  fewest: 2,
  empty: { name: '', description: '' },
  isEmpty: ({ name, description }) => name === '' && description === '',
  read(content) {
    const { title, entries } = readLines(content)
    const tasks = entries.map(readTask)
    return {
      title,
      entries: tasks.map(({ name, description }) => ({
        name: name.replaceAll(colon, descriptionMark),
        description,
      })),
    }
  },
  write: ({ title, entries }) => writeLines('/todo', title, entries.map(taskLine)),
  problem,
}

/** Returns the line of a task; empty if the task is empty. */
function taskLine(task: TodoTask): string {
  const name = oneLine(task.name).replaceAll(descriptionMark, colon)
  const description = oneLine(task.description)
  return description === '' ? name : `${name}${descriptionMark}${description}`
}

function problem({ title, entries }: WrittenWidget<TodoTask>): WidgetProblem | null {
  const names = new Set<string>()
  for (const [at, { name, description }] of entries.entries()) {
    const written = oneLine(name)
    if (written === '') {
      if (description.trim() !== '') return { failure: { code: 'TASK_WITHOUT_NAME' }, at }
      continue
    }
    if (names.has(written)) return { failure: { code: 'TASK_TWICE', values: { name: written } }, at }
    if (names.size === most) return { failure: { code: 'TOO_MANY_TASKS', values: { most } }, at }
    names.add(written)
  }
  return names.size === 0 && title.trim() === '' ? { failure: { code: 'TODO_EMPTY' }, at: null } : null
}
