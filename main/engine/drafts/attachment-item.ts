import type { AttachmentItem } from '#contract/drafts.ts'
import type { Attachment } from '../store/drafts.ts'

/** A file as the page shows it, without its path on the server. */
export function attachmentItem({ uri: _uri, ...item }: Attachment): AttachmentItem {
  return item
}
