import type { PendingChange } from '#contract/message-items.ts'

/** Whether a waiting deletion can be undone: the engine says when it is on its way, and in between its time tells it. */
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
