import { command, type Command, type CommandContext } from './command.ts'

/** The focused row of a list of conversations or streams. */
export interface RowTarget {
  readonly walk: (step: 1 | -1) => void
  /** Answers in the row's conversation; null if the row does not allow it. */
  readonly answer: (() => void) | null
  /** Marks the row's messages as read; null if the row does not allow it. */
  readonly markRead: (() => void) | null
  /** Subscribes to the row's stream or unsubscribes from it; null if the row has no stream. */
  readonly join: (() => void) | null
  /** Opens the settings of the row's stream; null if there are none. */
  readonly configure: (() => void) | null
}

function isOnRow({ layer, focus }: CommandContext): boolean {
  return layer === 'none' && focus === 'row'
}

/** The commands on a row of the inbox, of the recent conversations or of the streams. */
export const onRows: readonly Command<RowTarget>[] = [
  command({
    id: 'next_row',
    when: isOnRow,
    repeats: true,
    run({ walk }) {
      walk(1)
    },
  }),
  command({
    id: 'previous_row',
    when: isOnRow,
    repeats: true,
    run({ walk }) {
      walk(-1)
    },
  }),
  // The row is a button, so the browser opens it.
  command({ id: 'open_row', when: isOnRow, run: null }),
  command({
    id: 'answer_row',
    when: isOnRow,
    can: ({ answer }) => answer !== null,
    run({ answer }) {
      answer?.()
    },
  }),
  command({
    id: 'read_row',
    when: isOnRow,
    can: ({ markRead }) => markRead !== null,
    run({ markRead }) {
      markRead?.()
    },
  }),
  command({
    id: 'join_row',
    when: isOnRow,
    can: ({ join }) => join !== null,
    run({ join }) {
      join?.()
    },
  }),
  command({
    id: 'settings_row',
    when: isOnRow,
    can: ({ configure }) => configure !== null,
    run({ configure }) {
      configure?.()
    },
  }),
]
