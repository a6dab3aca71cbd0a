import { z } from 'zod'
import type { OutboxKind, OutboxRow, OutboxState } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import { isReadableAs } from './payload.ts'

/** Said of a row that this version of Skein cannot read (C2). */
export const unreadableReason =
  'Skein cannot read what was stored here; perhaps a newer version wrote it. Copy its text if you need it, then take it back.'
const readableAgain = 'An older version of Skein could not read this, so it was not sent. Send it now?'

/** Lines that rows of each kind stand in. */
const lines: Readonly<Record<Exclude<OutboxKind, 'unreadable'>, RegExp>> = {
  send: /^(?:topic:\d+:|direct:[\d,]*$)/,
  schedule: /^schedule:(?:topic:\d+:|direct:[\d,]*$)/,
  schedule_edit: /^scheduled:\d+$/,
  schedule_delete: /^scheduled:\d+$/,
  read: /^read$/,
  unread: /^read$/,
  read_narrow: /^read$/,
  star: /^message:\d+$/,
  edit: /^message:\d+$/,
  delete: /^message:\d+$/,
  move: /^move:\d+:/,
  reaction: /^reaction:\d+$/,
  submessage: /^submessage:\d+$/,
  topic_policy: /^topic_policy:\d+:/,
  subscription: /^subscription:\d+:/,
  mute_user: /^mute_user:\d+$/,
  alert_word: /^alert_word:./,
}
const states: ReadonlySet<string> = new Set<OutboxState>(['queued', 'sending', 'acknowledged', 'unknown', 'failed'])
const linePrefix = 'unreadable:'

/** What the row was before it was set aside. */
const originalSchema = z.object({
  kind: z.string(),
  conversation: z.string(),
  payload: z.string(),
  state: z.string(),
  error: z.string().nullable(),
})
type Original = z.infer<typeof originalSchema>

/**
 * Puts rows aside that cannot be read (a newer version wrote them, or they were salvaged from a damaged file), before
 * anything else looks at the outbox: each becomes a `failed` row of a kind and a line of its own, which holds up nothing.
 * Rows that an older version put aside, and this one can read, are what they were. Runs inside a transaction.
 * @returns how many rows were put aside
 */
export function setUnreadableAside(store: Store): number {
  const { outbox } = store
  let count = 0
  for (const localId of outbox.localIds()) {
    const row = outbox.get(localId)
    if (row === undefined) continue
    if (row.kind === 'unreadable') {
      restore(store, row)
    } else if (!isReadable(row)) {
      const { kind, conversation, payload, state, error } = row
      const original: Original = { kind, conversation, payload, state, error }
      const aside = { ...row, conversation: linePrefix + conversation, payload: JSON.stringify(original) } as const
      outbox.changeKind({ ...aside, kind: 'unreadable', state: 'failed', error: unreadableReason })
      count += 1
    }
  }
  return count
}

function isReadable({ kind, conversation, payload, state }: Original): boolean {
  return isKnown(kind) && states.has(state) && lines[kind].test(conversation) && isReadableAs(kind, payload)
}

function isKnown(kind: string): kind is keyof typeof lines {
  return Object.hasOwn(lines, kind)
}

function restore({ outbox }: Store, row: OutboxRow): void {
  const original = originalOf(row)
  if (original === null || !isKnown(original.kind) || !isReadable(original)) return
  const { kind, conversation, payload, state } = original
  // Time has passed, and the user was told that it failed: what is known not to have left waits for a word.
  const hasLeft = state === 'sending' || state === 'unknown' || state === 'acknowledged'
  const now = hasLeft
    ? ({ state: state === 'acknowledged' ? state : 'unknown', error: null } as const)
    : ({ state: 'failed', error: original.error ?? readableAgain } as const)
  outbox.changeKind({ ...row, kind, conversation, payload, ...now })
}

function originalOf(row: OutboxRow): Original | null {
  const parsed = originalSchema.safeParse(parsedJson(row.payload))
  return parsed.success ? parsed.data : null
}

/** The words in a row that cannot be read: its text where it has one, else all of it where that is no JSON. */
export function wordsOf(row: OutboxRow): string | null {
  const payload = originalOf(row)?.payload ?? row.payload
  const value = parsedJson(payload)
  if (value === undefined) return payload
  const content = z.object({ content: z.string() }).safeParse(value)
  return content.success ? content.data.content : null
}

/** All that can be copied out of a row that cannot be read. */
export function copyOf(row: OutboxRow): string {
  return wordsOf(row) ?? originalOf(row)?.payload ?? row.payload
}

/** The conversation that an unreadable row was for, by its line; null where that says nothing. */
export function placeOfUnreadable(line: string): string | null {
  const place = /^unreadable:(?:schedule:)?((?:topic:\d+:|direct:\d+(?:,\d+)*$).*)/su.exec(line)
  return place?.[1] ?? null
}

/** Names of files that a text may speak of: those of `outgoing/` are UUIDs. */
export function filesNamedIn(text: string): string[] {
  return text.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi) ?? []
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
