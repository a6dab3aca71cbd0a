import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
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

/** People whose name or address matches the query; people who are present come first. */
export const peopleView = {
  query: z.strictObject({ type: z.literal('people'), query: z.string().max(200) }),
  item: typeOf<PersonItem>(),
  meta: typeOf<PeopleMeta>(),
} as const satisfies ViewEntry
