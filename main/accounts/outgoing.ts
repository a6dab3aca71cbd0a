import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { FailureError } from '#engine/values/failures.ts'

/** A file could not be copied. */
export class OutgoingError extends FailureError {}

const partExtension = '.part'
const idPattern = /^[0-9a-f-]{36}$/

interface Copy {
  readonly file: number
  readonly size: number
  length: number
}

/**
 * `outgoing/`: copies of attached files, which are sent even if the originals change. `finish` returns after the copy
 * is durable.
 */
export class Outgoing {
  readonly #folder: string
  readonly #copies = new Map<string, Copy>()
  /** Finished copies that the engine does not reference yet. */
  readonly #fresh = new Set<string>()
  /** The copies that the engine references, incomplete ones included. */
  #referenced: ReadonlySet<string> = new Set()

  constructor(folder: string) {
    this.#folder = folder
  }

  begin(id: string, size: number): void {
    this.abort(id)
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    this.#copies.set(id, { file: openSync(this.#path(id) + partExtension, 'w', 0o600), size, length: 0 })
  }

  /** @throws OutgoingError if the chunk does not follow the previous one */
  append(id: string, offset: number, bytes: Uint8Array): void {
    const copy = this.#copy(id)
    if (offset !== copy.length || offset + bytes.length > copy.size) {
      throw new OutgoingError({ code: 'BAD_PIECE' })
    }
    writeSync(copy.file, bytes)
    copy.length += bytes.length
  }

  /** @throws OutgoingError if chunks are missing */
  finish(id: string): void {
    const copy = this.#copy(id)
    if (copy.length !== copy.size) {
      throw new OutgoingError({ code: 'BAD_PIECE' })
    }
    fsyncSync(copy.file)
    closeSync(copy.file)
    this.#copies.delete(id)
    renameSync(this.#path(id) + partExtension, this.#path(id))
    if (!this.#referenced.has(id)) this.#fresh.add(id)
  }

  abort(id: string): void {
    const copy = this.#copies.get(id)
    if (copy === undefined) return
    closeSync(copy.file)
    this.#copies.delete(id)
    rmSync(this.#path(id) + partExtension, { force: true })
  }

  /** Removes a copy that was sent, or that will not be. */
  remove(id: string): void {
    this.abort(id)
    this.#fresh.delete(id)
    rmSync(this.#path(id), { force: true })
  }

  /** Removes unreferenced copies; unfinished ones stay. */
  keep(ids: readonly string[]): void {
    this.#referenced = new Set(ids)
    for (const id of ids) this.#fresh.delete(id)
    const kept = new Set([...ids, ...this.#fresh, ...[...this.#copies.keys()].map((id) => id + partExtension)])
    let names: string[]
    try {
      names = readdirSync(this.#folder)
    } catch {
      return
    }
    for (const name of names) if (!kept.has(name)) rmSync(join(this.#folder, name), { force: true })
  }

  /** The path of a copy and its size in bytes; undefined if it does not exist. */
  find(id: string): { readonly path: string; readonly size: number } | undefined {
    if (!idPattern.test(id)) return undefined
    const size = statSync(this.#path(id), { throwIfNoEntry: false })?.size
    return size === undefined ? undefined : { path: this.#path(id), size }
  }

  /** The path for an upload; null only if the copy certainly does not exist. After other errors it may exist. */
  pathOf(id: string): string | null {
    try {
      return this.find(id)?.path ?? null
    } catch {
      return this.#path(id)
    }
  }

  #copy(id: string): Copy {
    const copy = this.#copies.get(id)
    if (copy === undefined) throw new OutgoingError({ code: 'NO_COPY' })
    return copy
  }

  #path(id: string): string {
    if (!idPattern.test(id)) throw new OutgoingError({ code: 'BAD_NAME' })
    return join(this.#folder, id)
  }
}
