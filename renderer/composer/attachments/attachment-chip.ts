import type { AttachmentItem } from '#contract/values.ts'

/** A file of a draft or of a pending message, as displayed. */
export interface AttachmentChip extends AttachmentItem {
  /** Its copy ended with the page that had the file, and cannot go on. */
  readonly isInterrupted?: boolean
  /** The number of processed bytes; null if nothing is in progress. */
  readonly done: number | null
  /** The operation in progress, as words beside the name. */
  readonly doing: string
}
