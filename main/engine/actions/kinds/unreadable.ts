import { z } from 'zod'
import type { OutboxRow } from '../../store/outbox.ts'
import { storedFailure } from '../../values/failures.ts'
import type { ActionKindDefinition } from '../definition.ts'

const queueKeyPrefix = 'unreadable:'

/** The columns of the row before it was set aside. */
const originalSchema = z.object({
  kind: z.string(),
  conversation: z.string(),
  payload: z.string(),
  state: z.string(),
  error: z.string().nullable(),
})
export type Original = z.infer<typeof originalSchema>

/**
 * A row that this version cannot read (`set-aside.ts`). It waits under its own queue key until the user discards it.
 * Its payload is parsed leniently, and the row stays unchanged.
 */
export const unreadableKind: ActionKindDefinition = {
  name: 'unreadable',
  schema: z.unknown(),
  queueKey: { pattern: /^unreadable:/, conversation: (_core, queueKey) => placeOfUnreadable(queueKey) },
  outcome: 'ask_the_user',
  execute: () => Promise.resolve(),
  describe: (_core, row) => ({
    what: { code: 'UNREADABLE' },
    conversation: placeOfUnreadable(row.queue_key),
    text: copyOf(row),
  }),
  isUnreadable: true,
  cancel: () => ({ ok: false, error: { code: 'UNREADABLE' } }),
  written: (_core, row) => {
    const content = wordsOf(row)
    if (content === null) return null
    return { conversation: placeOfUnreadable(row.queue_key) ?? '', topic: '', content, attachments: '[]' }
  },
}

/** The row in the form in which it is set aside. */
export function asUnreadable(row: OutboxRow): OutboxRow {
  const { kind, queue_key, payload, state, error } = row
  const original: Original = { kind, conversation: queue_key, payload, state, error }
  return {
    ...row,
    kind: unreadableKind.name,
    queue_key: queueKeyPrefix + queue_key,
    payload: JSON.stringify(original),
    state: 'failed',
    error: storedFailure({ code: 'UNREADABLE' }),
  }
}

/** The original row of an unreadable one; null if it cannot be read either. */
export function originalOf(row: OutboxRow): Original | null {
  const parsed = originalSchema.safeParse(parsedJson(row.payload))
  return parsed.success ? parsed.data : null
}

/**
 * The user's text in an unreadable row: its content, or the whole payload if it is not JSON; null if it has no content.
 */
function wordsOf(row: OutboxRow): string | null {
  const payload = originalOf(row)?.payload ?? row.payload
  const value = parsedJson(payload)
  if (value === undefined) return payload
  const content = z.object({ content: z.string() }).safeParse(value)
  return content.success ? content.data.content : null
}

/** The text of an unreadable row that the user can copy: its content, or the whole payload. */
export function copyOf(row: OutboxRow): string {
  return wordsOf(row) ?? originalOf(row)?.payload ?? row.payload
}

/** The conversation of an unreadable row by its queue key; null if the key has none. */
export function placeOfUnreadable(queueKey: string): string | null {
  const place = /^unreadable:(?:schedule:)?((?:topic:\d+:|direct:\d+(?:,\d+)*$).*)/su.exec(queueKey)
  return place?.[1] ?? null
}

/** Ids of files in a text: the files of `outgoing/` have UUIDs as names. */
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
