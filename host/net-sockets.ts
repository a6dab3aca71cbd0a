import { Agent as HttpAgent, type ClientRequest } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'

/** `g_max_sockets_per_group` in net/socket/client_socket_pool_manager.cc. */
const socketsPerHost = 6
/** `ClientSocketPool::used_idle_socket_timeout` in net/socket/client_socket_pool.cc. */
const idleTimeoutMs = 300_000

/** From the one that waits longest; Electron's names of Chromium's `RequestPriority`. */
const priorities = ['throttled', 'idle', 'lowest', 'low', 'medium', 'highest'] as const
export type RequestPriority = (typeof priorities)[number]

/** A request in search of a socket. */
export interface SocketWish {
  readonly priority: RequestPriority
  /** Sends the request over the agent's only socket. @throws what Node refuses to send */
  start(agent: HttpAgent): ClientRequest
  /** The session has closed its connections before this request had one. */
  onFlushed(): void
}

/** A place for one socket, kept alive by an agent of its own: whoever asks for a place that is idle reuses its socket. */
interface Place {
  readonly agent: HttpAgent
  state: 'connecting' | 'busy' | 'idle'
  socket: Socket | null
  wish: SocketWish | null
  /** A flush came while it was busy: its socket is closed when the answer has come. */
  isRetired: boolean
}

/**
 * The sockets of a session, as Chromium keeps those of HTTP/1.1 (net/socket/transport_client_socket_pool.cc): at most
 * six to a host, the one that was used last first, and a queue by priority for what finds none. Two things of the
 * original are left out: it may connect ahead of need, and such sockets count as reused; it bounds all hosts together.
 */
export class SessionSockets {
  readonly #groups = new Map<string, SocketGroup>()

  /** @param isPrivate sent without credentials, which keeps sockets of its own; returns how to withdraw the wish */
  request(origin: string, isPrivate: boolean, wish: SocketWish): () => void {
    const key = `${origin} ${isPrivate}`
    const group = this.#groups.get(key) ?? new SocketGroup(origin)
    this.#groups.set(key, group)
    return group.request(wish)
  }

  /**
   * `HttpNetworkSession::CloseAllConnections`: what is idle is closed, what waits or connects fails with
   * `net::ERR_ABORTED`, what is busy gets its answer and is closed then.
   */
  closeAll(): void {
    for (const group of this.#groups.values()) group.flush()
  }
}

class SocketGroup {
  readonly #isSecure: boolean
  /** The one that became idle last stands last. */
  readonly #places = new Set<Place>()
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
    for (const place of [...this.#places]) {
      if (place.state === 'busy') place.isRetired = true
      else {
        if (place.state === 'connecting' && place.wish !== null) flushed.push(place.wish)
        this.#close(place)
      }
    }
    for (const wish of flushed) wish.onFlushed()
  }

  #pump(): void {
    for (;;) {
      const idle = [...this.#places].findLast((place) => place.state === 'idle')
      if (idle === undefined && this.#places.size >= socketsPerHost) return
      const wish = this.#waiting.shift()
      if (wish === undefined) return
      this.#assign(idle ?? this.#newPlace(), wish)
    }
  }

  #newPlace(): Place {
    const options = { keepAlive: true, maxSockets: 1 }
    const agent = this.#isSecure ? new HttpsAgent(options) : new HttpAgent(options)
    const place: Place = { agent, state: 'connecting', socket: null, wish: null, isRetired: false }
    // Chromium takes no advice from a `Keep-Alive` header; Node would.
    agent.keepSocketAlive = () => {
      if (place.isRetired) return false
      place.socket?.setTimeout(idleTimeoutMs)
      place.socket?.unref()
      return true
    }
    agent.on('free', () => {
      // The agent's own listener came first: it has kept the socket, or not.
      place.wish = null
      if (Object.keys(agent.freeSockets).length === 0) this.#close(place)
      else {
        place.state = 'idle'
        this.#places.delete(place)
        this.#places.add(place)
        this.#pump()
      }
    })
    this.#places.add(place)
    return place
  }

  #assign(place: Place, wish: SocketWish): void {
    place.wish = wish
    // A socket that died this moment without a word makes way for a fresh one.
    place.state = Object.keys(place.agent.freeSockets).length > 0 ? 'busy' : 'connecting'
    const request = wish.start(place.agent)
    request.once('socket', (socket) => {
      socket.setTimeout(0)
      if (request.reusedSocket) {
        place.state = 'busy'
        return
      }
      place.socket = socket
      socket.once(this.#isSecure ? 'secureConnect' : 'connect', () => {
        if (place.state === 'connecting') place.state = 'busy'
      })
      socket.once('close', () => {
        if (place.socket === socket) this.#close(place)
      })
    })
  }

  #close(place: Place): void {
    if (!this.#places.delete(place)) return
    place.agent.destroy()
    this.#pump()
  }
}
