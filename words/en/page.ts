import type { PageFailures } from '../../preload/contract/failures.ts'
import type { Section } from '../catalogue.ts'
import { english } from './format.ts'

export const page = {
  VIEW_FAILED: 'Skein could not show the newest state of this list. It keeps trying.',
  NO_ANSWER: 'Skein did not answer. Your text is still here; try again.',
  SENT_BEFORE: 'Your text was sent as it stood before you changed it. What stands here now would be another message.',
  UNANSWERED: 'Skein cannot say yet whether your text was sent as it stood before. Try again in a moment.',
  TEXT_TOO_LONG_TO_KEEP: ({ most }) =>
    `Skein keeps at most ${english.number(most)} characters of what is not sent yet. Shorten the text, or attach it as a file.`,
  FILE_TOO_LARGE: ({ name, size, most }) =>
    `“${name}” has ${english.bytes(size)}; this server takes files of at most ${english.bytes(most)}.`,
  FILES_TOO_LARGE: ({ name, rest, most }) =>
    `“${name}” and ${rest} more ${rest === 1 ? 'file' : 'files'} are too large: this server takes files of at most ${english.bytes(most)}.`,
  FILE_NOT_READABLE: ({ name }) => `“${name}” cannot be read. Folders have to be packed first.`,
  TEXT_TOO_LONG: ({ length, most }) =>
    `This text has ${english.number(length)} characters; at most ${english.number(most)} can be kept.`,
  TIME_MISSING: 'Choose a day and a time.',
  POLL_WITHOUT_QUESTION: 'Write the question of the poll.',
  TODO_EMPTY: 'Write the title of the list, or a task.',
  TASK_WITHOUT_NAME: 'Write the name of this task.',
  TASK_TWICE: ({ name }) => `“${name}” is in the list already; it is shown once. Give this task another name.`,
  TOO_MANY_TASKS: ({ most }) => `A list takes at most ${english.number(most)} tasks.`,
  TIME_TOO_NEAR: 'Choose a time at least a minute from now, or send the message now.',
} satisfies Section<PageFailures>
