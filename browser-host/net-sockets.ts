import { Agent as HttpAgent, type ClientRequest } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'

/** `g_max_sockets_per_group` in net/socket/client_socket_pool_manager.cc. */
const socketsPerHost = 6
/** `ClientSocketPool::used_idle_socket_timeout` in net/socket/client_socket_pool.cc. */
const idleTimeoutMs = 300_000

/** Lowest first; Electron's names of Chromium's `RequestPriority`. */
const priorities = ['throttled', 'idle', 'lowest', 'low', 'medium', 'highest'] as const
export type RequestPriority = (typeof priorities)[number]

/** A request that needs a socket. */
export interface SocketWish {
  readonly priority: RequestPriority
  /** Sends the request over the agent's only socket. @throws Node's error for an invalid request */
  start(agent: HttpAgent): ClientRequest
  /** Called if the session closed its connections before this request got one. */
  onFlushed(): void
}

/** A slot for one keep-alive socket, with its own agent: a request that gets an idle slot reuses its socket. */
interface Slot {
  readonly agent: HttpAgent
  state: 'connecting' | 'busy' | 'idle'
  socket: Socket | null
  wish: SocketWish | null
  /** Whether the slot was flushed while it was busy: then its socket is closed after the answer. */
  isRetired: boolean
}

/**
 * The sockets of a session, as Chromium keeps those of HTTP/1.1 (net/socket/transport_client_socket_pool.cc): at most
 * six to a host, the most recently used first, and a queue by priority. Two features of the original are left out:
 * connecting in advance (such sockets count as reused) and the bound over all hosts.
 */
export class SessionSockets {
  readonly #groups = new Map<string, SocketGroup>()

  /**
   * @param isPrivate sent without credentials, which uses separate sockets
   * @returns a function that withdraws the request
   */
  request(origin: string, isPrivate: boolean, wish: SocketWish): () => void {
    const key = `${origin} ${isPrivate}`
    const group = this.#groups.get(key) ?? new SocketGroup(origin)
    this.#groups.set(key, group)
    return group.request(wish)
  }

  /**
   * `HttpNetworkSession::CloseAllConnections`: idle sockets are closed, waiting and connecting requests fail with
   * `net::ERR_ABORTED`, busy sockets are closed after their answer.
   */
  closeAll(): void {
    for (const group of this.#groups.values()) group.flush()
  }
}

class SocketGroup {
  readonly #isSecure: boolean
  /** In the order in which they became idle. */
  readonly #slots = new Set<Slot>()
  #waiting: SocketWish[] = []

  constructor(origin: string) {
    this.#isSecure = origin.startsWith('https:')
  }

  request(wish: SocketWish): () => void {
    const rank = priorities.indexOf(wish.priority)
    const behind = this.#waiting.findIndex((other) => priorities.indexOf(other.priority) < rank)
    this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, wish)
    this.#pump()
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== wish)
    }
  }

  flush(): void {
    const flushed = this.#waiting.splice(0)
    for (const slot of [...this.#slots]) {
      if (slot.state === 'busy') slot.isRetired = true
      else {
        if (slot.state === 'connecting' && slot.wish !== null) flushed.push(slot.wish)
        this.#close(slot)
      }
    }
    for (const wish of flushed) wish.onFlushed()
  }

  #pump(): void {
    for (;;) {
      const idle = [...this.#slots].findLast((slot) => slot.state === 'idle')
      if (idle === undefined && this.#slots.size >= socketsPerHost) return
      const wish = this.#waiting.shift()
      if (wish === undefined) return
      this.#assign(idle ?? this.#newSlot(), wish)
    }
  }

  #newSlot(): Slot {
    const options = { keepAlive: true, maxSockets: 1 }
    const agent = this.#isSecure ? new HttpsAgent(options) : new HttpAgent(options)
    const slot: Slot = { agent, state: 'connecting', socket: null, wish: null, isRetired: false }
    // Chromium ignores `Keep-Alive` headers; Node would obey them.
    agent.keepSocketAlive = () => {
      if (slot.isRetired) return false
      slot.socket?.setTimeout(idleTimeoutMs)
      slot.socket?.unref()
      return true
    }
    agent.on('free', () => {
      // The agent's listener ran before: it has kept the socket or not.
      slot.wish = null
      if (Object.keys(agent.freeSockets).length === 0) this.#close(slot)
      else {
        slot.state = 'idle'
        this.#slots.delete(slot)
        this.#slots.add(slot)
        this.#pump()
      }
    })
    this.#slots.add(slot)
    return slot
  }

  #assign(slot: Slot, wish: SocketWish): void {
    slot.wish = wish
    // A socket that has just closed silently is replaced by a fresh one.
    slot.state = Object.keys(slot.agent.freeSockets).length > 0 ? 'busy' : 'connecting'
    const request = wish.start(slot.agent)
    request.once('socket', (socket) => {
      socket.setTimeout(0)
      if (request.reusedSocket) {
        slot.state = 'busy'
        return
      }
      slot.socket = socket
      socket.once(this.#isSecure ? 'secureConnect' : 'connect', () => {
        if (slot.state === 'connecting') slot.state = 'busy'
      })
      socket.once('close', () => {
        if (slot.socket === socket) this.#close(slot)
      })
    })
  }

  #close(slot: Slot): void {
    if (!this.#slots.delete(slot)) return
    slot.agent.destroy()
    this.#pump()
  }
}
