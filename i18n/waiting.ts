import type { PendingChange, PendingItem } from '#contract/messages.ts'
import type { OutboxItem, WaitReason } from '#contract/outbox.ts'
import { catalogue, sentenceOf } from './catalogue.ts'
import { formatTime } from './times.ts'
import type { DraftSynchronization } from '#contract/drafts.ts'

/** The reason for waiting, as a phrase. */
export function waitSentence(reason: WaitReason): string {
  const { waiting } = catalogue
  switch (reason.kind) {
    case 'uploading':
      return waiting.uploading(reason)
    case 'rate_limited':
      return waiting.rate_limited(formatTime(reason.until / 1000))
    case 'disk':
      return waiting.disk[reason.problem]
    case 'failed':
      return reason.reason === null ? waiting.refused : sentenceOf(reason.reason)
    default:
      return waiting[reason.kind]
  }
}

/** The state of a message's pending change, and what it waits for. */
export function changeSentence({ kind, topic, state, reason }: PendingChange): string {
  if (state === 'failed') return `${catalogue.waiting.unchanged[kind](topic)}. ${waitSentence(reason)}`
  const what = catalogue.waiting.changing[kind](topic)
  return reason.kind === 'sending' ? what : `${what} – ${waitSentence(reason)}`
}

/** The line below a message that has not been sent yet. */
export function pendingSentence({ state, reason }: Pick<PendingItem | OutboxItem, 'state' | 'reason'>): string {
  return state === 'failed' ? catalogue.waiting.notSent(waitSentence(reason)) : waitSentence(reason)
}

/** The number of messages behind a refused one; empty for none. */
export function behindSentence(count: number): string {
  return count === 0 ? '' : catalogue.waiting.waitBehind(count)
}

/** Where a draft is kept; empty where the server has it as it stands, or keeps none. */
export function draftDetail(synchronization: DraftSynchronization | null): string {
  switch (synchronization?.state) {
    case undefined:
    case 'done':
      return ''
    case 'pending':
      return catalogue.drafts.pending
    case 'local':
      return sentenceOf(synchronization.reason)
    case 'refused':
      return catalogue.drafts.refused(sentenceOf(synchronization.reason))
  }
}
