import { contextOf, type ContextParts } from './context-of.ts'
import { onRows, type RowTarget } from './on-row.ts'
import { plainKeyOf, press, type PressedKey } from './press.ts'

const nothing = { answer: null, markRead: null, join: null, configure: null }

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
