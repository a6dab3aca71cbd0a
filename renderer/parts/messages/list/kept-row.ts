import type { KeptPosition } from '#renderer/ui/list/list-scroll.ts'
import type { Row } from '../rows.ts'
import type { RowPosition } from './steady-list.svelte.ts'

/** The distance of the first unread message from the upper edge, in CSS pixels. */
export const unreadOffset = 80

/**
 * Returns where a list continues for a reader who returns: at the message that was read or, if it was deleted, at the
 * next one. The end stays the end, unless later messages are unread: the first of them is next.
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
  // A negative offset belongs to the text of the kept message only.
  return { index, align: 'start', offset: row.item.id === id ? kept.offset : Math.max(0, kept.offset) }
}
