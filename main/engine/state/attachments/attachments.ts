import { type Capabilities, capabilitiesOf } from '../../api/capabilities.ts'
import { attachmentsWire, type WireAttachment } from '../../api/resources/attachments.ts'
import type { AttachmentRow } from '../../store/lists.ts'
import { slice } from '../slice.ts'

/** Converts a file of the user to a row. Its time is in UNIX seconds, even if the server sends milliseconds. */
export function attachmentRow(
  attachment: WireAttachment,
  capabilities: Pick<Capabilities, 'attachmentSeconds'>,
): AttachmentRow {
  return {
    id: attachment.id,
    name: attachment.name,
    size: attachment.size,
    path: `/user_uploads/${attachment.path_id}`,
    created_at: Math.floor(attachment.create_time / (capabilities.attachmentSeconds ? 1 : 1000)),
    messages: JSON.stringify(attachment.message_ids),
  }
}

export const attachmentsSlice = slice({
  name: 'attachments',
  wire: attachmentsWire,
  reducers: {
    /** The list of the user's files is incomplete until it is fetched, and the view says so. */
    attachment: ({ store, accountState }, event) => {
      if (event.op === 'remove') store.lists.removeAttachment(event.attachment.id)
      else {
        const capabilities = capabilitiesOf(accountState.organization?.featureLevel ?? 0)
        store.lists.putAttachment(attachmentRow(event.attachment, capabilities))
      }
      if (event.upload_space_used !== null) {
        store.meta.setUploads({ ...store.meta.uploads(), usedBytes: event.upload_space_used })
      }
      return [{ kind: 'attachments' }]
    },
  },
})
