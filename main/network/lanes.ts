import type { ClientRequestConstructorOptions } from 'electron'
import { clientLimits } from '../../shared/client-limits.ts'

/**
 * Lanes of an account's requests. `once0` to `once2` take what must not be doubled; `picture` and `stream` are media,
 * short and long ones.
 */
export type Lane = 'poll' | OnceLane | 'foreground' | 'background' | 'picture' | 'stream' | 'upload'
export type OnceLane = (typeof onceLanes)[number]

export const onceLanes = ['once0', 'once1', 'once2'] as const

/** What an account's sessions are for; each has sockets of its own. */
export type SessionName = 'poll' | OnceLane | 'calls' | 'files'

/** Chromium's sockets to one host in one session, over HTTP/1.1: a further request stands still with its clock running. */
export const socketsPerHost = clientLimits.requestUnderWay.most

interface LaneRule {
  readonly session: SessionName
  /** Requests of the lane that may be under way at once. */
  readonly width: number
  /** What Chromium serves first where its sockets, or a server's streams, are short. */
  readonly priority: NonNullable<ClientRequestConstructorOptions['priority']>
}

/** In the order in which they are served. A session's requests together are never more than its sockets (W6). */
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
  /** Goes before those of its lane that can wait. */
  readonly isUrgent: boolean
  readonly start: () => void
}

/** Takes a job out of its lane, whether it waits, runs or has ended. */
export type Leave = () => void

/** Starts requests as there is room for them, and none while the server asks the account to wait. */
export class Lanes {
  #waiting: Job[] = []
  readonly #running = new Set<Job>()
  #heldUntil = 0
  #timer: NodeJS.Timeout | undefined

  /** `start` may be called at once. Whoever is started has to leave when it has ended. */
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

  /** Whether something stands in line for this lane. */
  isWantedIn(lane: Lane): boolean {
    return this.#waiting.some((job) => job.lane === lane)
  }

  /** Starts nothing before this moment (UNIX milliseconds); returns the latest such moment. */
  hold(until: number): number {
    this.#heldUntil = Math.max(this.#heldUntil, until)
    return this.#heldUntil
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#waiting = []
  }

  #pump(): void {
    const waitMs = this.#heldUntil - Date.now()
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
