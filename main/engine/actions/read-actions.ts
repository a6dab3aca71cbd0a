import type { Narrow } from '../../../preload/contract/values.ts'
import type { Core } from '../core.ts'
import { conversationKey, conversationOf } from '../values/conversation.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { readPayload, type ReadNarrowPayload, type ReadPayload } from './payload.ts'
import { insertRow, queueRow } from './queue-row.ts'
import { batches, insertReads, line, noteReads } from './read-rows.ts'
import { isInScope, type ReadScope } from './read-scope.ts'

/** Messages that one marking as unread takes at most. */
const unreadAtOnce = 1000

/** Notes messages as read; those that are read already are left out. */
export function queueReads(core: Core, messageIds: readonly number[], newId: string): void {
  core.commit(() => {
    const wishes = newestWishes(core.store.outbox.ofConversation(line))
    // What was marked unread last is unread, whatever the server knows of it yet.
    const isUnread = (id: number) => {
      const wish = wishes.get(id)
      return wish === undefined ? core.world.unread.has(id) : wish === 'unread'
    }
    return noteReads(writerOf(core), [...new Set(messageIds)].filter(isUnread), newId)
  })
}

/** What was wished last for each message; marking a whole narrow names none. */
function newestWishes(rows: readonly OutboxRow[]): ReadonlyMap<number, OutboxRow['kind']> {
  return new Map(
    rows.flatMap((row) =>
      row.kind === 'read_narrow' ? [] : readPayload(row).messageIds.map((id) => [id, row.kind] as const),
    ),
  )
}

function writerOf({ store, ports }: Core) {
  return { store, now: ports.clock.now() }
}

/**
 * Marks what is shown as unread of a conversation as read, each message by its id and not by its narrow: the user is told
 * how many they were, and may take back exactly these (F15).
 */
export function readShown(core: Core, shownUnread: readonly number[], newId: string): void {
  if (shownUnread.length > 0) core.commit(() => insertReads(writerOf(core), shownUnread, newId))
}

/**
 * Makes messages unread again, those that are not cached included. Where reading them was not told yet it is not told
 * any more; whether it was is not known of a request on its way, so the server hears of all.
 */
export function unreadAgain(core: Core, narrow: Narrow, messageIds: readonly number[], newId: string): void {
  const { store, world } = core
  const placeOf = (id: number): string | null => {
    const place = world.unread.row(id)?.conversation
    if (place !== undefined) return place
    const message = store.messages.get(id)
    if (message !== undefined) return conversationOf(message)
    return narrow.kind === 'stream' ? null : conversationKey(narrow)
  }
  core.commit(() => {
    dropReads(core, new Set(messageIds))
    return batches([...new Set(messageIds)]).flatMap((batch, index) => {
      const places = Object.fromEntries(
        [...Map.groupBy(batch, placeOf)].flatMap(([place, ids]) => (place === null ? [] : [[place, ids]])),
      )
      return insertRow(core, {
        local_id: `${newId}/${index}`,
        kind: 'unread',
        conversation: line,
        payload: { messageIds: batch, places } satisfies ReadPayload,
      })
    })
  })
}

/** Marks the messages of a conversation from one of them on as unread; reads of them that were not told yet are dropped. */
export function markUnreadFrom(core: Core, narrow: Narrow, fromId: number, localId: string): void {
  const ids = core.store.messages.from(narrow, fromId, unreadAtOnce).map((row) => row.id)
  if (ids.length === 0) return
  queueRow(core, { local_id: localId, kind: 'unread', conversation: line, payload: { messageIds: ids } }, () => {
    dropReads(core, new Set(ids))
    return []
  })
}

function dropReads(core: Core, chosen: ReadonlySet<number>): void {
  const { outbox } = core.store
  for (const row of outbox.ofKind('read')) {
    const { messageIds } = readPayload(row)
    const rest = messageIds.filter((id) => !chosen.has(id))
    if (rest.length === 0) outbox.remove(row.local_id)
    else if (rest.length < messageIds.length) outbox.update({ ...row, payload: JSON.stringify({ messageIds: rest }) })
  }
}

/**
 * Marks a conversation, a stream or everything as read (U9): what is unread now, wherever it is. What comes later stays
 * unread.
 */
export function markNarrowRead(core: Core, scope: ReadScope, localId: string): void {
  const { world, store } = core
  const through = Math.max(store.messages.maxId(), world.organization?.maxMessageId ?? 0, world.unread.maxId())
  const total = [...world.unread.conversations()]
    .filter((conversation) => isInScope(scope, conversation))
    .reduce((sum, conversation) => sum + world.unread.ids(conversation).length, 0)
  queueRow(core, {
    local_id: localId,
    kind: 'read_narrow',
    conversation: line,
    payload: { scope, through, reached: null, done: 0, total } satisfies ReadNarrowPayload,
  })
}
