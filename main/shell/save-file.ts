import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dialog, type BrowserWindow } from 'electron'
import type { Failure, Result } from '../../preload/contract/values.ts'
import { clientLimits } from '../../shared/client-limits.ts'
import { fileNameAt } from '../../shared/file-name.ts'
import { isMediaPath } from '../../shared/media-path.ts'
import type { LogLevel } from '../engine/ports.ts'
import { FailureError } from '../engine/failure-error.ts'
import { BodyStream } from '../network/body-stream.ts'
import type { Gate } from '../network/gate.ts'
import type { DesktopPlatform } from './desktop-platform.ts'
import type { MediaSource } from './media.ts'
import { originMark, setOriginMark, systemMarkPorts, type MarkPorts } from './origin-mark.ts'

const maxBytes = clientLimits.savedFile.most

export interface SavePorts {
  readonly platform: DesktopPlatform
  readonly log: (level: LogLevel, message: string) => void
  /** Marks the file as downloaded. */
  readonly mark?: MarkPorts
}

/** Asks for a path, then downloads a file of the account's server; a failed download leaves no file. */
export async function saveFile(
  window: BrowserWindow,
  source: MediaSource,
  path: string,
  { platform, log, mark = systemMarkPorts }: SavePorts,
): Promise<Result<{ readonly isSaved: boolean }>> {
  if (!isMediaPath(path)) return { ok: false, error: { code: 'BAD_PATH' } }
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: fileNameOf(path) })
  if (canceled || filePath === '') return { ok: true, value: { isSaved: false } }
  // An unused name: an existing `.part` file may be another program's download.
  const part = `${filePath}.${randomBytes(4).toString('hex')}.part`
  try {
    const cached = await source.cache.get(path)
    const body = cached === undefined ? download(source.gate, path) : Readable.from([cached.bytes])
    // Reads with back-pressure of the disk, and syncs before the file gets its name.
    await pipeline(body, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
    // Before the rename, so that the file never exists unmarked; if marking fails, the file is kept.
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

/** The bytes of a file at the server, with back-pressure; an incomplete file is an error. */
function download(gate: Gate, path: string): Readable {
  const body = new BodyStream()
  const exchange = gate.media(
    { path, maxBytes, range: null, lane: 'stream' },
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

/** A file name that is valid on every file system. */
export function fileNameOf(path: string): string {
  const name = fileNameAt(path)
  const safe = name.replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g, '_').replace(/^\.+/, '')
  return safe.slice(-150) || 'file'
}

function fileFailure(status: number): FailureError {
  return new FailureError(status === 404 ? { code: 'FILE_GONE' } : { code: 'FILE_STATUS', values: { status } })
}

function causeOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure
  return { code: 'TEXT', values: { text: error instanceof Error ? error.message : String(error) } }
}
