import type { Store } from '../store/store.ts'
import { catchUpOverlap } from '../values/ranges.ts'
import type { Change } from './changes.ts'
import { contradictByList, type ListedNewest } from './completeness/contradicted-coverage.ts'
import type { RegistrationContext } from './slice.ts'
import { slices } from './slices.ts'
import type { LongList, Takeover, TakeoverContext } from './long-list.ts'
import { longLists } from './registration.ts'
import type { RegisterBatch, RegisterHead } from './registration.ts'
import type { ReadAccountState } from './account-state.ts'

/** At most this many uncached messages of lists are checked against the ranges. */
const mostListed = 1000

/**
 * Applies the snapshot of a new event queue: every piece of state in it replaces the stored one (Q6), except for
 * messages and outbox rows. Long lists come in batches, each in a transaction of its own that writes only
 * differences. The old queue is forgotten before the first batch and the new one is stored last, so that an
 * interrupted engine registers again (Q1).
 */
export class RegisterApplication {
  readonly #store: Store
  readonly #accountState: ReadAccountState
  readonly #head: RegisterHead
  /** The keys are names of lists; lists with the same `open` share one takeover. */
  readonly #takeovers = new Map<string, Takeover<unknown>>()
  /** These are the uncached messages that lists name. */
  readonly #listed: ListedNewest[] = []
  readonly #highestKnown: number

  constructor(store: Store, accountState: ReadAccountState, head: RegisterHead) {
    this.#store = store
    this.#accountState = accountState
    this.#head = head
    this.#highestKnown = Math.max(0, ...store.meta.epochHighs().values())
    const context: TakeoverContext = {
      store,
      accountState,
      serverTimestamp: head.serverTimestamp,
      noteListed: (conversation, id) => {
        this.#noteListed(conversation, id)
      },
    }
    const opened = new Map<LongList['open'], Takeover<unknown>>()
    for (const { name, open } of longLists) {
      const takeover = opened.get(open) ?? open(context)
      opened.set(open, takeover)
      this.#takeovers.set(name, takeover)
    }
  }

  /**
   * Forgets the old queue, so that none exists until `finish`, and stores the state that the navigation needs beside
   * the batches.
   */
  begin(now: number): Change[] {
    const { meta } = this.#store
    meta.forgetQueue()
    // The registration decides the undecided flags.
    this.#store.undecided.clear()
    meta.setOrganization(this.#head.organization)
    meta.setSettings(this.#head.settings)
    return [{ kind: 'organization' }, ...this.#replace('first', now)]
  }

  /** Returns the change that stores the differences of a batch, for the caller to commit; null if there are none. */
  take(batch: RegisterBatch): (() => Change[]) | null {
    return this.#takeovers.get(batch.list)?.take(batch.rows) ?? null
  }

  /**
   * Removes the rows that no batch contained and begins a new epoch, so that no range is live (M8). `lifetimeMs` is
   * the time for which the server keeps the queue without polls.
   */
  finish(now: number, lifetimeMs: number): Change[] {
    const store = this.#store
    const { meta } = store
    const { organization } = this.#head
    const lists = [...new Set(this.#takeovers.values())].flatMap((takeover) => takeover.finish(now))
    const replaced = this.#replace('rest', now)
    store.ranges.forgetFeeds()
    store.ranges.markAllStale()
    meta.beginEpoch(Math.max(organization.maxMessageId, 0))
    // This follows `beginEpoch`, because no range contains the messages that were sent while there was no queue.
    const { changes: disproved } = contradictByList({ store, epoch: meta.epoch() }, this.#listed, catchUpOverlap)
    const { queueId, lastEventId } = this.#head
    meta.setQueue({ queueId, lastEventId, touchedAt: now, lifetimeMs })
    // Messages older than the first registration never cause a notification.
    if (meta.lastNotifiedId() === 0) meta.setLastNotifiedId(Math.max(organization.maxMessageId, 1))
    return [...replaced, ...lists, ...disproved, { kind: 'organization' }, { kind: 'epoch' }]
  }

  /** Replaces the stored state of the slices that come before the long lists (`first`), or of the others. */
  #replace(which: 'first' | 'rest', now: number): Change[] {
    const { organization, rows } = this.#head
    const context: RegistrationContext = {
      store: this.#store,
      accountState: this.#accountState,
      now,
      selfId: organization.selfId,
    }
    return slices.flatMap(({ name, registered }) =>
      registered === undefined || registered.isFirst !== (which === 'first')
        ? []
        : registered.replace(context, rows[name]),
    )
  }

  /** Records the newest message of a list, which the ranges of its containers should contain. */
  #noteListed(conversation: string, id: number): void {
    if (id > this.#highestKnown || this.#listed.length >= mostListed) return
    if (this.#store.messages.get(id) === undefined) this.#listed.push({ conversation, id })
  }
}
