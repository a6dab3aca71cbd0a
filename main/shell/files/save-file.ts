import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dialog, type BrowserWindow } from 'electron'
import type { Failure, Result } from '#contract/base/failures.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { fileNameAt, savedFileName } from '#shared/file-name.ts'
import { isMediaPath } from '#shared/media-path.ts'
import type { LogLevel } from '#engine/ports.ts'
import { FailureError } from '#engine/values/failures.ts'
import { BodyStream } from '#network/body-stream.ts'
import type { Gate } from '#network/gate.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'
import type { MediaSource } from '../protocols/media.ts'
import { originMark, setOriginMark, systemMarkPorts, type MarkPorts } from './origin-mark.ts'

const maxBytes = clientLimits.savedFile.most
/** The maximum length of a file name on common file systems, bytes. */
const mostNameBytes = 255

export interface SavePorts {
  readonly platform: DesktopPlatform
  readonly log: (level: LogLevel, message: string) => void
  /** Marks the file as downloaded. */
  readonly mark?: MarkPorts
}

/**
 * Asks for a path, then downloads a file of the account's server to it. A failed download leaves no file.
 * @param shown the name of the file in the text of the link
 */
export async function saveFile(
  window: BrowserWindow,
  source: MediaSource,
  path: string,
  { platform, log, mark = systemMarkPorts }: SavePorts,
  shown?: string,
): Promise<Result<{ readonly isSaved: boolean }>> {
  if (!isMediaPath(path)) return { ok: false, error: { code: 'BAD_PATH' } }
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: fileNameOf(path, shown) })
  if (canceled || filePath === '') return { ok: true, value: { isSaved: false } }
  const part = partOf(filePath)
  try {
    const cached = await source.cache.get(path)
    const body = cached === undefined ? download(source.gate, path, maxBytes) : Readable.from([cached.bytes])
    // The file is synced before it gets its name. It has the user's usual mode.
    await pipeline(body, createWriteStream(part, { flags: 'wx', flush: true }))
    // The mark is set before the rename, so that the file never exists unmarked. If marking fails, the file is kept.
    const problem = await setOriginMark(originMark(platform, part, Date.now()), mark)
    if (problem !== null) log('warn', `a saved file was not marked as downloaded: ${withoutPath(problem, part)}`)
    await rename(part, filePath)
    return { ok: true, value: { isSaved: true } }
  } catch (error) {
    await rm(part, { force: true })
    return { ok: false, error: { code: 'FILE_NOT_SAVED', values: { cause: causeOf(error) } } }
  }
}

/** Removes the file name, which may be confidential, from a text for the log. */
function withoutPath(problem: string, path: string): string {
  return problem.replaceAll(path, 'the file').slice(0, 300)
}

/**
 * The bytes of a file at the server, with back-pressure; an incomplete file is an error.
 * @param most the largest size, bytes
 */
export function download(gate: Gate, path: string, most: number): Readable {
  const body = new BodyStream()
  const exchange = gate.media(
    { path, maxBytes: most, range: null, lane: 'stream' },
    {
      onHead(head) {
        if (head.status === 200) return
        body.fail(fileFailure(head.status))
      },
      onChunk(bytes) {
        body.take(bytes)
      },
      onEnd() {
        body.end()
      },
      onFailure(failure) {
        body.fail(new FailureError(failure.reason))
      },
    },
  )
  body.attach(exchange)
  return body.readable
}

/**
 * A file name that is valid on every file system.
 * @param shown the name of the file in the text of the link
 */
export function fileNameOf(path: string, shown?: string): string {
  return savedFileName(fileNameAt(path), shown)
}

/**
 * The temporary path of a file that is being written. The name is unused, since an existing `.part` file may belong to
 * another program, and within the limits of file systems.
 */
function partOf(filePath: string): string {
  const mark = `.${randomBytes(4).toString('hex')}.part`
  const name = basename(filePath)
  const isShort = Buffer.byteLength(name + mark) <= mostNameBytes
  return isShort ? filePath + mark : join(dirname(filePath), `download${mark}`)
}

function fileFailure(status: number): FailureError {
  return new FailureError(status === 404 ? { code: 'FILE_GONE' } : { code: 'FILE_STATUS', values: { status } })
}

function causeOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure
  return { code: 'TEXT', values: { text: error instanceof Error ? error.message : String(error) } }
}
