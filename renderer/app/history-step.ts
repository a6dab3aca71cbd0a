/** A step in the history of an account. */
export type HistoryStep = 'back' | 'forward'

/** Returns the step of a mouse button (`MouseEvent.button`): 3 or 4; null for others. */
export function historyStepOfButton(button: number): HistoryStep | null {
  if (button === 3) return 'back'
  return button === 4 ? 'forward' : null
}
