import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Clock, FileStore, IdSource, RandomSource } from './base/ports.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs)
    return () => {
      clearTimeout(timer)
    }
  },
}

export const systemRandom: RandomSource = { bytes: (length) => randomBytes(length) }

export const systemIds: IdSource = { unique: () => randomUUID() }

/** Blob storage in one folder. Paths outside the folder are refused. */
export function folderStore(root: string): FileStore {
  const base = resolve(root)
  function inside(path: string): string {
    const full = resolve(join(base, path))
    if (!full.startsWith(base + sep)) throw new RangeError(`path leaves the store: ${path}`)
    return full
  }
  return {
    read(path) {
      try {
        return readFileSync(inside(path))
      } catch {
        return undefined
      }
    },
    write(path, bytes) {
      const full = inside(path)
      mkdirSync(dirname(full), { recursive: true, mode: 0o700 })
      writeFileSync(full, bytes, { mode: 0o600 })
    },
    async save(path, source) {
      const full = inside(path)
      mkdirSync(dirname(full), { recursive: true, mode: 0o700 })
      const file = await open(full, 'wx', 0o600)
      try {
        let size = 0
        for await (const chunk of source) {
          await file.write(chunk)
          size += chunk.byteLength
        }
        await file.sync()
        return size
      } catch (error) {
        rmSync(full, { force: true })
        throw error
      } finally {
        await file.close()
      }
    },
    size(path) {
      return statSync(inside(path), { throwIfNoEntry: false })?.size
    },
    stream: (path, range) => createReadStream(inside(path), range),
    remove(path) {
      rmSync(inside(path), { force: true })
    },
  }
}
