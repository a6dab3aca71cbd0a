import type { PersonItem } from '#contract/people.ts'
import { shownOwnStatus } from '../../actions/kinds/account/status.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { statuses } from '../../state/directory/statuses.ts'
import type { StatusRow } from '../../store/organization.ts'
import type { UserId } from '../../values/ids.ts'
import { reactionItem } from '../messages/reaction-item.ts'

/** Converts a stored status to an item; null without one. */
export function statusItem(core: ReadCore, row: StatusRow | undefined): PersonItem['status'] {
  if (row === undefined) return null
  const { emoji_type: type, emoji_code: code, emoji_name: name } = row
  const emoji = code === '' ? null : { ...reactionItem(core, { type, code, name, users: [] }), count: 1 }
  return { text: row.text, isAway: row.is_away === 1, emoji }
}

/** Returns the status of a person; the own one with the pending change applied. */
export function statusOf(core: ReadCore, userId: UserId): StatusRow | undefined {
  const { accountState } = core
  return userId === accountState.selfId ? shownOwnStatus(core)?.row : accountState.of(statuses).get(userId)
}
