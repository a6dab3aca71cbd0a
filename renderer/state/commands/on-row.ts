import { command, type Command, type CommandContext } from './command.ts'
import { contextOf, type ContextParts } from './context-of.ts'
import { plainKeyOf, press, type PressedKey } from './press.ts'

/** The focused row of a list of conversations, streams or people. */
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
  /** Opens the menu of the row's person or file; null if the row has none. */
  readonly menu: (() => void) | null
}

function isOnRow({ layer, focus }: CommandContext): boolean {
  return layer === 'none' && focus === 'row'
}

/** The commands on a row of the inbox, of the recent conversations, of the streams or of the directory. */
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
  command({
    id: 'row_menu',
    when: isOnRow,
    can: ({ menu }) => menu !== null,
    run({ menu }) {
      menu?.()
    },
  }),
]

const nothing = { answer: null, markRead: null, join: null, configure: null, menu: null }

/**
 * Handles the keys of the focused row of a list. The row has its index in `data-row`. Actions that a target lacks do
 * nothing.
 */
export function pressOnRow(
  event: KeyboardEvent,
  parts: ContextParts,
  targetOf: (index: number) => Pick<RowTarget, 'walk'> & Partial<RowTarget>,
): void {
  const row = event.target instanceof Element ? event.target.closest('[data-row]') : null
  if (row === null) return
  const target = targetOf(Number(row.getAttribute('data-row')))
  press(event, onRows, contextOf(parts, 'row'), { ...nothing, ...target })
}

/** Returns an attachment that handles the keys of a list. The list itself is not interactive, only its rows are. */
export function keysOf(onkeydown: (event: KeyboardEvent) => void): (element: HTMLElement) => () => void {
  return (element) => {
    element.addEventListener('keydown', onkeydown)
    return () => {
      element.removeEventListener('keydown', onkeydown)
    }
  }
}

/** Returns the direction in which a key without modifiers moves between rows; null for another key. */
export function stepOfKey(event: PressedKey): 1 | -1 | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const key = plainKeyOf(event)
  if (key === 'ArrowDown' || key === 'J') return 1
  return key === 'ArrowUp' || key === 'K' ? -1 : null
}
