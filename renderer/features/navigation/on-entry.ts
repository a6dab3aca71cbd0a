import { command, type Command, type CommandContext } from '../../state/commands/command.ts'

/** The focused stream or topic of the navigation. */
export interface EntryTarget {
  /** Shows all topics of the stream. */
  readonly open: () => void
  /** Hides the topics of the stream. From a topic, the focus goes to the stream first. */
  readonly fold: () => void
}

function isOnEntry({ layer, focus }: CommandContext): boolean {
  return layer === 'none' && focus === 'entry'
}

/** The commands on an entry of the navigation. */
export const onEntries: readonly Command<EntryTarget>[] = [
  command({
    id: 'open_topics',
    when: isOnEntry,
    run({ open }) {
      open()
    },
  }),
  command({
    id: 'fold_topics',
    when: isOnEntry,
    run({ fold }) {
      fold()
    },
  }),
]
