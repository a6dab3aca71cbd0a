import { randomUUID } from 'node:crypto'
import type { FileBody } from './request-body.ts'

/** A `multipart/form-data` body with a file as its only part, and its content type. */
export function fileForm(file: {
  readonly path: string
  readonly name: string
  readonly type: string
  readonly onProgress: (sentBytes: number) => void
}): { readonly contentType: string; readonly body: FileBody } {
  const boundary = `skein-${randomUUID()}`
  const name = file.name.replaceAll(/["\r\n\\]/g, '_')
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'application/octet-stream'
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: {
      before: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
      path: file.path,
      after: `\r\n--${boundary}--\r\n`,
      onProgress: file.onProgress,
    },
  }
}
