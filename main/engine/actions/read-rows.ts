import type { Change } from '../model/changes.ts'
import type { Store } from '../store/store.ts'
import { readPayload, type ReadPayload } from './payload.ts'

/** All reads share one line, so that they go out in batches, and an unread mark after the read that it undoes. */
export const line = 'read'
/** Messages that one row names at most: what one request takes (U7). */
const idsPerRow = 1000

interface Writer {
  readonly store: Store
  /** UNIX milliseconds. */
  readonly now: number
}

/** Notes messages as read, inside the running transaction: in the newest row where that has not left yet, else in rows of their own. */
export function noteReads(writer: Writer, messageIds: readonly number[], newId: string): Change[] {
  if (messageIds.length === 0) return []
  const { outbox } = writer.store
  const last = outbox.ofConversation(line).at(-1)
  const waiting = last?.kind === 'read' && last.state === 'queued' ? readPayload(last).messageIds : []
  if (last === undefined || waiting.length === 0 || waiting.length >= idsPerRow) {
    return insertReads(writer, messageIds, newId)
  }
  outbox.update({ ...last, payload: JSON.stringify({ messageIds: [...waiting, ...messageIds] } satisfies ReadPayload) })
  return [{ kind: 'outbox', conversation: line }]
}

/** Writes rows that name the messages as read, inside the running transaction. */
export function insertReads({ store, now }: Writer, messageIds: readonly number[], newId: string): Change[] {
  return batches(messageIds).map((batch, index): Change => {
    const payload = JSON.stringify({ messageIds: batch } satisfies ReadPayload)
    store.outbox.insert({ local_id: `${newId}/${index}`, kind: 'read', conversation: line, payload, created_at: now })
    return { kind: 'outbox', conversation: line }
  })
}

/** The ids in portions of one row each. */
export function batches(ids: readonly number[]): number[][] {
  const count = Math.ceil(ids.length / idsPerRow)
  return Array.from({ length: count }, (_, index) => ids.slice(index * idsPerRow, (index + 1) * idsPerRow))
}
