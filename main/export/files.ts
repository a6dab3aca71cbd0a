import { closeSync, openSync, readSync, renameSync } from 'node:fs'
import type { Failure } from '#contract/base/failures.ts'
import { mediaPath } from '#engine/state/content/addresses.ts'
import { FailureError } from '#engine/values/failures.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { readPictureHead } from '#shared/picture/picture-head.ts'
import type { ExportFolder } from './folder.ts'
import { copiedFileName } from './names.ts'
import { folderFailure, type CopyOutcome } from './protocol.ts'

const most = clientLimits.exportedFiles.most
/** The number of files that are copied at the same time. */
const atOnce = 3
/** After this many files in a row without an answer of the server, the others are not requested. */
const mostUnanswered = 4
/** The head of a picture, from which its type is read, in bytes. */
const headBytes = 64 * 1024
const endings: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'image/bmp': '.bmp',
}
/** The answers of a server that knows that it does not give the file. Other failures are those of the connection. */
const answered: ReadonlySet<string> = new Set(['FILE_GONE', 'FILE_STATUS', 'ANSWER_TOO_LARGE', 'BAD_PATH'])

/** A copied file. */
export interface CopiedFile {
  /** The path in the folder, with slashes. */
  readonly file: string
  /** Only a picture whose type is known is drawn. */
  readonly isPicture: boolean
}

/** A file that the export lacks. */
export interface MissingFile {
  /** The path on the server. */
  readonly path: string
  readonly failure: Failure
}

/** Copies a file of the server, named by its path there, to a path of the system. */
export type CopyFile = (path: string, target: string) => Promise<CopyOutcome>

/** Returns the files on the organization's server that stored HTML names, as their paths. */
export function filesIn(html: string, origin: string): string[] {
  const named = [...html.matchAll(/ (?:data-(?:media|full|file)|href)="([^"]*)"/g)].flatMap(([whole, value = '']) => {
    const path = mediaPath(unescapeAttribute(value), origin)
    const isFile = path !== null && (!whole.startsWith(' href') || path.startsWith('/user_uploads/'))
    return isFile ? [path] : []
  })
  return [...new Set(named)]
}

function unescapeAttribute(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** The pictures and files of an export: which are wanted, which were copied, and which are missing. */
export class ExportedFiles {
  readonly #folder: ExportFolder
  readonly #wanted = new Set<string>()
  readonly #copied = new Map<string, CopiedFile>()
  readonly #missing: MissingFile[] = []
  #unanswered = 0

  constructor(folder: ExportFolder) {
    this.#folder = folder
  }

  /** The number of files that `copy` will try. */
  get wanted(): number {
    return this.#wanted.size
  }

  get copied(): number {
    return this.#copied.size
  }

  get missing(): readonly MissingFile[] {
    return this.#missing
  }

  want(path: string): void {
    if (this.#wanted.has(path)) return
    if (this.#wanted.size < most) this.#wanted.add(path)
    else if (this.#missing.length < most) this.#missing.push({ path, failure: { code: 'EXPORT_TOO_MANY_FILES' } })
  }

  find(path: string): CopiedFile | undefined {
    return this.#copied.get(path)
  }

  /** Copies the wanted files. `onCopied` is called after each of them. @throws FailureError if the folder fails */
  async copy(copyFile: CopyFile, signal: AbortSignal, onCopied: () => void): Promise<void> {
    const waiting = [...this.#wanted].entries()
    const work = async () => {
      for (const [index, path] of waiting) {
        signal.throwIfAborted()
        await this.#copyOne(index + 1, path, copyFile)
        onCopied()
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }

  async #copyOne(number: number, path: string, copyFile: CopyFile): Promise<void> {
    if (this.#unanswered >= mostUnanswered) {
      this.#missing.push({ path, failure: { code: 'NOT_CONNECTED' } })
      return
    }
    const arriving = this.#folder.pathOf(`files/${String(number)}.part`)
    const outcome = await copyFile(path, arriving)
    switch (outcome.kind) {
      case 'fatal':
        throw new FailureError(outcome.failure)
      case 'missing':
        this.#unanswered = answered.has(outcome.failure.code) ? 0 : this.#unanswered + 1
        this.#missing.push({ path, failure: outcome.failure })
        return
      case 'copied': {
        this.#unanswered = 0
        const type = pictureType(arriving)
        const file = `files/${copiedFileName(number, path, type === null ? null : (endings[type] ?? null))}`
        rename(arriving, this.#folder.pathOf(file))
        await this.#folder.list(file)
        this.#copied.set(path, { file, isPicture: type !== null })
      }
    }
  }
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    throw new FailureError(folderFailure(error), error)
  }
}

/** The type of a picture by its bytes; null for another file. */
function pictureType(path: string): string | null {
  try {
    const handle = openSync(path, 'r')
    try {
      const head = Buffer.alloc(headBytes)
      return readPictureHead(head.subarray(0, readSync(handle, head)))?.type ?? null
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    throw new FailureError(folderFailure(error), error)
  }
}
