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
import { FailureError } from '../engine/failure-error.ts'

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
 * `outgoing/`: copies of the files that somebody attached, so that they can be sent whatever becomes of the originals
 * (design.md §4). A copy counts once `finish` returned: it is durable then.
 */
export class Outgoing {
  readonly #folder: string
  readonly #copies = new Map<string, Copy>()
  /** Finished here, and the engine has not yet said that something hangs on it. */
  readonly #fresh = new Set<string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  begin(id: string, size: number): void {
    this.abort(id)
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    this.#copies.set(id, { file: openSync(this.#path(id) + partExtension, 'w', 0o600), size, length: 0 })
  }

  /** @throws OutgoingError when the piece does not follow the last one. */
  append(id: string, offset: number, bytes: Uint8Array): void {
    const copy = this.#copy(id)
    if (offset !== copy.length || offset + bytes.length > copy.size) {
      throw new OutgoingError({ code: 'BAD_PIECE' })
    }
    writeSync(copy.file, bytes)
    copy.length += bytes.length
  }

  /** @throws OutgoingError when pieces are missing. */
  finish(id: string): void {
    const copy = this.#copy(id)
    if (copy.length !== copy.size) {
      throw new OutgoingError({ code: 'BAD_PIECE' })
    }
    fsyncSync(copy.file)
    closeSync(copy.file)
    this.#copies.delete(id)
    renameSync(this.#path(id) + partExtension, this.#path(id))
    this.#fresh.add(id)
  }

  abort(id: string): void {
    const copy = this.#copies.get(id)
    if (copy === undefined) return
    closeSync(copy.file)
    this.#copies.delete(id)
    rmSync(this.#path(id) + partExtension, { force: true })
  }

  /** Removes every copy that nothing hangs on any more; those that are just being made stay. */
  keep(ids: readonly string[]): void {
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

  /** Where the copy lies, and its bytes; undefined where there is none. */
  find(id: string): { readonly path: string; readonly size: number } | undefined {
    if (!idPattern.test(id)) return undefined
    const size = statSync(this.#path(id), { throwIfNoEntry: false })?.size
    return size === undefined ? undefined : { path: this.#path(id), size }
  }

  /** Where an upload reads the copy; null only where it is surely gone: one that cannot be looked at now may be there. */
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
