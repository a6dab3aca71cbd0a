import type { OutboxKind } from '../store/outbox.ts'

/**
 * How each kind of action is carried out when the outcome of an attempt is unknown (design.md §3):
 * an `idempotent` one is simply sent again; one that `can_be_looked_up` is searched for first.
 */
export const outcomeOf = {
  send: 'can_be_looked_up',
  read: 'idempotent',
  unread: 'idempotent',
  star: 'idempotent',
  edit: 'idempotent',
  delete: 'idempotent',
  reaction: 'idempotent',
  topic_policy: 'idempotent',
  subscription: 'idempotent',
  mute_user: 'idempotent',
} as const satisfies Record<OutboxKind, 'idempotent' | 'can_be_looked_up'>
