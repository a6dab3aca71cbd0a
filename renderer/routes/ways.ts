/** A step in the history of an account. */
export type Way = 'back' | 'forward'

/** The way of a mouse button (`MouseEvent.button`), the fourth and the fifth; null if it is none. */
export function wayOfButton(button: number): Way | null {
  if (button === 3) return 'back'
  return button === 4 ? 'forward' : null
}
