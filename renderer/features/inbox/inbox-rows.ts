import type { ConversationEntry } from '#contract/navigation.ts'

/** A section of the inbox: conversations with mentions, direct ones, or the topics of a stream. */
export type InboxSection = 'mentions' | 'direct' | `stream:${number}`

/** A conversation of the inbox. */
export interface InboxRow {
  /** A key that is unique among the rows of all accounts; `entry.key` is unique in its account. */
  readonly key: string
  readonly kind: 'row'
  readonly accountId: string
  /** The section in which the row was shown first: a row that is partly read does not move. */
  readonly section: InboxSection
  readonly entry: ConversationEntry
  /** Whether the conversation was read since the inbox was opened, here or elsewhere. */
  readonly isRead: boolean
}

/** A row of the list: a conversation, or the heading of a section. */
export type InboxLine =
  | {
      readonly key: string
      readonly kind: 'heading'
      readonly section: InboxSection
      /** The account of the row below; it concerns the heading of a stream only. */
      readonly accountId: string
      readonly entry: ConversationEntry
    }
  | InboxRow

/** Returns the section of a conversation that is unread now. */
export function sectionOf({ mentions, narrow }: ConversationEntry): InboxSection {
  if (mentions > 0) return 'mentions'
  return narrow.kind === 'direct' ? 'direct' : `stream:${narrow.streamId}`
}

/**
 * Merges the engine's entries into the shown rows. A shown row keeps its position, also after it was read; new ones are
 * inserted in the engine's order. Only a row with a first mention moves, unless it is `held`.
 * @param accountId the account of the rows
 * @param before the rows that are shown
 * @param entries the unread conversations in the engine's order: sections are contiguous
 * @param held the key of the entry in which the user writes; null for none
 * @param awaited the keys of unread entries that a reopened list does not have yet: their rows stay as they are
 */
export function mergedRows(
  accountId: string,
  before: readonly InboxRow[],
  entries: readonly ConversationEntry[],
  held: string | null,
  awaited: ReadonlySet<string> = new Set(),
): readonly InboxRow[] {
  const unread = new Map(entries.map((entry) => [entry.key, entry]))
  const rows = before.flatMap((row) => {
    const entry = unread.get(row.entry.key)
    if (entry === undefined) return [row.isRead || awaited.has(row.entry.key) ? row : asRead(row)]
    const isMoved = entry.key !== held && row.section !== 'mentions' && sectionOf(entry) === 'mentions'
    if (isMoved) return []
    return [entry === row.entry && !row.isRead ? row : { ...row, entry, isRead: false }]
  })
  const placed = new Set(rows.map(({ entry }) => entry.key))
  const order = [...new Set(entries.map(sectionOf))]
  let previous: ConversationEntry | null = null
  for (const entry of entries) {
    const section = sectionOf(entry)
    if (!placed.has(entry.key)) {
      const row: InboxRow = { key: `${accountId} ${entry.key}`, kind: 'row', accountId, section, entry, isRead: false }
      rows.splice(indexFor(rows, row, previous, order), 0, row)
    }
    previous = entry
  }
  return rows
}

function asRead(row: InboxRow): InboxRow {
  return { ...row, isRead: true, entry: { ...row.entry, unread: 0, mentions: 0 } }
}

/** Returns the index for a new row: after its predecessor in the same section, else first in its section. */
function indexFor(
  rows: readonly InboxRow[],
  { section }: InboxRow,
  previous: ConversationEntry | null,
  order: readonly InboxSection[],
): number {
  const after = rows.findIndex((row) => row.entry.key === previous?.key && row.section === section)
  if (after >= 0) return after + 1
  const first = rows.findIndex((row) => row.section === section)
  if (first >= 0) return first
  // A new section follows the nearest earlier one that is shown.
  for (const earlier of order.slice(0, order.indexOf(section)).reverse()) {
    const last = rows.findLastIndex((row) => row.section === earlier)
    if (last >= 0) return last + 1
  }
  return 0
}

/** The rows of one account. */
export interface AccountRows {
  readonly accountId: string
  readonly rows: readonly InboxRow[]
  /** Whether the end of the list was not reached yet. */
  readonly isGrowing: boolean
  /** Whether the list was longer than its first step. */
  readonly isLong: boolean
}

/** The list of all accounts. */
export interface InboxLines {
  readonly lines: readonly InboxLine[]
  /** The account whose list must grow before more can follow; null if everything is listed. */
  readonly growing: string | null
}

/**
 * Returns the rows of all accounts with the headings of their sections: mentions of all, direct messages of all, then
 * the streams of each, short lists first. The result ends with the first list that still grows, so that its next step
 * inserts nothing between shown rows.
 */
export function linesOf(accounts: readonly AccountRows[]): InboxLines {
  const lines: InboxLine[] = []
  let heading = ''
  const byLength = accounts.toSorted((a, b) => Number(a.isLong) - Number(b.isLong))
  for (const rank of [0, 1, 2]) {
    for (const { accountId, rows, isGrowing } of rank === 2 ? byLength : accounts) {
      for (const row of rows) {
        if (rankOf(row.section) !== rank) continue
        const { section, entry } = row
        const key = `heading:${rank === 2 ? `${accountId} ` : ''}${section}`
        if (key !== heading) lines.push({ key, kind: 'heading', section, accountId, entry })
        heading = key
        lines.push(row)
      }
      const last = rows.at(-1)
      if (isGrowing && (last === undefined || rankOf(last.section) <= rank)) return { lines, growing: accountId }
    }
  }
  return { lines, growing: null }
}

function rankOf(section: InboxSection): number {
  return section === 'mentions' ? 0 : section === 'direct' ? 1 : 2
}
