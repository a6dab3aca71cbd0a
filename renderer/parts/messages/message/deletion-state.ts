import type { PendingChange } from '#contract/messages.ts'

/**
 * Whether a waiting deletion can be undone. The engine reports that it is being sent; before that, its deadline
 * decides.
 */
export function canUndo({ state, reason }: PendingChange, now: number): boolean {
  if (state === 'failed') return false
  switch (reason.kind) {
    case 'undo':
      return reason.until > now
    case 'sending':
    case 'resending':
      return false
    default:
      return true
  }
}
