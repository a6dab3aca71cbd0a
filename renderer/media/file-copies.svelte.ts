import type { Bridge } from '../../preload/contract/bridge.ts'
import type { Input } from '../../preload/contract/calls.ts'
import type { AttachmentItem, Failure } from '../../preload/contract/values.ts'

/** A file is copied in pieces of this many bytes, each acknowledged (design.md §4). */
const pieceBytes = 1024 * 1024

/** A file that is being copied, before it belongs to the draft. */
export interface Copying {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly copied: number
}

export type CopyOutcome =
  /** The file belongs to the draft; `isStopped` if it was cancelled too late. */
  | { readonly kind: 'copied'; readonly item: AttachmentItem; readonly isStopped: boolean }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** The draft of a copied file. */
export type CopyTarget = Pick<Input<'attachments.finish'>, 'narrow' | 'draftId'>

/** Copies the files of one composer to `outgoing/`. */
export class FileCopies {
  current = $state.raw<readonly Copying[]>([])
  readonly #bridge: Bridge
  readonly #accountId: string
  readonly #stopped = new Set<string>()

  constructor(bridge: Bridge, accountId: string) {
    this.#bridge = bridge
    this.#accountId = accountId
  }

  /** Cancels the copy of a file at any stage. */
  stop(id: string): void {
    this.#stopped.add(id)
  }

  /** @param target called when all bytes are copied: the draft may have changed */
  async copy(file: File, target: () => CopyTarget): Promise<CopyOutcome> {
    const id = crypto.randomUUID()
    const name = file.name.slice(-300) || 'file'
    this.current = [...this.current, { id, name, size: file.size, copied: 0 }]
    try {
      const outcome = await this.#copied(file, { id, name }, target)
      if (outcome.kind !== 'copied') await this.#abort(id)
      return outcome
    } catch {
      await this.#abort(id).catch(() => undefined)
      // A folder or a deleted file cannot be read.
      return { kind: 'failed', failure: { code: 'FILE_NOT_READABLE', values: { name } } }
    } finally {
      this.current = this.current.filter((entry) => entry.id !== id)
    }
  }

  async #copied(
    file: File,
    { id, name }: { readonly id: string; readonly name: string },
    target: () => CopyTarget,
  ): Promise<CopyOutcome> {
    const { size, type } = file
    const at = { accountId: this.#accountId, attachmentId: id }
    let result = await this.#bridge.call('attachments.begin', { ...at, size })
    for (let offset = 0; result.ok && offset < size && !this.#stopped.has(id); offset += pieceBytes) {
      const data = await base64(file.slice(offset, offset + pieceBytes))
      result = await this.#bridge.call('attachments.append', { ...at, offset, data })
      const copied = Math.min(offset + pieceBytes, size)
      this.current = this.current.map((entry) => (entry.id === id ? { ...entry, copied } : entry))
    }
    if (this.#stopped.has(id)) return { kind: 'stopped' }
    const hung = result.ok
      ? await this.#bridge.call('attachments.finish', { ...at, ...target(), name, type, size })
      : result
    if (!hung.ok) return { kind: 'failed', failure: hung.error }
    return { kind: 'copied', item: { id, name, type, size }, isStopped: this.#stopped.has(id) }
  }

  async #abort(id: string): Promise<void> {
    await this.#bridge.call('attachments.abort', { accountId: this.#accountId, attachmentId: id })
  }
}

function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      // A data URL: the part after the comma is the file.
      resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : '')
    }
    reader.onerror = () => {
      reject(reader.error ?? new Error('unreadable'))
    }
    reader.readAsDataURL(blob)
  })
}
