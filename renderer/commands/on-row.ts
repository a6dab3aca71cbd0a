import { command, type Command, type CommandContext } from './command.ts'

/** The focused row of the inbox. */
export interface RowTarget {
  readonly walk: (step: 1 | -1) => void
  readonly answer: () => void
  readonly markRead: () => void
}

function isOnRow({ layer, focus }: CommandContext): boolean {
  return layer === 'none' && focus === 'row'
}

/** Commands on a row of the inbox. */
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
  // The row is a button.
  command({ id: 'open_row', when: isOnRow, run: null }),
  command({
    id: 'answer_row',
    when: isOnRow,
    run({ answer }) {
      answer()
    },
  }),
  command({
    id: 'read_row',
    when: isOnRow,
    run({ markRead }) {
      markRead()
    },
  }),
]
