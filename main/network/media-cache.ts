import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientLimits } from '#shared/client-limits.ts'

const limitBytes = clientLimits.mediaCache.most
/** The part of the limit that stays in use after trimming. */
const trimTo = 0.9
/**
 * The maximum of bytes that wait to be written; if the disk is slower than the network, further pictures are not
 * cached.
 */
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

/** Whether a picture is evicted last: rows and lists always need avatars. */
function isPinned(path: string): boolean {
  return path.startsWith('/user_avatars/') || path.startsWith('/avatar/')
}

/**
 * The disk cache of pictures: 500 MB, evicted by last use, avatars last. The first line of a file is its media type;
 * its name is a digest of the path and marks avatars. Writes are sequential, and a failure affects only the cache.
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
      // On failure the file only seems unused for longer.
      await utimes(file, now, now).catch(() => undefined)
      return { type: content.toString('latin1', 0, end), bytes: content.subarray(end + 1) }
    } catch {
      return undefined
    }
  }

  /** Stores a picture; resolves when it is stored or dropped. */
  put(path: string, type: string, bytes: Uint8Array): Promise<void> {
    if (this.#isClosed || bytes.length > this.#limit / 10 || this.#pending > pendingBytes) return Promise.resolve()
    this.#pending += bytes.length
    this.#tail = this.#tail
      .then(() => this.#store(this.#file(path), type, bytes))
      .catch(() => {
        // The disk is full, so the size of the cache is measured again.
        this.#total = undefined
      })
      .finally(() => {
        this.#pending -= bytes.length
      })
    return this.#tail
  }

  /** Returns the number and the bytes of the stored pictures. */
  async used(): Promise<{ readonly count: number; readonly bytes: number }> {
    const entries = await this.#entries().catch(() => [])
    return { count: entries.length, bytes: entries.reduce((sum, { size }) => sum + size, 0) }
  }

  /** Removes all pictures; returns their bytes. A picture that cannot be removed stays and is not counted. */
  clear(): Promise<number> {
    const cleared = this.#tail.then(() => this.#clear())
    this.#tail = cleared.then(() => undefined)
    return cleared
  }

  async #clear(): Promise<number> {
    let bytes = 0
    for (const { file, size } of await this.#entries().catch(() => [])) {
      const isRemoved = await rm(file, { force: true }).then(
        () => true,
        () => false,
      )
      if (isRemoved) bytes += size
    }
    this.#total = undefined
    return bytes
  }

  /** Stops storing; resolves when no write is in progress, so that the folder can be removed. */
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
      // The write is atomic, because a partial picture would be shown permanently.
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

  /** The files of the cache; removes partial files of an earlier run. */
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
