import type { DraftSynchronization } from '#contract/drafts.ts'
import { catalogue, sentenceOf } from './catalogue.ts'

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
