import type { AttachmentItem } from '#contract/values.ts'
import type { Attachment } from '../store/drafts.ts'

/** A file as the page shows it; where the server keeps it is not told. */
export function attachmentItem({ uri: _uri, ...item }: Attachment): AttachmentItem {
  return item
}
