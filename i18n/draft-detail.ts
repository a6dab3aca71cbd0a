import type { DraftSynchronization } from '#contract/views/drafts.ts'
import { sentenceOf, words } from './words.ts'

/** Where a draft is kept; empty where the server has it as it stands, or keeps none. */
export function draftDetail(synchronization: DraftSynchronization | null): string {
  switch (synchronization?.state) {
    case undefined:
    case 'done':
      return ''
    case 'pending':
      return words.drafts.pending
    case 'local':
      return sentenceOf(synchronization.reason)
    case 'refused':
      return words.drafts.refused(sentenceOf(synchronization.reason))
  }
}
