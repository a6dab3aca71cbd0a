import { Writable } from 'node:stream'
import type { ClientRequest } from 'node:http'

/** The source from which the network stack reads a chunked body. */
export interface ChunkSource {
  startReading(pipe: BodyPipe): void
}

/**
 * The pipe between a chunked body and the network stack: `JSChunkedDataPipeGetter` of Electron's
 * shell/common/api/electron_api_url_loader.cc. A write has left the process when its promise resolves.
 */
export class BodyPipe {
  #request: ClientRequest | null = null
  #pending: ((error: Error) => void) | null = null
  #isBroken = false
  #isDone = false

  get isDone(): boolean {
    return this.#isDone
  }

  connect(request: ClientRequest): void {
    this.#request = request
  }

  write(chunk: Buffer): Promise<void> {
    if (this.#isDone) return Promise.reject(new Error("Can't write after calling done()"))
    if (this.#isBroken) return Promise.reject(brokenPipe())
    return new Promise((resolve, reject) => {
      this.#pending = reject
      this.#request?.write(chunk, (error) => {
        if (error == null) {
          this.#pending = null
          resolve()
        } else this.break()
      })
    })
  }

  done(): void {
    this.#isDone = true
    this.#request?.end()
  }

  /** Fails further writes after the reader has gone. */
  break(): void {
    this.#isBroken = true
    this.#pending?.(brokenPipe())
    this.#pending = null
  }
}

function brokenPipe(): Error {
  return new Error('mojo result not ok: 9')
}

/**
 * A chunked body, like Electron's private `ChunkedBodyStream` (lib/common/api/net-client-request.ts): a separate stream
 * without a way to attach error listeners. So a chunk in flight during an abort or a failure is an uncaught exception,
 * and so is a resend, for which the body would have to be read twice.
 */
export class ChunkedBody extends Writable implements ChunkSource {
  readonly #onFirstChunk: () => void
  readonly #isAborted: () => boolean
  #pipe: BodyPipe | null = null
  #first: { readonly chunk: Buffer; readonly callback: (error?: Error | null) => void } | null = null

  constructor(options: { onFirstChunk: () => void; isAborted: () => boolean }) {
    super()
    this.#onFirstChunk = options.onFirstChunk
    this.#isAborted = options.isAborted
  }

  override _write(chunk: Buffer, _encoding: string, callback: (error?: Error | null) => void): void {
    if (this.#pipe === null) {
      this.#first = { chunk, callback }
      this.#onFirstChunk()
      return
    }
    this.#pipe.write(chunk).then(() => {
      callback()
    }, callback)
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.#pipe?.done()
    callback()
  }

  startReading(pipe: BodyPipe): void {
    if (this.#pipe !== null) throw new Error('two startReading calls???')
    this.#pipe = pipe
    const first = this.#first
    this.#first = null
    if (first === null) return
    const settle = (error?: Error) => {
      if (!this.#isAborted()) first.callback(error ?? null)
    }
    pipe.write(first.chunk).then(() => {
      settle()
    }, settle)
  }
}
