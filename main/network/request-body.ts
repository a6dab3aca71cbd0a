import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { ClientRequest, IncomingMessage } from 'electron'
import { passedBytes } from './passed-bytes.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { randomUUID } from 'node:crypto'

/** The size of a chunk, which takes some seconds on a slow line, so that each chunk restarts the idle timeout. */
const pieceBytes = 64 * 1024
const progressMs = 200
/** Shorter bodies are sent at once, so their progress is not polled. */
const watchedBytes = 64 * 1024

/**
 * The size up to which a body is one buffer with a length: servers may not support chunked bodies, and the network
 * stack can resend only buffers. Larger bodies are chunked.
 */
export const largestBuffer: number = clientLimits.bodyBuffer.most

/** A file between two texts; large files are streamed from the disk. */
export interface FileBody {
  readonly before: string
  readonly path: string
  readonly after: string
  /** Called repeatedly with the number of sent bytes of the file. */
  readonly onProgress: (sentBytes: number) => void
}

/** The members of a request that the sender of its body uses. */
export interface Sending {
  /** Aborted when the request has ended for any reason. */
  readonly over: AbortSignal
  /** Called with the number of further sent bytes. */
  readonly onPiece: (bytes: number) => void
}

/** Writes the body with back-pressure. Rejects if the file cannot be read. */
export async function sendBody(client: ClientRequest, body: string | FileBody | null, sending: Sending): Promise<void> {
  if (body === null || body === '') client.end()
  else if (typeof body === 'string') sendBuffer(client, Buffer.from(body), sending)
  else {
    const { size } = await stat(body.path)
    if (sending.over.aborted) return
    if (size <= largestBuffer) await sendSmallFile(client, body, size, sending)
    else await sendChunks(client, body, sending)
  }
}

async function sendSmallFile(client: ClientRequest, body: FileBody, size: number, sending: Sending): Promise<void> {
  const before = Buffer.byteLength(body.before)
  const content = Buffer.alloc(before + size + Buffer.byteLength(body.after))
  content.write(body.before)
  content.write(body.after, before + size)
  const file = await open(body.path)
  try {
    for (let offset = 0; offset < size;) {
      const { bytesRead } = await file.read(content, before + offset, size - offset)
      if (bytesRead === 0) throw new Error('it is shorter than it was')
      offset += bytesRead
    }
  } finally {
    await file.close()
  }
  if (sending.over.aborted) return
  sendBuffer(client, content, sending, (sentBytes) => {
    body.onProgress(Math.min(Math.max(sentBytes - before, 0), size))
  })
}

/** Sends a buffer; progress counts bytes of the whole body. */
function sendBuffer(
  client: ClientRequest,
  content: Buffer,
  sending: Sending,
  onProgress?: (sentBytes: number) => void,
): void {
  let sent = 0
  const note = (bytes: number) => {
    if (bytes <= sent) return
    sending.onPiece(bytes - sent)
    sent = bytes
    onProgress?.(sent)
  }
  if (content.length > watchedBytes || onProgress !== undefined) {
    // The progress is polled, because Electron closes the request's stream long before the body is sent.
    const timer = setInterval(() => {
      const { active, current } = client.getUploadProgress()
      if (active) note(current)
    }, progressMs)
    sending.over.addEventListener('abort', () => {
      clearInterval(timer)
    })
    client.on('response', ({ statusCode }: IncomingMessage) => {
      clearInterval(timer)
      // An accepted body was sent completely since the last poll; a refusal may arrive before the last chunk.
      if (statusCode < 300) note(content.length)
    })
  }
  client.end(content)
}

async function sendChunks(client: ClientRequest, body: FileBody, sending: Sending): Promise<void> {
  const { over } = sending
  /** Resolves with whether the chunk was written. Electron does not report writes to an ended request. */
  const write = (chunk: string | Buffer) =>
    new Promise<boolean>((resolve) => {
      const stop = () => {
        resolve(false)
      }
      over.addEventListener('abort', stop)
      client.write(chunk, 'utf8', (error?: Error | null) => {
        over.removeEventListener('abort', stop)
        resolve(error == null && !over.aborted)
      })
    })
  // Without chunked encoding Electron buffers the whole body.
  client.chunkedEncoding = true
  if (!(await write(body.before))) return
  let sent = 0
  for await (const chunk of createReadStream(body.path, { highWaterMark: pieceBytes })) {
    const piece = chunk as Buffer // a stream without an encoding gives buffers
    if (!(await write(piece))) return
    passedBytes.note(piece.length)
    sent += piece.length
    sending.onPiece(piece.length)
    body.onProgress(sent)
  }
  if (await write(body.after)) client.end()
}

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
