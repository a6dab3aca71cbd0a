/** A file of a draft or of a pending message, as displayed. */
export interface AttachmentChip {
  readonly id: string
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number
  /** The number of processed bytes; null if nothing is in progress. */
  readonly done: number | null
  /** The operation in progress, as words beside the name. */
  readonly doing: string
}
