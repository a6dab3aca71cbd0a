import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientLimits } from '../../shared/client-limits.ts'

const limitBytes = clientLimits.mediaCache.most
/** After trimming so much of the limit is left in use. */
const trimTo = 0.9
/** A disk that is slower than the network costs what would wait for it beyond this. */
const pendingBytes = clientLimits.mediaPending.most
const newExtension = '.new'

export interface CachedMedia {
  readonly type: string
  readonly bytes: Buffer
}

interface Entry {
  readonly file: string
  readonly isPinned: boolean
  readonly size: number
  readonly usedAt: number
}

/** Pictures of people stay: lists and rows need them all the time. */
function isPinned(path: string): boolean {
  return path.startsWith('/user_avatars/') || path.startsWith('/avatar/')
}

/**
 * Pictures that were seen, on disk: 500 MB, the longest unused go first, pictures of people last (design.md §4). A file
 * holds its type in its first line; its name is a digest of the path, and tells whether it is pinned. Files are written
 * one after the other, by threads of Node's pool (W5); whatever fails costs the cache, nothing else.
 */
export class MediaCache {
  readonly #folder: string
  readonly #limit: number
  #total: number | undefined
  #pending = 0
  #isClosed = false
  #tail: Promise<void> = Promise.resolve()

  constructor(folder: string, limit = limitBytes) {
    this.#folder = folder
    this.#limit = limit
  }

  async get(path: string): Promise<CachedMedia | undefined> {
    const file = this.#file(path)
    try {
      const content = await readFile(file)
      const end = content.indexOf(0x0a)
      if (end < 0) return undefined
      const now = new Date()
      // Where that fails it only counts as unused for longer.
      await utimes(file, now, now).catch(() => undefined)
      return { type: content.toString('latin1', 0, end), bytes: content.subarray(end + 1) }
    } catch {
      return undefined
    }
  }

  /** Resolves when the picture is stored, or will not be. */
  put(path: string, type: string, bytes: Uint8Array): Promise<void> {
    if (this.#isClosed || bytes.length > this.#limit / 10 || this.#pending > pendingBytes) return Promise.resolve()
    this.#pending += bytes.length
    this.#tail = this.#tail
      .then(() => this.#store(this.#file(path), type, bytes))
      .catch(() => {
        // A full disk. What lies there is counted anew.
        this.#total = undefined
      })
      .finally(() => {
        this.#pending -= bytes.length
      })
    return this.#tail
  }

  /** Stores nothing from now on; resolves when nothing is being written any more, so that the folder can go. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#tail
  }

  async #store(file: string, type: string, bytes: Uint8Array): Promise<void> {
    if (this.#isClosed) return
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const used = this.#total ?? (await this.#count())
    const known = await sizeOf(file)
    const content = Buffer.concat([Buffer.from(`${type}\n`, 'latin1'), bytes])
    const written = `${file}-${randomUUID()}${newExtension}`
    try {
      // Whole or not at all: half a picture would be shown for ever.
      await writeFile(written, content, { mode: 0o600 })
      await rename(written, file)
    } catch (error) {
      await rm(written, { force: true })
      throw error
    }
    this.#total = used + content.length - known
    if (this.#total > this.#limit) this.#total = await this.#trim()
  }

  #file(path: string): string {
    const digest = createHash('sha256').update(path).digest('hex')
    return join(this.#folder, `${isPinned(path) ? 'p' : 'm'}-${digest}`)
  }

  /** What lies there; halves that an earlier life has left are removed. */
  async #count(): Promise<number> {
    const entries = await this.#entries()
    const halves = entries.filter((entry) => entry.file.endsWith(newExtension))
    for (const half of halves) await rm(half.file, { force: true })
    return entries.reduce((sum, entry) => sum + entry.size, 0) - halves.reduce((sum, entry) => sum + entry.size, 0)
  }

  async #entries(): Promise<Entry[]> {
    const entries: Entry[] = []
    for (const name of await readdir(this.#folder)) {
      const file = join(this.#folder, name)
      const stats = await stat(file).catch(() => undefined)
      if (stats === undefined) continue
      entries.push({ file, isPinned: name.startsWith('p-'), size: stats.size, usedAt: stats.mtimeMs })
    }
    return entries
  }

  async #trim(): Promise<number> {
    const entries = await this.#entries()
    entries.sort((a, b) => Number(a.isPinned) - Number(b.isPinned) || a.usedAt - b.usedAt)
    let total = entries.reduce((sum, entry) => sum + entry.size, 0)
    for (const entry of entries) {
      if (total <= this.#limit * trimTo) break
      await rm(entry.file, { force: true })
      total -= entry.size
    }
    return total
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0
}
