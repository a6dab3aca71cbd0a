import type { Failure, Result } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { Input } from '#contract/calls.ts'
import type { AttachmentItem } from '#contract/drafts.ts'
import { attachedName } from './file-names.ts'
import { cleanPicture } from './cleaning/clean-picture.ts'

/** The size of the pieces in which a file is copied, in bytes; each piece is acknowledged. */
const pieceBytes = 1024 * 1024

/** A file that is being copied or waits for that, and is not part of the draft yet. */
export interface Copying {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly copied: number
}

/** The outcome of a copy. */
export type CopyOutcome =
  /** The file is part of the draft; `isStopped` if it was cancelled too late. */
  | { readonly kind: 'copied'; readonly item: AttachmentItem; readonly isStopped: boolean }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** The draft of a copied file. */
export type CopyTarget = Pick<Input<'attachments.finish'>, 'narrow' | 'draftId'>

/** A file that is to be copied. */
export interface QueuedFile {
  readonly id: string
  readonly name: string
  readonly file: File
}

/** Copies the files of one composer into the folder `outgoing/`. */
export class FileCopies {
  current = $state.raw<readonly Copying[]>([])
  readonly #bridge: Bridge
  readonly #accountId: string
  readonly #stopped = new Set<string>()

  constructor(bridge: Bridge, accountId: string) {
    this.#bridge = bridge
    this.#accountId = accountId
  }

  /** Shows all files that are to be copied, while the first one is copied. */
  queue(files: readonly File[]): QueuedFile[] {
    const queued = files.map((file) => ({ id: crypto.randomUUID(), name: attachedName(file.name), file }))
    const shown = queued.map(({ id, name, file: { type, size } }) => ({ id, name, type, size, copied: 0 }))
    this.current = [...this.current, ...shown]
    return queued
  }

  has(id: string): boolean {
    return this.current.some((entry) => entry.id === id)
  }

  /** Cancels the copy of a file at any stage. */
  stop(id: string): void {
    this.#stopped.add(id)
  }

  /** Removes a file from the list after its copy has ended and the caller has taken it over. */
  forget(id: string): void {
    this.current = this.current.filter((entry) => entry.id !== id)
  }

  /**
   * Copies a file, which stays in the list until `forget`.
   * @param target called at the beginning, and when all bytes are copied, since the draft may have changed
   * @param isCleaned whether metadata is removed from a picture first
   */
  async copy({ id, name, file }: QueuedFile, target: () => CopyTarget, isCleaned: boolean): Promise<CopyOutcome> {
    const begun = target()
    try {
      const cleaned = isCleaned ? await cleanPicture(file) : { file, metadata: undefined }
      if (this.#stopped.has(id)) return { kind: 'stopped' }
      const { metadata } = cleaned
      const item = {
        id,
        name,
        type: file.type,
        size: cleaned.file.size,
        ...(metadata === undefined ? {} : { metadata }),
      }
      const outcome = await this.#copied(cleaned.file, item, begun, target)
      if (outcome.kind !== 'copied') await this.#abort(id, begun)
      return outcome
    } catch {
      await this.#abort(id, begun).catch(() => undefined)
      // A folder or a deleted file cannot be read.
      return { kind: 'failed', failure: { code: 'FILE_NOT_READABLE', values: { name } } }
    }
  }

  async #copied(file: Blob, item: AttachmentItem, begun: CopyTarget, target: () => CopyTarget): Promise<CopyOutcome> {
    const { id, ...details } = item
    const { size } = file
    const at = { accountId: this.#accountId, attachmentId: id }
    let result: Result<unknown> = await this.#bridge.call('attachments.begin', { ...at, ...begun, ...details })
    for (let offset = 0; result.ok && offset < size && !this.#stopped.has(id); offset += pieceBytes) {
      const data = await base64(file.slice(offset, offset + pieceBytes))
      result = await this.#bridge.call('attachments.append', { ...at, offset, data })
      const copied = Math.min(offset + pieceBytes, size)
      this.current = this.current.map((entry) => (entry.id === id ? { ...entry, copied } : entry))
    }
    if (this.#stopped.has(id)) return { kind: 'stopped' }
    const end = target()
    const finished = result.ok ? await this.#bridge.call('attachments.finish', { ...at, ...end, ...details }) : result
    if (!finished.ok) return { kind: 'failed', failure: finished.error }
    // The draft at the beginning belongs to another message by now.
    if (end.draftId !== begun.draftId) await this.#bridge.call('attachments.remove', { ...at, draftId: begun.draftId })
    return { kind: 'copied', item, isStopped: this.#stopped.has(id) }
  }

  async #abort(id: string, { draftId }: CopyTarget): Promise<void> {
    await this.#bridge.call('attachments.abort', { accountId: this.#accountId, draftId, attachmentId: id })
  }
}

function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      // The result is a data URL, whose part after the comma is the file.
      resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : '')
    }
    reader.onerror = () => {
      reject(reader.error ?? new Error('unreadable'))
    }
    reader.readAsDataURL(blob)
  })
}
