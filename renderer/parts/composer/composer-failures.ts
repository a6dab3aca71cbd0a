import type { Failure } from '#contract/base/failures.ts'
import { clientLimits } from '#shared/client-limits.ts'

/** The codes of failures that repeat for the same text. */
const refusedAgain: ReadonlySet<string> = new Set(['BAD_PARAMETERS', 'TEXT_TOO_LONG_TO_KEEP'])

/** Returns whether a failed save may succeed when it is repeated. */
export function isWorthRetrying({ code }: Failure): boolean {
  return !refusedAgain.has(code)
}

/** Returns the delay before a failed save is repeated, in milliseconds. It grows with each failure. */
export function retryAfterMs(retries: number): number {
  return Math.min(30_000, 500 * 2 ** retries)
}

const tooLong: Failure = { code: 'TEXT_TOO_LONG_TO_KEEP', values: { most: clientLimits.draftText.most } }

/** Returns the reason why a text cannot be stored; null if it can. */
export function whyNotKept(content: string): Failure | null {
  return content.length > clientLimits.draftText.most ? tooLong : null
}

/** An earlier version of the text turned out to be queued. */
export const sentBefore: Failure = { code: 'SENT_BEFORE' }
/** It is still unknown whether an earlier version of the text is queued. */
export const unanswered: Failure = { code: 'UNANSWERED' }
/** Returns whether a failure means that only the topic is missing. */
export function isTopicMissing(failure: Failure | null): boolean {
  return failure?.code === 'TOPIC_MISSING'
}

/** The stream requires a topic, and none is typed. */
export const topicMissing: Failure = { code: 'TOPIC_MISSING', values: { act: 'compose' } }
