import type { AttachmentItem } from '#contract/drafts.ts'

/** A file of a draft or of a pending message in the form that the composer displays. */
export interface AttachmentChip extends AttachmentItem {
  /** Whether its copy ended with the page that had the file, so that it cannot continue. */
  readonly isInterrupted?: boolean
  /** The number of processed bytes; null if nothing is in progress. */
  readonly done: number | null
  /** The description of the operation in progress, beside the name; empty without one. */
  readonly doing: string
}
