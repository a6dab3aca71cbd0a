import type { ClientRequestConstructorOptions } from 'electron'
import { clientLimits } from '#shared/client-limits.ts'

/**
 * The lanes of an account's requests. `once0` to `once2` are for requests that must not be duplicated, `picture` and
 * `stream` for short and long media.
 */
export type Lane = 'poll' | OnceLane | 'foreground' | 'background' | 'picture' | 'stream' | 'upload'
export type OnceLane = (typeof onceLanes)[number]

export const onceLanes = ['once0', 'once1', 'once2'] as const

/** The sessions of an account; each has its own sockets. */
export type SessionName = 'poll' | OnceLane | 'calls' | 'files'

/** Chromium's limit of sockets per host and session over HTTP/1.1. Further requests stall while their timeouts run. */
export const socketsPerHost = clientLimits.requestUnderWay.most

interface LaneRule {
  readonly session: SessionName
  /** The maximum number of requests of the lane in flight. */
  readonly width: number
  /** Chromium's priority when sockets, or streams of the server, are scarce. */
  readonly priority: NonNullable<ClientRequestConstructorOptions['priority']>
}

/** The lanes in the order of precedence. The widths of a session's lanes add up to its sockets at most. */
export const laneRules = {
  poll: { session: 'poll', width: 1, priority: 'medium' },
  once0: { session: 'once0', width: 1, priority: 'highest' },
  once1: { session: 'once1', width: 1, priority: 'highest' },
  once2: { session: 'once2', width: 1, priority: 'highest' },
  foreground: { session: 'calls', width: socketsPerHost, priority: 'highest' },
  background: { session: 'calls', width: 2, priority: 'lowest' },
  picture: { session: 'files', width: 3, priority: 'low' },
  stream: { session: 'files', width: 2, priority: 'lowest' },
  upload: { session: 'files', width: 1, priority: 'lowest' },
} as const satisfies Record<Lane, LaneRule>

const served = Object.keys(laneRules) as readonly Lane[] // the keys of the table above

interface Job {
  readonly lane: Lane
  /** Whether the job precedes the other jobs of its lane. */
  readonly isUrgent: boolean
  readonly start: () => void
}

/** Removes a job from its lane, in any state. */
export type Leave = () => void

/** Starts queued requests within the limits of their lanes, and none during a rate limit. */
export class Lanes {
  #waiting: Job[] = []
  readonly #running = new Set<Job>()
  #rateLimitedUntil = 0
  #timer: NodeJS.Timeout | undefined

  /** Queues a job; `start` may be called synchronously. A started job calls `leave` when it ends. */
  add(lane: Lane, isUrgent: boolean, start: (leave: Leave) => void): Leave {
    const leave = () => {
      this.#waiting = this.#waiting.filter((other) => other !== job)
      if (this.#running.delete(job)) this.#pump()
    }
    const job: Job = {
      lane,
      isUrgent,
      start() {
        start(leave)
      },
    }
    const before = isUrgent ? this.#waiting.findIndex((other) => other.lane === lane && !other.isUrgent) : -1
    this.#waiting.splice(before < 0 ? this.#waiting.length : before, 0, job)
    this.#pump()
    return leave
  }

  /** Whether a job is queued in the lane. */
  isWantedIn(lane: Lane): boolean {
    return this.#waiting.some((job) => job.lane === lane)
  }

  /** Extends the rate limit to a time (UNIX milliseconds); returns its end. */
  hold(until: number): number {
    this.#rateLimitedUntil = Math.max(this.#rateLimitedUntil, until)
    return this.#rateLimitedUntil
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#waiting = []
  }

  #pump(): void {
    const waitMs = this.#rateLimitedUntil - Date.now()
    if (waitMs > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined
        this.#pump()
      }, waitMs)
      return
    }
    for (const lane of served) {
      while (this.#hasRoom(lane)) {
        const job = this.#waiting.find((candidate) => candidate.lane === lane)
        if (job === undefined) break
        this.#waiting = this.#waiting.filter((other) => other !== job)
        this.#running.add(job)
        job.start()
      }
    }
  }

  #hasRoom(lane: Lane): boolean {
    const { session, width } = laneRules[lane]
    const running = [...this.#running]
    return (
      running.filter((job) => job.lane === lane).length < width &&
      running.filter((job) => laneRules[job.lane].session === session).length < socketsPerHost
    )
  }
}
