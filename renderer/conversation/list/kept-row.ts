import type { KeptPosition } from '../../ui/kept-position.ts'
import type { Row } from '../rows.ts'
import type { RowPosition } from './steady-list.svelte.ts'

/** Where the first unread message comes to stand, in CSS pixels from the upper edge. */
export const unreadOffset = 80

/**
 * Where a list goes on for a reader who comes back: at the message under the eye or, if it was deleted, at the one that
 * took its place. The end stays the end, unless messages after it are unread: the reader goes on at the first of them.
 * @returns null for the end of the list
 */
export function keptRow(rows: readonly Row[], kept: KeptPosition): RowPosition | null {
  const id = Number(kept.row)
  if (kept.isAtEnd) {
    const unread = rows.findIndex(({ item }) => item.kind === 'message' && item.id > id && !item.isRead)
    return unread < 0 ? null : { index: unread, align: 'start', offset: unreadOffset }
  }
  const next = rows.findIndex(({ item }) => item.kind === 'message' && item.id >= id)
  const index = next < 0 ? rows.findLastIndex(({ item }) => item.kind === 'message') : next
  const row = rows[index]
  if (row?.item.kind !== 'message') return null
  // A distance above the view belongs to the text of the message that was there.
  return { index, align: 'start', offset: row.item.id === id ? kept.offset : Math.max(0, kept.offset) }
}
