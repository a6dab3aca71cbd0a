import type { Destination } from '../../../../preload/contract/values.ts'
import type { MessageRow } from '../../store/message-row.ts'
import type { ReadStore } from '../../store/store.ts'
import { conversationKey } from '../../values/conversation.ts'
import { isCurrent } from './currency.ts'
import type { ReadWorld } from '../world.ts'

/** The newest message of a conversation, for a line of a list. */
export interface Newest {
  /** The newest known id, cached or not; 0 if there is none. */
  readonly id: number
  /** The newest cached message. */
  readonly row: MessageRow | undefined
  /** Whether the cached one may be out of date, or is not the newest one. */
  readonly isInDoubt: boolean
}

/** The newest message of a conversation. `row` is the newest cached one; `isRowCurrent` knows its currency already. */
export function newestOf(
  core: { readonly store: ReadStore; readonly world: ReadWorld },
  place: Destination,
  row: MessageRow | undefined,
  isRowCurrent = (cached: MessageRow): boolean => isCurrent(core, cached),
): Newest {
  const { store, world } = core
  const noted = Math.max(store.messages.newestNoted(place), world.unread.newest(conversationKey(place)))
  if (row === undefined) return { id: noted, row, isInDoubt: true }
  return { id: Math.max(row.id, noted), row, isInDoubt: noted > row.id || !isRowCurrent(row) }
}
