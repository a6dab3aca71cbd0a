import type { PersonItem } from '#contract/people.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { StatusRow } from '../store/organization.ts'
import { reactionItem } from './messages/reaction-item.ts'

/** Converts a stored status to an item; null without one. */
export function statusItem(core: ReadCore, row: StatusRow | undefined): PersonItem['status'] {
  if (row === undefined) return null
  const { emoji_type: type, emoji_code: code, emoji_name: name } = row
  const emoji = code === '' ? null : { ...reactionItem(core, { type, code, name, users: [] }), count: 1 }
  return { text: row.text, isAway: row.is_away === 1, emoji }
}
