import { Readable } from 'node:stream'
import type { IncomingMessage as NodeResponse } from 'node:http'

/**
 * An answer, like `IncomingMessage` of Electron's lib/common/api/net-client-request.ts: a paused stream, which reads
 * from the socket only after earlier data were consumed.
 */
export class HostIncomingMessage extends Readable {
  readonly #head: NodeResponse
  readonly #stored: (Buffer | null)[] = []
  #resume: (() => void) | null = null
  #isWanted = false

  constructor(head: NodeResponse) {
    super()
    this.#head = head
  }

  get statusCode(): number {
    return this.#head.statusCode ?? 0
  }

  get statusMessage(): string {
    return this.#head.statusMessage ?? ''
  }

  get httpVersion(): string {
    return this.#head.httpVersion
  }

  get headers(): Record<string, string | string[]> {
    const headers: Record<string, string | string[]> = {}
    for (const [name, value] of Object.entries(this.#head.headers)) if (value !== undefined) headers[name] = value
    return headers
  }

  /** @param resume requests more from the network stack */
  store(chunk: Buffer | null, resume: (() => void) | null): void {
    this.#resume = resume
    this.#stored.push(chunk)
    this.#flow()
  }

  override _read(): void {
    this.#isWanted = true
    this.#flow()
  }

  #flow(): void {
    for (;;) {
      const chunk = this.#isWanted ? this.#stored.shift() : undefined
      if (chunk === undefined) break
      this.#isWanted = this.push(chunk)
    }
    if (!this.#isWanted) return
    const resume = this.#resume
    this.#resume = null
    resume?.()
  }
}
