import type { Bridge } from '../../preload/contract/bridge.ts'
import type { Input } from '../../preload/contract/calls.ts'
import type { AttachmentItem, Failure } from '../../preload/contract/values.ts'

/** A file is copied in pieces of this many bytes, each acknowledged (design.md §4). */
const pieceBytes = 1024 * 1024

/** A file that is being copied, before it hangs on the draft. */
export interface Copying {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly copied: number
}

export type CopyOutcome =
  /** It hangs on the draft; `isStopped` where it was not wanted any more by then. */
  | { readonly kind: 'copied'; readonly item: AttachmentItem; readonly isStopped: boolean }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** The draft on which a copied file hangs. */
export type CopyTarget = Pick<Input<'attachments.finish'>, 'narrow' | 'draftId'>

/** Copies files of one composer to where they are sent from. */
export class FileCopies {
  current = $state.raw<readonly Copying[]>([])
  readonly #bridge: Bridge
  readonly #accountId: string
  readonly #stopped = new Set<string>()

  constructor(bridge: Bridge, accountId: string) {
    this.#bridge = bridge
    this.#accountId = accountId
  }

  /** Stops copying the file with this id, however far that has come. */
  stop(id: string): void {
    this.#stopped.add(id)
  }

  /** @param target asked for when all bytes are there: the draft may be another one by then */
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
      // A folder, or a file that is gone: the browser cannot read it.
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
      // A data address: what follows the comma is the file.
      resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : '')
    }
    reader.onerror = () => {
      reject(reader.error ?? new Error('unreadable'))
    }
    reader.readAsDataURL(blob)
  })
}
