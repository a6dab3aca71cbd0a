import { TransportError, type Transport, type TransportResponse, type TransportUpload } from '../ports.ts'
import type { FromEngine, ToEngine } from './protocol.ts'

type Answer = Extract<ToEngine, { type: 'head' | 'chunk' | 'end' | 'failed' | 'progress' }>

interface Pending {
  status: number
  headers: Readonly<Record<string, string>>
  readonly chunks: Uint8Array[]
  readonly asBytes: boolean
  onProgress(sentBytes: number): void
  resolve(response: TransportResponse): void
  reject(error: TransportError): void
}

/**
 * Creates the transport over the thread's port. The gate in the main process sends the requests, and answers come
 * back in chunks.
 */
export function portTransport(post: (message: FromEngine) => void): {
  readonly transport: Transport
  receive(message: Answer): void
} {
  const pending = new Map<number, Pending>()
  let nextId = 1
  return {
    transport: {
      request(request, signal) {
        return new Promise((resolve, reject) => {
          if (signal?.aborted === true) {
            reject(new TransportError('aborted', { code: 'ABORTED' }, true))
            return
          }
          const id = nextId
          nextId += 1
          const abort = () => {
            if (!pending.delete(id)) return
            post({ type: 'abort', id })
            reject(new TransportError('aborted', { code: 'ABORTED' }, false))
          }
          signal?.addEventListener('abort', abort, { once: true })
          const settle = () => {
            pending.delete(id)
            signal?.removeEventListener('abort', abort)
          }
          const { upload, asBytes, ...rest } = request
          pending.set(id, {
            status: 0,
            headers: {},
            chunks: [],
            asBytes: asBytes === true,
            onProgress(sentBytes) {
              upload?.onProgress(sentBytes)
            },
            resolve(response) {
              settle()
              resolve(response)
            },
            reject(error) {
              settle()
              reject(error)
            },
          })
          const posted = upload === undefined ? {} : { upload: withoutListener(upload) }
          post({ type: 'request', id, request: { ...rest, ...posted } })
        })
      },
    },
    receive(message) {
      const entry = pending.get(message.id)
      if (entry === undefined) return
      switch (message.type) {
        case 'head':
          entry.status = message.status
          entry.headers = message.headers
          return
        case 'chunk':
          entry.chunks.push(message.bytes)
          return
        case 'progress':
          entry.onProgress(message.sentBytes)
          return
        case 'end':
          entry.resolve({
            status: entry.status,
            headers: entry.headers,
            ...(entry.asBytes
              ? { body: '', bytes: entry.chunks }
              : { body: Buffer.concat(entry.chunks).toString('utf8') }),
          })
          return
        case 'failed':
          entry.reject(new TransportError(message.code, message.reason, message.provesNonDelivery))
          return
      }
    },
  }
}

/** Returns an upload without its listener, because a function cannot be posted to another thread. */
function withoutListener({ attachmentId, name, type }: TransportUpload): Omit<TransportUpload, 'onProgress'> {
  return { attachmentId, name, type }
}
