import type { Core } from '../core/core.ts'
import type { OutboxRow, OutboxState } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import { storedFailure } from '../values/failures.ts'
import type { ActionKindDefinition } from './definition.ts'
import { definitionNamed } from './kinds.ts'
import { asUnreadable, originalOf, type Original } from './kinds/unreadable.ts'

/**
 * Milliseconds for which confirmed rows are remembered, so that a repeated call does not send again and no message is
 * claimed twice.
 */
const sentMemoryMs = 30 * 86_400_000

/** Repairs the outbox when an engine starts: rows that an earlier engine was sending become `unknown`. */
export function recoverOutbox({ store, ports }: Core): void {
  store.transaction(() => {
    const aside = setUnreadableAside(store)
    if (aside > 0)
      ports.log('error', `${aside} rows of the outbox cannot be read; they are kept and shown as unreadable`)
    store.outbox.recoverInterrupted()
    store.outbox.forgetSent(ports.clock.now() - sentMemoryMs)
  })
}

const readableAgain = storedFailure({ code: 'READABLE_AGAIN' })
const states: ReadonlySet<string> = new Set<OutboxState>(['queued', 'sending', 'acknowledged', 'unknown', 'failed'])

/**
 * Sets unreadable rows aside before anything else reads the outbox, inside a transaction: each becomes a `failed` row
 * of kind `unreadable` with its own queue key, which delays no other row. A newer version wrote them, or they were
 * salvaged from a damaged file. Rows that this version can read again are restored.
 * @returns the number of rows set aside
 */
export function setUnreadableAside(store: Store): number {
  const { outbox } = store
  let count = 0
  for (const localId of outbox.localIds()) {
    const row = outbox.get(localId)
    if (row === undefined) continue
    if (definitionNamed(row.kind)?.isUnreadable) {
      restore(store, row)
    } else if (!isReadable({ ...row, conversation: row.queue_key })) {
      outbox.changeKind(asUnreadable(row))
      count += 1
    }
  }
  return count
}

/** Whether the kind is known, and state, queue key and payload are valid for it. */
function isReadable({ kind, conversation, payload, state }: Original): boolean {
  const definition = definitionNamed(kind)
  if (definition === undefined || definition.isUnreadable) return false
  return states.has(state) && definition.queueKey.pattern.test(conversation) && isOfSchema(definition, payload)
}

function isOfSchema({ schema }: ActionKindDefinition, payload: string): boolean {
  try {
    return schema.safeParse(JSON.parse(payload)).success
  } catch {
    return false
  }
}

function restore({ outbox }: Store, row: OutboxRow): void {
  const original = originalOf(row)
  if (original === null || !isReadable(original)) return
  const { kind, conversation, payload, state } = original
  // The user has seen a failure since then, so a row that certainly was not sent waits for the user.
  const hasLeft = state === 'sending' || state === 'unknown' || state === 'acknowledged'
  const now = hasLeft
    ? ({ state: state === 'acknowledged' ? state : 'unknown', error: null } as const)
    : ({ state: 'failed', error: original.error ?? readableAgain } as const)
  outbox.changeKind({ ...row, kind, queue_key: conversation, payload, ...now })
}
