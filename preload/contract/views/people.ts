import type { ReactionItem } from '../message-items.ts'
import type { PersonRef } from '../values.ts'

export interface PersonItem extends PersonRef {
  readonly key: string
  readonly kind: 'person'
  readonly email: string
  readonly presence: 'active' | 'idle' | 'offline'
  /** When somebody was last there, UNIX seconds. */
  readonly lastSeen: number | null
  readonly status: { readonly text: string; readonly isAway: boolean; readonly emoji: ReactionItem | null } | null
}

export interface PeopleMeta {
  readonly total: number
}
