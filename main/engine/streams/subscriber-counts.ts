import { clientLimits } from '#shared/client-limits.ts'
import { countSubscribers } from '../api/streams/subscriptions.ts'
import type { Core } from '../core/core.ts'
import { failureKind, reasonLogText } from '../api/request-failures.ts'
import type { RequestBudget } from '../sync/revalidation/request-budget.ts'
import type { StreamId } from '../values/ids.ts'

/** The part of announced changes that concern counts of subscribers. */
export const countedSubscribers = { name: 'counts of subscribers' } as const

const { most } = clientLimits.subscriberCounts

interface Ports {
  readonly budget: RequestBudget
  readonly isOnline: () => boolean
}

/**
 * The numbers of subscribers that the server reported for streams on screen. Registrations do not contain them at every
 * level, and lists of subscribers grow with the organization.
 */
export class SubscriberCounts {
  readonly #core: Core
  readonly #ports: Ports
  readonly #counts = new Map<StreamId, number>()
  #wanted: readonly StreamId[] = []
  #isAsking = false

  constructor(core: Core, ports: Ports) {
    this.#core = core
    this.#ports = ports
    core.onCommit('counts of subscribers', (changes) => {
      // A change of the own subscription changes the count too.
      for (const change of changes)
        if (change.kind === 'streams') for (const { id } of change.put) this.#counts.delete(id)
    })
  }

  /** The number of subscribers; null until the server has sent it. */
  of(streamId: StreamId): number | null {
    return this.#counts.get(streamId) ?? null
  }

  /** Requests the counts of these streams in this order; they replace the streams of earlier calls. */
  want(streamIds: readonly StreamId[]): void {
    this.#wanted = streamIds
    if (!this.#isAsking) this.#core.runInBackground('counts of subscribers', this.#ask())
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    const refused = new Set<StreamId>()
    try {
      for (let id = this.#next(refused); id !== undefined; id = this.#next(refused)) {
        this.#ports.budget.spend(this.#core.ports.clock.now())
        try {
          this.#note(id, await countSubscribers(this.#core.api, id, { priority: 'background' }))
        } catch (error) {
          const failure = failureKind(error)
          if (failure.kind !== 'refused') return
          this.#core.ports.log(
            'info',
            `the server does not report the subscribers of a stream: ${reasonLogText(failure.reason)}`,
          )
          refused.add(id)
        }
      }
    } finally {
      this.#isAsking = false
    }
  }

  #next(refused: ReadonlySet<StreamId>): StreamId | undefined {
    const { budget, isOnline } = this.#ports
    if (!isOnline() || budget.left(this.#core.ports.clock.now()) === 0) return undefined
    return this.#wanted.find((id) => !this.#counts.has(id) && !refused.has(id))
  }

  #note(streamId: StreamId, count: number): void {
    this.#counts.set(streamId, count)
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= most) break
      this.#counts.delete(oldest)
    }
    this.#core.announce([{ kind: 'part', part: countedSubscribers }])
  }
}
