import { lineEnds, readEntries, readWidgetText, descriptionMark, readTask } from '#shared/widget-text.ts'
import { type WidgetKind, type WidgetProblem, type WrittenWidget, WidgetForm } from './widget-form.svelte.ts'
import type { WidgetName } from '../../editor/writing.ts'

/** Reads the title and the lines of a widget. Any other text becomes one, with its first line as the title. */
function readLines(content: string): { readonly title: string; readonly entries: readonly string[] } {
  const text = readWidgetText(content)
  if (text !== null) return text
  const [first = '', ...rest] = content.split(lineEnds)
  return { title: first.trim(), entries: readEntries(rest) }
}

/** Writes the message of a command with a title and lines. Empty lines are left out. */
function writeLines(command: '/poll' | '/todo', title: string, lines: readonly string[]): string {
  const written = lines.filter((line) => line !== '').map(withMark)
  return [`${command} ${oneLine(title)}`.trimEnd(), ...written].join('\n')
}

/** Returns a line with a list mark before it if it begins with one, since the first mark is not part of the line. */
function withMark(line: string): string {
  return /^[-*]/.test(line) ? `- ${line}` : line
}

const breaks = new RegExp(String.raw`\s*(?:${lineEnds.source})\s*`, 'g')

/** Returns a text on one line, whatever its line ends. */
function oneLine(text: string): string {
  return text.replaceAll(breaks, ' ').trim()
}

/** An option of a poll. */
export interface PollOption {
  text: string
}

/** The kind of polls. A poll needs a question; its form starts with two options. */
export const poll: WidgetKind<PollOption> = {
  fewest: 2,
  empty: { text: '' },
  isEmpty: ({ text }) => text === '',
  read(content) {
    const { title, entries } = readLines(content)
    return { title, entries: entries.map((text) => ({ text })) }
  },
  write: ({ title, entries }) =>
    writeLines(
      '/poll',
      title,
      entries.map(({ text }) => oneLine(text)),
    ),
  problem: ({ title }) => (title.trim() === '' ? { failure: { code: 'POLL_WITHOUT_QUESTION' }, at: null } : null),
}

/** A task of a to-do list. */
export interface TodoTask {
  name: string
  description: string
}

/** The largest number of tasks. The server numbers the tasks of a user from 0 to 1000 (wire-protocol.md §2.4.5). */
const mostTasks = 1000

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
  problem: problemOfTasks,
}

/** Returns the line of a task; empty if the task is empty. */
function taskLine(task: TodoTask): string {
  const name = oneLine(task.name).replaceAll(descriptionMark, colon)
  const description = oneLine(task.description)
  return description === '' ? name : `${name}${descriptionMark}${description}`
}

function problemOfTasks({ title, entries }: WrittenWidget<TodoTask>): WidgetProblem | null {
  const names = new Set<string>()
  for (const [at, { name, description }] of entries.entries()) {
    const written = oneLine(name)
    if (written === '') {
      if (description.trim() !== '') return { failure: { code: 'TASK_WITHOUT_NAME' }, at }
      continue
    }
    if (names.has(written)) return { failure: { code: 'TASK_TWICE', values: { name: written } }, at }
    if (names.size === mostTasks) return { failure: { code: 'TOO_MANY_TASKS', values: { most: mostTasks } }, at }
    names.add(written)
  }
  return names.size === 0 && title.trim() === '' ? { failure: { code: 'TODO_EMPTY' }, at: null } : null
}

/** The form that is open. */
export type OpenedWidget =
  | { readonly name: 'poll'; readonly form: WidgetForm<PollOption> }
  | { readonly name: 'todo'; readonly form: WidgetForm<TodoTask> }

/** Creates the form of a widget from the text of the composer. */
export function openedWidget(name: WidgetName, content: string, onchange: (content: string) => void): OpenedWidget {
  switch (name) {
    case 'poll':
      return { name, form: new WidgetForm(poll, content, onchange) }
    case 'todo':
      return { name, form: new WidgetForm(todo, content, onchange) }
  }
}
