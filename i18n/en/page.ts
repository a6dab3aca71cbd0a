import type { PageFailures } from '#contract/base/failures.ts'
import type { Section } from '../section.ts'
import { english } from './format.ts'

export const page = {
  VIEW_FAILED: 'Skein couldn’t update this list. It will keep trying.',
  NO_ANSWER: 'Skein didn’t respond. Your text is still here; try again.',
  SENT_BEFORE: 'Your message was sent without your latest changes. Sending now would send another message.',
  UNANSWERED: 'Skein can’t tell yet whether your message was sent without your latest changes. Try again in a moment.',
  TEXT_TOO_LONG_TO_KEEP: ({ most }) =>
    `Skein saves up to ${english.number(most)} characters of unsent text. Shorten it, or attach it as a file.`,
  FILE_TOO_LARGE: ({ name, size, most }) =>
    `“${name}” is ${english.bytes(size)}. This server’s limit is ${english.bytes(most)} per file.`,
  FILES_TOO_LARGE: ({ name, rest, most }) =>
    `“${name}” and ${rest} more ${rest === 1 ? 'file' : 'files'} are too large. This server’s limit is ${english.bytes(most)} per file.`,
  FILE_NOT_READABLE: ({ name }) => `“${name}” can’t be read. To add a folder, compress it first.`,
  TEXT_TOO_LONG: ({ length, most }) =>
    `This text has ${english.number(length)} characters; the limit is ${english.number(most)}. Shorten it.`,
  TIME_MISSING: 'Choose a date and time.',
  POLL_WITHOUT_QUESTION: 'Enter a question.',
  TODO_EMPTY: 'Enter a title or a task.',
  TASK_WITHOUT_NAME: 'Enter a name for this task.',
  TASK_TWICE: ({ name }) => `“${name}” is already in the list, so it’s shown only once. Give this task another name.`,
  TOO_MANY_TASKS: ({ most }) => `A list can have up to ${english.number(most)} tasks.`,
  TIME_TOO_NEAR: 'Choose a time at least a minute from now, or send the message now.',
} satisfies Section<PageFailures>
