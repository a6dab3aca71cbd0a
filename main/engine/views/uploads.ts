import { z } from 'zod'
import type { UploadItem, UploadsMeta } from '#contract/attachments.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import type { UploadListWatch } from '../sync/upload-list.ts'
import type { RefreshableView } from './view.ts'

const messageIds = z.array(z.number()).catch([])

/** The parts of the engine that the view needs. */
export interface UploadsPorts {
  readonly isOnline: () => boolean
  /** Fetches the server's list (`fetchUploads`). */
  readonly fetch: (watch: UploadListWatch) => Promise<void>
  /** It is called when the view must be computed again. */
  readonly onDirty: () => void
}

/** The view of the user's uploaded files, newest first: first the stored list, then as the server lists them. */
export class UploadsView implements RefreshableView<'uploads'> {
  readonly #core: ReadCore
  readonly #ports: UploadsPorts
  /** It increases with each added, changed or removed file. */
  #changes = 0
  #isLoading = false
  #isClosed = false

  constructor(core: ReadCore, ports: UploadsPorts) {
    this.#core = core
    this.#ports = ports
  }

  isAffected(change: Change): boolean {
    if (change.kind === 'attachments') this.#changes += 1
    return change.kind === 'attachments' || change.kind === 'epoch'
  }

  noteAll(): void {
    this.#changes += 1
  }

  compute(): { items: UploadItem[]; meta: UploadsMeta } {
    const { store, accountState } = this.#core
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
      meta: { usedBytes, isWhole: epoch === accountState.epoch, isLoading: this.#isLoading },
    }
  }

  close(): void {
    this.#isClosed = true
  }

  async refresh(): Promise<void> {
    const { store, accountState } = this.#core
    if (this.#isLoading || this.#isClosed || !this.#ports.isOnline()) return
    if (store.meta.uploads().epoch === accountState.epoch) return
    this.#isLoading = true
    this.#ports.onDirty()
    try {
      await this.#ports.fetch({ changes: () => this.#changes, hasEnded: () => this.#isClosed })
    } catch (error) {
      this.#core.ports.log('info', `uploads: ${String(error)}`)
    } finally {
      this.#isLoading = false
      if (!this.#hasEnded()) this.#ports.onDirty()
    }
  }

  /** Refreshes the list, which is always one page. */
  more(): Promise<void> {
    return this.refresh()
  }

  #hasEnded(): boolean {
    return this.#isClosed
  }
}
