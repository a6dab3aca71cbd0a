import { command, type Command, type CommandContext } from './command.ts'

/** The field of the composer. */
export interface WritingTarget {
  readonly send: () => void
  readonly editLast: () => void
  readonly pickEmoji: () => void
  readonly attach: () => void
}

function isInComposer({ layer, focus }: CommandContext): boolean {
  return layer === 'none' && (focus === 'composer' || focus === 'empty_composer')
}

/** Commands while a message is written. */
export const writing: readonly Command<WritingTarget>[] = [
  command({
    id: 'send_on_enter',
    when: (context) => isInComposer(context) && context.sendsOnEnter,
    run({ send }) {
      send()
    },
  }),
  command({
    id: 'send',
    when: isInComposer,
    run({ send }) {
      send()
    },
  }),
  command({ id: 'new_line', when: isInComposer, run: null }),
  command({
    id: 'edit_last',
    when: (context) => isInComposer(context) && context.focus === 'empty_composer',
    run({ editLast }) {
      editLast()
    },
  }),
  command({
    id: 'emoji',
    when: isInComposer,
    run({ pickEmoji }) {
      pickEmoji()
    },
  }),
  command({
    id: 'attach',
    when: isInComposer,
    run({ attach }) {
      attach()
    },
  }),
]
