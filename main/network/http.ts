import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { net, type ClientRequest, type IncomingMessage, type Session } from 'electron'
import { netFailure, type NetFailure } from './net-errors.ts'

const pieceBytes = 256 * 1024
const progressMs = 200

/**
 * Bodies up to this size are one buffer, so that they have a length: a server without a proxy before it may not take
 * chunks (F11), and only what is in memory can be sent again by the network stack. Chromium knows larger ones as chunks.
 */
export const largestBuffer = 32 * 1024 * 1024

/** A file between two texts; a large one is streamed from the disk. */
export interface FileBody {
  readonly before: string
  readonly path: string
  readonly after: string
  /** Told now and then, with the bytes of the file that have left. */
  readonly onProgress: (sentBytes: number) => void
}

export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FileBody | null
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly session: Session
}

export interface HttpHead {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Where a redirect points to, absolute; redirects are never followed by themselves. */
  readonly redirect: string | null
}

export interface HttpListener {
  onHead(head: HttpHead): void
  onChunk(bytes: Uint8Array): void
  onEnd(): void
  onFailure(failure: NetFailure): void
}

/**
 * One HTTP request over Electron's network stack. Exactly one of `onEnd` and `onFailure` is called, unless the returned
 * function gave the request up before.
 */
export function httpRequest(request: HttpRequest, listener: HttpListener): () => void {
  let isSettled = false
  let received = 0
  const client = net.request({
    method: request.method,
    url: request.url,
    session: request.session,
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
  })
  for (const [name, value] of Object.entries(request.headers)) client.setHeader(name, value)

  function settle(action: () => void): void {
    if (isSettled) return
    isSettled = true
    clearTimeout(timer)
    action()
  }
  function fail(failure: NetFailure): void {
    settle(() => {
      listener.onFailure(failure)
    })
    client.abort()
  }
  const startTimer = () =>
    setTimeout(() => {
      fail({ code: 'timeout', message: 'The server did not answer in time.', provesNonDelivery: false })
    }, request.timeoutMs)
  let timer = startTimer()
  /** A large file over a slow line is no silence: the patience begins anew with each piece. */
  const noteProgress = () => {
    clearTimeout(timer)
    if (!isSettled) timer = startTimer()
  }

  client.on('response', (response: IncomingMessage) => {
    if (isSettled) return
    listener.onHead({ status: response.statusCode, headers: plainHeaders(response.headers), redirect: null })
    response.on('data', (chunk: Buffer) => {
      if (isSettled) return
      received += chunk.byteLength
      if (received > request.maxBytes) {
        fail({ code: 'too_large', message: 'The server’s answer is too large.', provesNonDelivery: false })
        return
      }
      listener.onChunk(chunk)
    })
    response.on('end', () => {
      settle(() => {
        listener.onEnd()
      })
    })
    response.on('aborted', () => {
      fail(netFailure('net::ERR_CONNECTION_CLOSED'))
    })
    response.on('error', (error: Error) => {
      fail(netFailure(error.message))
    })
  })
  client.on('redirect', (status: number, _method: string, url: string, headers: Record<string, string[]>) => {
    settle(() => {
      listener.onHead({ status, headers: plainHeaders(headers), redirect: url })
      listener.onEnd()
    })
    client.abort()
  })
  // A 401 carries a Basic challenge; only a proxy's question would deserve an answer (wire-protocol.md §2.13).
  client.on('login', (_authInfo, callback) => {
    callback()
  })
  client.on('error', (error: Error) => {
    fail(netFailure(error.message))
  })
  const { body } = request
  if (body === null || body === '') client.end()
  else if (typeof body === 'string') client.end(body)
  else {
    sendFile(client, body, { isSettled: () => isSettled, onPiece: noteProgress }).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      fail({ code: 'broken', message: `The file cannot be read: ${message}`, provesNonDelivery: false })
    })
  }

  return () => {
    settle(() => undefined)
    client.abort()
  }
}

interface Sending {
  readonly isSettled: () => boolean
  /** Something has left. */
  readonly onPiece: () => void
}

async function sendFile(client: ClientRequest, body: FileBody, sending: Sending): Promise<void> {
  const { size } = await stat(body.path)
  if (size <= largestBuffer) await sendBuffer(client, body, sending)
  else await sendChunks(client, body, sending)
}

async function sendBuffer(client: ClientRequest, body: FileBody, sending: Sending): Promise<void> {
  const before = Buffer.from(body.before)
  const file = await readFile(body.path)
  if (sending.isSettled()) return
  let sent = 0
  const note = (bytes: number) => {
    const left = Math.min(Math.max(bytes - before.length, 0), file.length)
    if (left === sent) return
    sent = left
    sending.onPiece()
    body.onProgress(sent)
  }
  const timer = setInterval(() => {
    const { active, current } = client.getUploadProgress()
    if (sending.isSettled()) clearInterval(timer)
    else if (active) note(current)
  }, progressMs)
  client.on('response', ({ statusCode }: IncomingMessage) => {
    clearInterval(timer)
    // What was taken has left entirely, though nobody has looked since; a refusal may come before the last piece.
    if (statusCode < 300) note(Infinity)
  })
  client.on('close', () => {
    clearInterval(timer)
  })
  client.end(Buffer.concat([before, file, Buffer.from(body.after)]))
}

async function sendChunks(client: ClientRequest, body: FileBody, sending: Sending): Promise<void> {
  const write = (chunk: string | Buffer) =>
    new Promise<void>((resolve) => {
      client.write(chunk, 'utf8', () => {
        resolve()
      })
    })
  // Without chunks the whole body would be gathered in memory first.
  client.chunkedEncoding = true
  await write(body.before)
  let sent = 0
  for await (const chunk of createReadStream(body.path, { highWaterMark: pieceBytes })) {
    if (sending.isSettled()) return
    const piece = chunk as Buffer // a stream without an encoding gives buffers
    await write(piece)
    sent += piece.length
    sending.onPiece()
    body.onProgress(sent)
  }
  await write(body.after)
  client.end()
}

/** A whole small answer as text. @throws HttpFailure */
export function httpText(request: HttpRequest): Promise<HttpHead & { readonly body: string }> {
  return new Promise((resolve, reject) => {
    let head: HttpHead | undefined
    const chunks: Uint8Array[] = []
    httpRequest(request, {
      onHead(value) {
        head = value
      },
      onChunk(bytes) {
        chunks.push(bytes)
      },
      onEnd() {
        if (head !== undefined) resolve({ ...head, body: Buffer.concat(chunks).toString('utf8') })
      },
      onFailure(failure) {
        reject(new HttpFailure(failure))
      },
    })
  })
}

/** No answer came. */
export class HttpFailure extends Error {
  readonly code: string
  readonly failure: NetFailure

  constructor(failure: NetFailure) {
    super(failure.message)
    this.name = 'HttpFailure'
    this.code = failure.code
    this.failure = failure
  }
}

function plainHeaders(headers: Readonly<Record<string, string | string[]>>): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return plain
}
