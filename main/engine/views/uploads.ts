import { z } from 'zod'
import type { UploadItem, UploadsMeta } from '../../../preload/contract/views/uploads.ts'
import { getAttachments } from '../api/resources/attachments.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { attachmentRow } from '../model/attachments/attachments.ts'
import type { RefreshableView } from './view.ts'

/** The files may change during a fetch; then they are fetched again, at most this often. */
const attempts = 3
const messageIds = z.array(z.number()).catch([])

/** The user's uploaded files, newest first: from disk at once, then as the server lists them. */
export class UploadsView implements RefreshableView<'uploads'> {
  readonly #core: Core
  readonly #isOnline: () => boolean
  readonly #onDirty: () => void
  /** Increases with each added, changed or removed file. */
  #changes = 0
  #isLoading = false
  #isClosed = false

  constructor(core: Core, isOnline: () => boolean, onDirty: () => void) {
    this.#core = core
    this.#isOnline = isOnline
    this.#onDirty = onDirty
  }

  isAffected(change: Change): boolean {
    if (change.kind === 'attachments') this.#changes += 1
    return change.kind === 'attachments' || change.kind === 'epoch'
  }

  noteAll(): void {
    this.#changes += 1
  }

  compute(): { items: UploadItem[]; meta: UploadsMeta } {
    const { store, world } = this.#core
    const { usedBytes, epoch } = store.meta.uploads()
    return {
      items: store.lists.attachments().map((row) => ({
        key: `upload:${row.id}`,
        kind: 'upload',
        id: row.id,
        name: row.name,
        size: row.size,
        path: row.path,
        createdAt: row.created_at === 0 ? null : row.created_at,
        messageIds: messageIds.parse(JSON.parse(row.messages)),
      })),
      meta: { usedBytes, isWhole: epoch === world.epoch, isLoading: this.#isLoading },
    }
  }

  close(): void {
    this.#isClosed = true
  }

  /** The server's list is complete; events keep it so as long as the queue lives. */
  async refresh(): Promise<void> {
    const { store, world, api } = this.#core
    if (this.#isLoading || this.#isClosed || !this.#isOnline()) return
    if (store.meta.uploads().epoch === world.epoch) return
    this.#isLoading = true
    this.#onDirty()
    try {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const before = this.#changes
        const { epoch } = world
        const answer = await getAttachments(api, { priority: 'foreground' })
        if (this.#hasEnded()) return
        if (this.#changes !== before && attempt < attempts) continue
        this.#core.commit(() => {
          store.lists.replaceAttachments(answer.attachments.map((file) => attachmentRow(file, this.#core.capabilities)))
          store.meta.setUploads({ usedBytes: answer.upload_space_used, epoch: this.#changes === before ? epoch : 0 })
          return [{ kind: 'attachments' }]
        })
        return
      }
    } catch (error) {
      this.#core.ports.log('info', `uploads: ${String(error)}`)
    } finally {
      this.#isLoading = false
      if (!this.#hasEnded()) this.#onDirty()
    }
  }

  /** All of it is one page. */
  more(): Promise<void> {
    return this.refresh()
  }

  #hasEnded(): boolean {
    return this.#isClosed
  }
}
