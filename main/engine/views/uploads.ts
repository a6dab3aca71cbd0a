import { z } from 'zod'
import type { FileUse, UploadItem, UploadsMeta } from '#contract/attachments.ts'
import type { QueryOf } from '#contract/views.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { fileKindOf, type FileKind } from '#shared/file-name.ts'
import { NameQuery, foldName } from '#shared/name-query.ts'
import type { ReadCore } from '../core/read-core.ts'
import { destinationOfKey, headingOf } from '../projections/headings.ts'
import type { Change } from '../state/changes.ts'
import type { AttachmentRow } from '../store/lists.ts'
import type { UploadListWatch } from '../sync/upload-list.ts'
import { conversationOf } from '../values/conversation.ts'
import type { MessageId } from '../values/ids.ts'
import type { RefreshableView } from './view.ts'
import { compareNames } from '../values/name-order.ts'

const perStep = clientLimits.filesStep.most
const most = clientLimits.attachments.most
const bytesOfMib = 1024 * 1024
const messageIds = z.array(z.number())

/** The parts of the engine that the view needs. */
export interface UploadsPorts {
  readonly isOnline: () => boolean
  /** Fetches the server's list (`fetchUploads`). */
  readonly fetch: (watch: UploadListWatch) => Promise<void>
  /** It is called when the view must be computed again. */
  readonly onDirty: () => void
}

/** A stored file, read once. */
interface ReadFile {
  readonly row: AttachmentRow
  readonly fileKind: FileKind
  /** The messages that link to it, the newest first. */
  readonly messageIds: readonly MessageId[]
}

/** The view of the user's uploaded files, searched, filtered and sorted: first the stored list, then the server's. */
export class UploadsView implements RefreshableView<'uploads'> {
  readonly #core: ReadCore
  readonly #ports: UploadsPorts
  readonly #query: Omit<QueryOf<'uploads'>, 'type'>
  #shown: number
  /** Kept until a file changes. */
  #files: readonly ReadFile[] | null = null
  #found: readonly ReadFile[] | null = null
  /** The files by the messages that link to them. */
  #byMessage = new Map<MessageId, readonly number[]>()
  /** The items of the last computation, so that the conversations of long lists are not read again. */
  #items = new Map<number, UploadItem>()
  /** It increases with each added, changed or removed file. */
  #changes = 0
  #isLoading = false
  #isClosed = false

  constructor(core: ReadCore, ports: UploadsPorts, query: Omit<QueryOf<'uploads'>, 'type'>) {
    this.#core = core
    this.#ports = ports
    this.#query = query
    this.#shown = Math.min(query.rows, most)
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'attachments':
        this.noteAll()
        return true
      case 'people':
      case 'streams':
      case 'moved':
        this.#items.clear()
        return true
      case 'message':
        return this.#noteMessage(change)
      case 'organization':
      case 'epoch':
        return true
      default:
        return false
    }
  }

  noteAll(): void {
    this.#changes += 1
    this.#files = null
    this.#found = null
    this.#items.clear()
  }

  /** Drops the items of files to which a message links. `*` stands for messages of all conversations. */
  #noteMessage({ id, conversation }: Extract<Change, { kind: 'message' }>): boolean {
    if (conversation === '*') this.#items.clear()
    const files = this.#byMessage.get(id) ?? []
    for (const fileId of files) this.#items.delete(fileId)
    return files.length > 0 || (conversation === '*' && this.#byMessage.size > 0)
  }

  compute(): { items: UploadItem[]; meta: UploadsMeta } {
    const { store, accountState } = this.#core
    const { usedBytes, epoch, fetchedAt } = store.meta.uploads()
    const files = (this.#files ??= this.#read())
    const found = (this.#found ??= this.#find(files))
    const items = found.slice(0, this.#shown).map((file) => this.#itemOf(file))
    this.#items = new Map(items.map((item) => [item.id, item]))
    return {
      items,
      meta: {
        found: found.length,
        foundBytes: found.reduce((sum, { row }) => sum + row.size, 0),
        total: files.length,
        hasMore: found.length > items.length,
        usedBytes,
        quotaBytes: this.#quotaBytes(),
        isWhole: epoch === accountState.epoch,
        isLoading: this.#isLoading,
        fetchedAt,
      },
    }
  }

  #read(): readonly ReadFile[] {
    const files = this.#core.store.lists.attachments().map((row): ReadFile => ({
      row,
      fileKind: fileKindOf(row.name),
      messageIds: readIds(row.messages).toSorted((a, b) => b - a),
    }))
    const byMessage = new Map<MessageId, number[]>()
    for (const { row, messageIds: ids } of files) {
      // The others are not named.
      for (const id of ids.slice(0, clientLimits.fileUses.most)) {
        byMessage.set(id, [...(byMessage.get(id) ?? []), row.id])
      }
    }
    this.#byMessage = byMessage
    return files
  }

  #find(files: readonly ReadFile[]): readonly ReadFile[] {
    const { text, filters, sort } = this.#query
    const query = new NameQuery(text, clientLimits.nameWords.most)
    const found = files.filter(
      (file) =>
        (filters.kind === null || file.fileKind === filters.kind) &&
        (!filters.isUnused || file.messageIds.length === 0) &&
        (query.isEmpty || query.matches(foldName(file.row.name))),
    )
    return found.toSorted((a, b) => orders[sort](a.row, b.row) || newestFirst(a.row, b.row))
  }

  #itemOf(file: ReadFile): UploadItem {
    const { row, fileKind, messageIds: ids } = file
    return (
      this.#items.get(row.id) ?? {
        key: `upload:${row.id}`,
        kind: 'upload',
        id: row.id,
        name: row.name,
        fileKind,
        size: row.size,
        path: row.path,
        createdAt: row.created_at === 0 ? null : row.created_at,
        uses: ids.slice(0, clientLimits.fileUses.most).map((id) => this.#useOf(id)),
        useCount: ids.length,
      }
    )
  }

  #useOf(messageId: MessageId): FileUse {
    const message = this.#core.store.messages.get(messageId)
    if (message === undefined) return { messageId, place: null }
    const narrow = destinationOfKey(this.#core, conversationOf(message), message.topic)
    return { messageId, place: { ...headingOf(this.#core, narrow), narrow } }
  }

  #quotaBytes(): number | null {
    const { capabilities, accountState } = this.#core
    const { upload_quota_mib: quota } = accountState.organizationSettings.organization
    return quota === null ? null : quota * (capabilities.quotaInMib ? bytesOfMib : 1)
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

  /** Lists more files. */
  more(): void {
    this.#shown = Math.min(this.#shown + perStep, most)
    this.#ports.onDirty()
  }

  #hasEnded(): boolean {
    return this.#isClosed
  }
}

type Order = (a: AttachmentRow, b: AttachmentRow) => number

const newestFirst: Order = (a, b) => b.created_at - a.created_at || b.id - a.id

const orders: Readonly<Record<QueryOf<'uploads'>['sort'], Order>> = {
  date: newestFirst,
  size: (a, b) => b.size - a.size,
  name: (a, b) => compareNames(a.name, b.name),
}

/** Reads the stored list of messages; a damaged one is empty. */
function readIds(stored: string): readonly MessageId[] {
  try {
    return messageIds.catch([]).parse(JSON.parse(stored))
  } catch {
    return []
  }
}
