import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { WebSocket } from 'ws'
import { z } from 'zod'

/** The messages of the page after it has proved its secret. */
const fromPage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), secret: z.string() }),
  z.object({ type: z.literal('invoke'), id: z.number(), channel: z.string(), args: z.array(z.unknown()) }),
])

type Handler = (event: unknown, ...args: unknown[]) => unknown

const helloTimeoutMs = 5_000

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function secretsEqual(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Random delays from a seed of the test: replies overtake each other and pushes; pushes keep their order. */
export class Shuffle {
  #state: number
  readonly #on: boolean
  #lastPush: Promise<void> = Promise.resolve()

  constructor(seed: string | undefined) {
    this.#on = seed !== undefined && seed !== ''
    this.#state = Number(seed ?? 0) >>> 0
  }

  reply(send: () => void): void {
    if (this.#on) setTimeout(send, this.#delay())
    else send()
  }

  push(send: () => void): void {
    if (!this.#on) {
      send()
      return
    }
    const delay = this.#delay()
    this.#lastPush = this.#lastPush.then(() => new Promise((resolve) => setTimeout(resolve, delay))).then(send)
  }

  #delay(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return this.#state % 12
  }
}

/** The IPC between the page and the program. The page proves its secret first; a newer page replaces an older one. */
export class PageChannel {
  readonly #shuffle: Shuffle
  readonly #handlers = new Map<string, Handler>()
  #secret: string | null = null
  #socket: WebSocket | undefined
  /** The event that handlers receive; set by the window. */
  event: unknown = null

  constructor(shuffle: Shuffle) {
    this.#shuffle = shuffle
  }

  /** Returns a new secret for a page that is being served; only that page knows it. */
  renew(): string {
    this.#secret = newSecret()
    return this.#secret
  }

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }

  accept(socket: WebSocket): void {
    let isKnown = false
    const timer = setTimeout(() => {
      if (!isKnown) socket.terminate()
    }, helloTimeoutMs)
    socket.on('message', (data: Buffer) => {
      let value: unknown
      try {
        value = JSON.parse(data.toString('utf8'))
      } catch {
        socket.terminate()
        return
      }
      const message = fromPage.safeParse(value)
      if (!message.success) {
        socket.terminate()
        return
      }
      if (!isKnown) {
        const isRight =
          message.data.type === 'hello' && this.#secret !== null && secretsEqual(message.data.secret, this.#secret)
        if (!isRight) {
          socket.terminate()
          return
        }
        isKnown = true
        clearTimeout(timer)
        // A secret is valid for one connection.
        this.#secret = null
        this.#socket?.close(4000, 'another window was opened')
        this.#socket = socket
        return
      }
      if (message.data.type === 'invoke') void this.#invoke(socket, message.data)
    })
    socket.on('close', () => {
      clearTimeout(timer)
      if (this.#socket === socket) this.#socket = undefined
    })
    socket.on('error', () => {
      socket.terminate()
    })
  }

  /** Like Electron's `WebFrameMain.send`: a value that cannot be cloned is reported on the terminal and not sent. */
  send(channel: string, args: readonly unknown[]): void {
    let text: string
    try {
      text = JSON.stringify({ type: 'message', channel, args: structuredClone(args) })
    } catch (error) {
      console.error('Error sending from webFrameMain: ', error)
      return
    }
    const socket = this.#socket
    if (socket === undefined) return
    this.#shuffle.push(() => {
      socket.send(text)
    })
  }

  close(): void {
    this.#socket?.close(4001, 'Skein has quit')
  }

  async #invoke(socket: WebSocket, call: { id: number; channel: string; args: unknown[] }): Promise<void> {
    let answer: Record<string, unknown>
    const handler = this.#handlers.get(call.channel)
    try {
      if (handler === undefined) throw new Error(`No handler registered for '${call.channel}'`)
      // A value that cannot be cloned (a proxy, a function) rejects the call, as in Electron.
      answer = { value: structuredClone(await handler(this.event, ...call.args)) ?? null }
    } catch (error) {
      // Electron's own wording: only the message of an error reaches the page.
      answer = { error: `Error invoking remote method '${call.channel}': ${String(error)}` }
    }
    const text = JSON.stringify({ type: 'reply', id: call.id, ...answer })
    this.#shuffle.reply(() => {
      if (socket.readyState === socket.OPEN) socket.send(text)
    })
  }
}
