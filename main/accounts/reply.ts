import { randomUUID } from 'node:crypto'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { Destination } from '#contract/base/values.ts'
import type { EngineCaller } from '#engine/engine-calls.ts'

/** The number of attempts while the engine restarts, before a reply becomes a draft. */
const tries = 5
const waitMs = 500

export type ReplyOutcome =
  | { readonly kind: 'sent' }
  /** The text was stored as a draft of its conversation. */
  | { readonly kind: 'kept'; readonly why: Failure }
  | { readonly kind: 'lost'; readonly why: Failure }

/**
 * Sends a reply to a notification. No page shows a failure, so the call is repeated with the same id while the engine
 * restarts; a reply that cannot be sent becomes a draft.
 */
export async function sendReply(
  call: EngineCaller,
  reply: { readonly destination: Destination; readonly content: string },
  wait: (milliseconds: number) => Promise<void>,
): Promise<ReplyOutcome> {
  const message = { localId: randomUUID(), ...reply }
  let result = await call('messages.send', message)
  for (let count = 1; count < tries && isRestarting(result); count += 1) {
    await wait(waitMs * 2 ** (count - 1))
    result = await call('messages.send', message)
  }
  if (result.ok) return { kind: 'sent' }
  const { destination, content } = reply
  const kept = await call('drafts.set', {
    narrow: destination,
    draftId: `reply-${message.localId}`,
    topic: destination.kind === 'topic' ? destination.topic : '',
    content,
    sending: message.localId,
  })
  if (!kept.ok) return { kind: 'lost', why: result.error }
  return kept.value.isQueued ? { kind: 'sent' } : { kind: 'kept', why: result.error }
}

function isRestarting(result: Result<unknown>): boolean {
  return !result.ok && result.error.code === 'ENGINE_RESTARTED'
}
