import type { Store } from '../store/store.ts'
import { catchUpOverlap } from '../values/ranges.ts'
import type { Change } from './changes.ts'
import { contradictByList, type ListedNewest } from './completeness/contradicted-coverage.ts'
import type { RegistrationContext } from './slice.ts'
import { slices } from './slices.ts'
import type { LongList, Takeover, TakeoverContext } from './long-list.ts'
import { longLists } from './long-lists.ts'
import type { RegisterBatch, RegisterHead } from './register-rows.ts'
import type { ReadAccountState } from './account-state.ts'

/** The number of uncached messages in lists that are checked. */
const mostListed = 1000

/**
 * Applies the snapshot of a new event queue: every piece of state in it replaces the stored one (Q6). Long parts come
 * in batches, each in its own transaction that writes only differences. The old queue is deleted before the first batch
 * and the new one stored with the last step, so that an interrupted engine registers again (Q1). Messages and outbox
 * rows are unchanged.
 */
export class RegisterApplication {
  readonly #store: Store
  readonly #accountState: ReadAccountState
  readonly #head: RegisterHead
  /** By the name of the list; lists with the same `open` share one. */
  readonly #takeovers = new Map<string, Takeover<unknown>>()
  /** Uncached messages that lists name. */
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

  /** From here to `finish` there is no queue; stores the state that the navigation needs beside the batches. */
  begin(now: number): Change[] {
    const { meta } = this.#store
    meta.forgetQueue()
    // The registration decides these flags.
    this.#store.undecided.clear()
    meta.setOrganization(this.#head.organization)
    meta.setSettings(this.#head.settings)
    return [{ kind: 'organization' }, ...this.#replace('first', now)]
  }

  /** The differences of a batch as a change to commit; null if there are none. */
  take(batch: RegisterBatch): (() => Change[]) | null {
    return this.#takeovers.get(batch.list)?.take(batch.rows) ?? null
  }

  /**
   * Removes the rows that no batch contained and begins a new epoch, so that no range is live (M8). `lifetimeMs` is the
   * lifetime of the queue without polls.
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
    // After the new epoch has begun: messages sent while there was no queue are in no range.
    const { changes: disproved } = contradictByList({ store, epoch: meta.epoch() }, this.#listed, catchUpOverlap)
    const { queueId, lastEventId } = this.#head
    meta.setQueue({ queueId, lastEventId, touchedAt: now, lifetimeMs })
    // Messages older than the first registration never notify.
    if (meta.lastNotifiedId() === 0) meta.setLastNotifiedId(Math.max(organization.maxMessageId, 1))
    return [...replaced, ...lists, ...disproved, { kind: 'organization' }, { kind: 'epoch' }]
  }

  /** Replaces the stored state of the concerns: the first ones, or the rest. */
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

  /** Records the newest message of a list: ranges that were complete before should contain it. */
  #noteListed(conversation: string, id: number): void {
    if (id > this.#highestKnown || this.#listed.length >= mostListed) return
    if (this.#store.messages.get(id) === undefined) this.#listed.push({ conversation, id })
  }
}
