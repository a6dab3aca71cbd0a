import { command, type Command, type CommandContext } from '../../state/commands/command.ts'

/** The lightbox. */
export interface PicturesTarget {
  readonly go: (step: 1 | -1) => void
  /** Enlarges the picture by a step, or shrinks it by a negative one. */
  readonly zoom: (steps: 1 | -1) => void
  readonly showWhole: () => void
  readonly save: () => void
}

function isShown({ layer }: CommandContext): boolean {
  return layer === 'pictures'
}

/** The commands of the lightbox. */
export const pictures: readonly Command<PicturesTarget>[] = [
  command({
    id: 'previous_picture',
    when: isShown,
    repeats: true,
    run({ go }) {
      go(-1)
    },
  }),
  command({
    id: 'next_picture',
    when: isShown,
    repeats: true,
    run({ go }) {
      go(1)
    },
  }),
  command({
    id: 'larger',
    when: isShown,
    repeats: true,
    run({ zoom }) {
      zoom(1)
    },
  }),
  command({
    id: 'smaller',
    when: isShown,
    repeats: true,
    run({ zoom }) {
      zoom(-1)
    },
  }),
  command({
    id: 'whole',
    when: isShown,
    run({ showWhole }) {
      showWhole()
    },
  }),
  command({
    id: 'save_picture',
    when: isShown,
    run({ save }) {
      save()
    },
  }),
]
