import type { WidgetKind } from './widget-form.svelte.ts'
import { oneLine, readLines, writeLines } from './written-lines.ts'

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
