import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { ClientRequest, IncomingMessage } from 'electron'
import { passedBytes } from './passed-bytes.ts'
import { clientLimits } from '../../shared/client-limits.ts'

/** On a slow line a piece takes some seconds, and each is a sign of life. */
const pieceBytes = 64 * 1024
const progressMs = 200
/** Shorter bodies leave in one go, so that there is no progress to look for. */
const watchedBytes = 64 * 1024

/**
 * Bodies up to this size are one buffer, so that they have a length: a server without a proxy before it may not take
 * chunks (F11), and only what is in memory can be sent again by the network stack. Chromium knows larger ones as chunks.
 */
export const largestBuffer: number = clientLimits.bodyBuffer.most

/** A file between two texts; a large one is streamed from the disk. */
export interface FileBody {
  readonly before: string
  readonly path: string
  readonly after: string
  /** Told now and then, with the bytes of the file that have left. */
  readonly onProgress: (sentBytes: number) => void
}

/** What the sender of a body knows of its request. */
export interface Sending {
  /** Aborted when the request is over, however it ended. */
  readonly over: AbortSignal
  /** So many bytes more have left. */
  readonly onPiece: (bytes: number) => void
}

/** Hands the body over, as the socket takes it. Rejects where the file cannot be read. */
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

/** `onProgress` gets bytes of the whole body. */
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
    // Electron closes the request as a stream when its body was handed over, long before that has left.
    const timer = setInterval(() => {
      const { active, current } = client.getUploadProgress()
      if (active) note(current)
    }, progressMs)
    sending.over.addEventListener('abort', () => {
      clearInterval(timer)
    })
    client.on('response', ({ statusCode }: IncomingMessage) => {
      clearInterval(timer)
      // What was taken has left entirely, though nobody has looked since; a refusal may come before the last piece.
      if (statusCode < 300) note(content.length)
    })
  }
  client.end(content)
}

async function sendChunks(client: ClientRequest, body: FileBody, sending: Sending): Promise<void> {
  const { over } = sending
  /** Whether the chunk has left. What hangs on a request that is over is never told of. */
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
  // Without chunks the whole body would be gathered in memory first.
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
