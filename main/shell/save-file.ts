import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dialog, type BrowserWindow } from 'electron'
import type { Failure, Result } from '../../preload/contract.ts'
import type { MediaSource } from './media.ts'

const maxBytes = 4 * 1024 * 1024 * 1024

/** Asks where to, then brings a file of the account's server there; a broken download leaves nothing behind. */
export async function saveFile(
  window: BrowserWindow,
  source: MediaSource,
  path: string,
): Promise<Result<{ readonly isSaved: boolean }>> {
  if (!path.startsWith('/') || path.startsWith('//')) return failed('BAD_PATH', 'This is no file of your server.')
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: fileNameOf(path) })
  if (canceled || filePath === '') return { ok: true, value: { isSaved: false } }
  const part = `${filePath}.part`
  const file = createWriteStream(part, { mode: 0o600 })
  try {
    const cached = source.cache.get(path)
    if (cached === undefined) await download(source, path, file)
    else file.end(cached.bytes)
    if (!file.writableFinished) await once(file, 'finish')
    await rename(part, filePath)
    return { ok: true, value: { isSaved: true } }
  } catch (error) {
    file.destroy()
    await rm(part, { force: true })
    const reason = error instanceof Error ? error.message : String(error)
    return failed('NOT_SAVED', `The file was not saved: ${reason}`)
  }
}

function download({ gate }: MediaSource, path: string, file: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = gate.media(
      path,
      { maxBytes, range: null },
      {
        onHead(head) {
          if (head.status === 200) return
          abort()
          reject(new Error(head.status === 404 ? 'it is not there any more.' : `the server answered ${head.status}.`))
        },
        onChunk(bytes) {
          file.write(bytes)
        },
        onEnd() {
          file.end()
          resolve()
        },
        onFailure(failure) {
          reject(new Error(failure.message))
        },
      },
    )
    file.on('error', (error: Error) => {
      abort()
      reject(error)
    })
  })
}

/** A name that is safe on every disk. */
export function fileNameOf(path: string): string {
  const last = path.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  let name = last
  try {
    name = decodeURIComponent(last)
  } catch {
    // A stray percent sign: the name stays as it is.
  }
  const safe = name.replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g, '_').replace(/^\.+/, '')
  return safe.slice(-150) || 'file'
}

function failed(code: string, message: string): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error: { code, message } }
}
