import { createHash } from 'node:crypto'
import { closeSync, createReadStream, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FailureError } from '#engine/values/failures.ts'
import { folderFailure } from './protocol.ts'

/** A file of the export as the manifest lists it. */
export interface ListedFile {
  /** The path in the folder, with slashes. */
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
}

/** A text file that is being written. */
export interface OpenText {
  write(text: string): void
  end(): void
}

/** The folder of an export: writes its files, and keeps their sizes and hashes. Errors are those of the folder. */
export class ExportFolder {
  readonly path: string
  readonly #files: ListedFile[] = []
  readonly #folders = new Set<string>()

  constructor(path: string) {
    this.path = path
  }

  get files(): readonly ListedFile[] {
    return this.#files
  }

  /** Returns the system's path of a file, whose folder exists afterwards. @throws FailureError if it cannot be made */
  pathOf(file: string): string {
    const folder = dirname(file)
    if (!this.#folders.has(folder)) {
      if (folder !== '.') attempt(() => mkdirSync(join(this.path, folder)))
      this.#folders.add(folder)
    }
    return join(this.path, ...file.split('/'))
  }

  /** Creates a text file. @throws FailureError if it cannot be written */
  open(file: string): OpenText {
    const path = this.pathOf(file)
    const handle = attempt(() => openSync(path, 'wx'))
    const hash = createHash('sha256')
    let size = 0
    return {
      write: (text) => {
        const bytes = Buffer.from(text, 'utf8')
        attempt(() => {
          for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written)
        })
        hash.update(bytes)
        size += bytes.length
      },
      end: () => {
        attempt(() => {
          closeSync(handle)
        })
        this.#files.push({ path: file, size, sha256: hash.digest('hex') })
      },
    }
  }

  /** Writes a whole text file. @throws FailureError if it cannot be written */
  write(file: string, text: string): void {
    const open = this.open(file)
    open.write(text)
    open.end()
  }

  /** Lists a file that another thread has written. @throws FailureError if it cannot be read */
  async list(file: string): Promise<ListedFile> {
    const hash = createHash('sha256')
    let size = 0
    try {
      await pipeline(createReadStream(this.pathOf(file)), async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          hash.update(chunk)
          size += chunk.length
        }
      })
    } catch (error) {
      throw new FailureError(folderFailure(error), error)
    }
    const listed = { path: file, size, sha256: hash.digest('hex') }
    this.#files.push(listed)
    return listed
  }
}

/** Runs an operation on the folder. @throws FailureError with the reason */
function attempt<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new FailureError(folderFailure(error), error)
  }
}
