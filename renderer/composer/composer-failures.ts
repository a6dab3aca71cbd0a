import type { Failure } from '../../preload/contract/values.ts'

/** Failures after which repeating the save is pointless. */
export const finalFailures: ReadonlySet<string> = new Set(['NO_ACCOUNT', 'BAD_PARAMETERS'])

/** The delay before a failed save is repeated, in milliseconds; it grows with each failure. */
export function retryAfterMs(retries: number): number {
  return Math.min(30_000, 500 * 2 ** retries)
}

export const noAnswer: Failure = { code: 'NO_ANSWER' }
export const sentBefore: Failure = { code: 'SENT_BEFORE' }
export const unanswered: Failure = { code: 'UNANSWERED' }
/** Whether only the topic is missing. */
export function isTopicMissing(failure: Failure | null): boolean {
  return failure?.code === 'TOPIC_MISSING'
}

export const topicMissing: Failure = { code: 'TOPIC_MISSING', values: { act: 'compose' } }
