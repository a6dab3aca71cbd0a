import type { Destination } from '#contract/base/values.ts'
import type { MessageRow } from '../../store/message-row.ts'
import type { ReadStore } from '../../store/store.ts'
import { conversationKey } from '../../values/conversation.ts'
import { isFresh } from './freshness.ts'
import type { ReadAccountState } from '../account-state.ts'

/** The newest message of a conversation, as an entry of a list needs it. */
export interface Newest {
  /** The newest known id, cached or not; 0 if there is none. */
  readonly id: number
  /** The newest cached message. */
  readonly row: MessageRow | undefined
  /** The cached message may be out of date, or is not the newest one. */
  readonly isStale: boolean
}

/**
 * Returns the newest message of a conversation. `row` is the newest cached one, and `isRowCurrent` tells whether it
 * is fresh.
 */
export function newestOf(
  core: { readonly store: ReadStore; readonly accountState: ReadAccountState },
  destination: Destination,
  row: MessageRow | undefined,
  isRowFresh = (cached: MessageRow): boolean => isFresh(core, cached),
): Newest {
  const { store, accountState } = core
  const noted = Math.max(
    store.messages.newestNoted(destination),
    accountState.unread.newest(conversationKey(destination)),
  )
  if (row === undefined) return { id: noted, row, isStale: true }
  return { id: Math.max(row.id, noted), row, isStale: noted > row.id || !isRowFresh(row) }
}
