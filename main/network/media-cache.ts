import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const limitBytes = 500 * 1024 * 1024
/** After trimming so much of the limit is left in use. */
const trimTo = 0.9

export interface CachedMedia {
  readonly type: string
  readonly bytes: Buffer
}

/** Pictures of people stay: lists and rows need them all the time. */
function isPinned(path: string): boolean {
  return path.startsWith('/user_avatars/') || path.startsWith('/avatar/')
}

/**
 * Pictures that were seen, on disk: 500 MB, the longest unused go first, pictures of people last (design.md §4). A file
 * holds its type in its first line; its name is a digest of the path, and tells whether it is pinned.
 */
export class MediaCache {
  readonly #folder: string
  readonly #limit: number
  #total: number | undefined

  constructor(folder: string, limit = limitBytes) {
    this.#folder = folder
    this.#limit = limit
  }

  get(path: string): CachedMedia | undefined {
    const file = this.#file(path)
    try {
      const content = readFileSync(file)
      const end = content.indexOf(0x0a)
      if (end < 0) return undefined
      const now = new Date()
      utimesSync(file, now, now)
      return { type: content.toString('latin1', 0, end), bytes: content.subarray(end + 1) }
    } catch {
      return undefined
    }
  }

  put(path: string, type: string, bytes: Uint8Array): void {
    if (bytes.length > this.#limit / 10) return
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      const file = this.#file(path)
      const known = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      const used = this.#used()
      const content = Buffer.concat([Buffer.from(`${type}\n`, 'latin1'), bytes])
      // Whole or not at all: half a picture would be shown for ever.
      writeFileSync(`${file}.new`, content, { mode: 0o600 })
      renameSync(`${file}.new`, file)
      this.#total = used + content.length - known
      if (this.#total > this.#limit) this.#trim()
    } catch {
      // A full disk costs the cache, nothing else.
    }
  }

  #file(path: string): string {
    const digest = createHash('sha256').update(path).digest('hex')
    return join(this.#folder, `${isPinned(path) ? 'p' : 'm'}-${digest}`)
  }

  #used(): number {
    this.#total ??= this.#entries().reduce((sum, entry) => sum + entry.size, 0)
    return this.#total
  }

  #entries(): { file: string; isPinned: boolean; size: number; usedAt: number }[] {
    return readdirSync(this.#folder).flatMap((name) => {
      const file = join(this.#folder, name)
      const stats = statSync(file, { throwIfNoEntry: false })
      return stats === undefined
        ? []
        : [{ file, isPinned: name.startsWith('p-'), size: stats.size, usedAt: stats.mtimeMs }]
    })
  }

  #trim(): void {
    const entries = this.#entries().sort((a, b) => Number(a.isPinned) - Number(b.isPinned) || a.usedAt - b.usedAt)
    let total = entries.reduce((sum, entry) => sum + entry.size, 0)
    for (const entry of entries) {
      if (total <= this.#limit * trimTo) break
      rmSync(entry.file, { force: true })
      total -= entry.size
    }
    this.#total = total
  }
}
