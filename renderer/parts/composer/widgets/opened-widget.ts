import type { WidgetName } from '../../editor/writing.ts'
import { WidgetForm } from './widget-form.svelte.ts'
import { poll, type PollOption } from './written-poll.ts'
import { todo, type TodoTask } from './written-todo.ts'

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
