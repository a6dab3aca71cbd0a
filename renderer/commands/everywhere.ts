import { words } from '../../words/words.ts'
import type { AppModel } from '../app/app-model.svelte.ts'
import { openPalette } from '../palette/open-palette.ts'
import { narrowOf, nextUnread } from '../navigation/navigation-groups.ts'
import { command, isTyping, type Command, type CommandContext } from './command.ts'

/** The window: its model, and what its frame does. */
export interface WindowTarget {
  readonly model: AppModel
  /** Shows the navigation if it is hidden, and focuses its field. */
  readonly jump: () => void
  /** Closes the notice, and the navigation if nothing lies above it. */
  readonly close: () => void
}

function isInPlace({ screen, layer }: CommandContext): boolean {
  return layer === 'none' && screen !== 'waiting' && screen !== 'sign_in'
}

/** On a Mac, Option with an arrow moves in a text. */
function isWay(context: CommandContext): boolean {
  return isInPlace(context) && !(context.isMac && isTyping(context))
}

function showNextUnread({ model }: WindowTarget): void {
  const items = model.place?.navigation.items ?? []
  // A conversation that has just been opened has no contents yet, but its place.
  const place = model.places.shown?.screen.place
  const next = nextUnread(items, place?.kind === 'conversation' ? place.narrow : null)
  if (next !== null) model.show(narrowOf(next))
  else model.notice = words.commands.nothingUnread
}

/** Commands of the whole window. */
export const everywhere: readonly Command<WindowTarget>[] = [
  command({
    id: 'palette',
    when: isInPlace,
    run: (target) => target.model.overlays.openPalette(openPalette(target, everywhere)),
  }),
  command({
    id: 'jump',
    when: isInPlace,
    run({ jump }) {
      jump()
    },
  }),
  command({ id: 'next_unread', when: isInPlace, run: showNextUnread, repeats: true }),
  command({ id: 'back', when: isWay, run: ({ model }) => model.places.back(), repeats: true }),
  command({ id: 'forward', when: isWay, run: ({ model }) => model.places.forward(), repeats: true }),
  command({
    id: 'write',
    when: (context) => isInPlace(context) && context.screen === 'conversation',
    run({ model }) {
      if (model.place?.composer != null) model.place.composer.focusRequests += 1
    },
  }),
  command({
    id: 'new_direct',
    when: isInPlace,
    run({ model }) {
      model.isWriting = true
    },
  }),
  command({ id: 'inbox', when: isInPlace, run: ({ model }) => model.showPlace({ kind: 'inbox' }) }),
  command({ id: 'recent', when: isInPlace, run: ({ model }) => model.showPlace({ kind: 'recent' }) }),
  command({ id: 'drafts', when: isInPlace, run: ({ model }) => model.showDrafts() }),
  command({ id: 'unsent', when: isInPlace, run: ({ model }) => model.showUnsent() }),
  command({ id: 'scheduled', when: isInPlace, run: ({ model }) => model.showPlace({ kind: 'scheduled' }) }),
  command({ id: 'snippets', when: isInPlace, run: ({ model }) => model.showPlace({ kind: 'snippets' }) }),
  command({
    id: 'connections',
    when: isInPlace,
    run({ model }) {
      model.overlays.showConnections()
    },
  }),
  command({
    id: 'settings',
    when: ({ layer }) => layer === 'none',
    run({ model }) {
      model.overlays.showSettings()
    },
  }),
  command({
    id: 'shortcuts',
    when: isInPlace,
    run({ model }) {
      model.overlays.showShortcuts()
    },
  }),
  // Dialogs, menus and fields close by the same key.
  command({
    id: 'close',
    when: () => true,
    passes: true,
    run({ close }) {
      close()
    },
  }),
]
