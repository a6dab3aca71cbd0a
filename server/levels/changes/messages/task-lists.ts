import type { LevelChange } from '../../change.ts'

/** To-do lists whose title and tasks come from the text of their message (release 9.0; wire-protocol.md §2.4.5). */
export const taskLists: readonly LevelChange[] = [
  { level: 277, what: 'the text of a to-do list holds its title and tasks', rewrite: { readsTasks: true } },
]
