import { getAttachments } from '../api/resources/attachments.ts'
import type { Core } from '../core/core.ts'
import { attachmentRow } from '../state/attachments/attachments.ts'

/** Files may change during a fetch, which is then repeated up to this number of attempts. */
const attempts = 3

/** The facts on which a fetch of the files depends. */
export interface UploadListWatch {
  /** Returns a number that increases with each file that is added, changed or removed. */
  readonly changes: () => number
  /** Returns whether the list is no longer needed. */
  readonly hasEnded: () => boolean
}

/**
 * Fetches the list of the user's uploaded files. The server's list is complete, and events keep it complete while the
 * queue exists. A list that changed during every attempt is stored for no epoch, so that the next view fetches it
 * again.
 * @throws ApiError if the server refuses the list
 */
export async function fetchUploads(core: Core, { changes, hasEnded }: UploadListWatch): Promise<void> {
  const { store, accountState, api } = core
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const before = changes()
    const { epoch } = accountState
    const answer = await getAttachments(api, { priority: 'foreground' })
    if (hasEnded()) return
    if (changes() !== before && attempt < attempts) continue
    core.commit(() => {
      store.lists.replaceAttachments(answer.attachments.map((file) => attachmentRow(file, core.capabilities)))
      store.meta.setUploads({
        usedBytes: answer.upload_space_used,
        epoch: changes() === before ? epoch : 0,
        fetchedAt: core.ports.clock.now(),
      })
      return [{ kind: 'attachments' }]
    })
    return
  }
}
