import type { ConversationEntry } from '../../preload/contract/views/inbox.ts'

/** A part of the inbox: conversations with mentions, direct ones, or the topics of a stream. */
export type InboxSection = 'mentions' | 'direct' | `stream:${number}`

/** A conversation of the inbox. */
export interface InboxRow {
  readonly key: string
  readonly kind: 'row'
  /** The part in which it was shown first: a row that is read in part does not move. */
  readonly section: InboxSection
  readonly entry: ConversationEntry
  /** It was read since the inbox was opened, here or elsewhere. */
  readonly isRead: boolean
}

/** A row, or the heading of a section. */
export type InboxLine =
  | {
      readonly key: string
      readonly kind: 'heading'
      readonly section: InboxSection
      readonly entry: ConversationEntry
    }
  | InboxRow

/** The section of a conversation that is unread now. */
export function sectionOf({ mentions, narrow }: ConversationEntry): InboxSection {
  if (mentions > 0) return 'mentions'
  return narrow.kind === 'direct' ? 'direct' : `stream:${narrow.streamId}`
}

/**
 * The rows after a change of the inbox. A shown row keeps its place, and stays where it is when it was read; what is new
 * comes where the engine's order has it. Only a row with a first mention moves, unless it is `held`.
 * @param before the rows that are shown
 * @param entries the unread conversations in the engine's order: sections are contiguous
 * @param held the key of the row in which the user writes; null for none
 * @param awaited the keys of unread rows that a reopened list does not have yet: they stay as they are
 */
export function mergedRows(
  before: readonly InboxRow[],
  entries: readonly ConversationEntry[],
  held: string | null,
  awaited: ReadonlySet<string> = new Set(),
): readonly InboxRow[] {
  const unread = new Map(entries.map((entry) => [entry.key, entry]))
  const rows = before.flatMap((row) => {
    const entry = unread.get(row.key)
    if (entry === undefined) return [row.isRead || awaited.has(row.key) ? row : asRead(row)]
    const isMoved = row.key !== held && row.section !== 'mentions' && sectionOf(entry) === 'mentions'
    if (isMoved) return []
    return [entry === row.entry && !row.isRead ? row : { ...row, entry, isRead: false }]
  })
  const placed = new Set(rows.map(({ key }) => key))
  const order = [...new Set(entries.map(sectionOf))]
  let previous: ConversationEntry | null = null
  for (const entry of entries) {
    const section = sectionOf(entry)
    if (!placed.has(entry.key)) {
      const row: InboxRow = { key: entry.key, kind: 'row', section, entry, isRead: false }
      rows.splice(indexFor(rows, row, previous, order), 0, row)
    }
    previous = entry
  }
  return rows
}

function asRead(row: InboxRow): InboxRow {
  return { ...row, isRead: true, entry: { ...row.entry, unread: 0, mentions: 0 } }
}

/** Where a new row comes: after its predecessor of the same section, else first in its section. */
function indexFor(
  rows: readonly InboxRow[],
  { section }: InboxRow,
  previous: ConversationEntry | null,
  order: readonly InboxSection[],
): number {
  const after = rows.findIndex((row) => row.key === previous?.key && row.section === section)
  if (after >= 0) return after + 1
  const first = rows.findIndex((row) => row.section === section)
  if (first >= 0) return first
  // A new section comes after the nearest one before it that is shown.
  for (const earlier of order.slice(0, order.indexOf(section)).reverse()) {
    const last = rows.findLastIndex((row) => row.section === earlier)
    if (last >= 0) return last + 1
  }
  return 0
}

/** The rows with the headings of their sections. */
export function linesOf(rows: readonly InboxRow[]): readonly InboxLine[] {
  let section: InboxSection | null = null
  return rows.flatMap((row): InboxLine[] => {
    if (row.section === section) return [row]
    section = row.section
    return [{ key: `heading:${section}`, kind: 'heading', section, entry: row.entry }, row]
  })
}
