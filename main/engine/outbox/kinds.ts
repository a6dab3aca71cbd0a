import type { OutboxKind, OutboxRow } from '../store/outbox.ts'

/**
 * How each kind of action is carried out when the outcome of an attempt is unknown (design.md §3):
 * an `idempotent` one is simply sent again; one that `can_be_looked_up` is searched for first, and sent again when it is
 * surely not there; of one that is looked up and not found, `ask_the_user` leaves it to the user to send it again.
 */
export const outcomeOf = {
  send: 'can_be_looked_up',
  read: 'idempotent',
  unread: 'idempotent',
  read_narrow: 'idempotent',
  star: 'idempotent',
  edit: 'idempotent',
  delete: 'idempotent',
  move: 'idempotent',
  reaction: 'idempotent',
  topic_policy: 'idempotent',
  subscription: 'idempotent',
  mute_user: 'idempotent',
  alert_word: 'idempotent',
  schedule: 'can_be_looked_up',
  schedule_edit: 'idempotent',
  schedule_delete: 'idempotent',
  submessage: 'ask_the_user',
  unreadable: 'ask_the_user',
} as const satisfies Record<OutboxKind, 'idempotent' | 'can_be_looked_up' | 'ask_the_user'>

/**
 * Wishes that another one of the same kind replaces, its opposite or another text. A request whose answer was lost may
 * still take effect for a while, and would then undo a newer wish: that one waits until the older request is surely dead.
 */
export const reversible: ReadonlySet<OutboxKind> = new Set([
  'star',
  'edit',
  'reaction',
  'topic_policy',
  'subscription',
  'mute_user',
  'alert_word',
  'schedule_edit',
])

/** When the last request left whose outcome nobody knows, of wishes that a new one replaces; a refused one is no doubt. */
export function doubtOf(replaced: readonly Pick<OutboxRow, 'attempt_at' | 'state'>[]): number | null {
  const attempts = replaced.flatMap((row) => (row.state === 'failed' ? [] : (row.attempt_at ?? [])))
  return attempts.length === 0 ? null : Math.max(...attempts)
}
