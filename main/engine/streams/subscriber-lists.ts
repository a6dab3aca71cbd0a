import { clientLimits } from '#shared/client-limits.ts'
import { getSubscribers } from '../api/streams/subscriptions.ts'
import { failureKind, reasonLogText } from '../api/request-failures.ts'
import type { Core } from '../core/core.ts'
import type { PeerChange } from '../state/changes.ts'
import { withPeers } from '../state/directory/stream-reducers.ts'
import type { StreamId, UserId } from '../values/ids.ts'
import { waitedFor } from './server-change.ts'

/** The part of announced changes that concerns the states of fetching. */
export const fetchedSubscribers = { name: 'lists of subscribers' } as const

/**
 * Fetches the lists of subscribers that the user opens. A list is stored, and events keep it up to date until the next
 * registration.
 */
export class SubscriberLists {
  readonly #core: Core
  readonly #isOnline: () => boolean
  /** The events that came during the fetch of a stream's list. */
  readonly #running = new Map<StreamId, PeerChange[]>()
  /** The streams whose list the server has refused, or did not send. */
  readonly #failed = new Map<StreamId, 'refused' | 'failed'>()

  constructor(core: Core, isOnline: () => boolean) {
    this.#core = core
    this.#isOnline = isOnline
    core.onCommit(fetchedSubscribers.name, (changes) => {
      for (const change of changes) {
        if (change.kind === 'epoch') this.#failed.clear()
        if (change.kind !== 'subscribers' || change.peers === undefined) continue
        for (const streamId of change.streamIds) {
          this.#running.get(streamId)?.push(change.peers)
        }
      }
    })
  }

  /** Returns whether a list is being fetched, or why the last fetch failed; null for neither. */
  stateOf(streamId: StreamId): 'loading' | 'refused' | 'failed' | null {
    return this.#running.has(streamId) ? 'loading' : (this.#failed.get(streamId) ?? null)
  }

  /** Fetches the list of a stream, unless the stored one is up to date or the server cannot be reached. */
  async fetch(streamId: StreamId): Promise<void> {
    const { accountState, api, ports, store } = this.#core
    const stored = store.directory.subscribers(streamId)
    if (stored?.epoch === accountState.epoch || !this.#isOnline() || this.#running.has(streamId)) return
    const { epoch } = accountState
    const changes: PeerChange[] = []
    this.#running.set(streamId, changes)
    this.#failed.delete(streamId)
    this.#announce()
    try {
      let userIds: ReadonlySet<UserId> = new Set(await getSubscribers(api, streamId, waitedFor))
      // The answer may be older than an event that came before it.
      for (const change of changes) userIds = withPeers(userIds, change)
      this.#core.commit(() => {
        if (!accountState.streams.has(streamId)) return []
        store.directory.putSubscribers(streamId, { userIds, epoch }, clientLimits.subscriberLists.most)
        return [{ kind: 'subscribers', streamIds: [streamId] }]
      })
    } catch (error) {
      const failure = failureKind(error)
      this.#failed.set(streamId, failure.kind === 'refused' ? 'refused' : 'failed')
      ports.log('info', `the subscribers of a stream are unknown: ${reasonText(failure)}`)
    } finally {
      this.#running.delete(streamId)
      this.#announce()
    }
  }

  #announce(): void {
    this.#core.announce([{ kind: 'part', part: fetchedSubscribers }])
  }
}

function reasonText(failure: ReturnType<typeof failureKind>): string {
  return failure.kind === 'refused' ? reasonLogText(failure.reason) : failure.kind
}
