import type { Destination } from '../../../../preload/contract/values.ts'
import type { MessageRow } from '../../store/message-row.ts'
import type { ReadStore } from '../../store/store.ts'
import { conversationKey } from '../../values/conversation.ts'
import { isCurrent } from './currency.ts'
import type { ReadWorld } from '../world.ts'

/** The newest message of a conversation, as a line of a list shows it. */
export interface Newest {
  /** The newest one that is known of, stored or not; 0 where nothing is known. */
  readonly id: number
  /** The newest one that is stored. */
  readonly row: MessageRow | undefined
  /** Whether the stored one may be out of date, or is not the newest one. */
  readonly isInDoubt: boolean
}

/** What is known of a conversation's newest message. `row` is the newest one that is stored. */
export function newestOf(
  core: { readonly store: ReadStore; readonly world: ReadWorld },
  place: Destination,
  row: MessageRow | undefined,
): Newest {
  const { store, world } = core
  const noted = Math.max(store.messages.newestNoted(place), world.unread.newest(conversationKey(place)))
  if (row === undefined) return { id: noted, row, isInDoubt: true }
  return { id: Math.max(row.id, noted), row, isInDoubt: noted > row.id || !isCurrent(core, row) }
}
