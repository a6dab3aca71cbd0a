import {
  getMessage,
  getMessages,
  getMessagesById,
  type MessagesPage,
  type MessagesQuery,
  type NarrowTerm,
} from '../api/messages.ts'
import type { WireMessage } from '../api/resources/message-schema.ts'
import { MalformedAnswerError } from '../api/errors.ts'
import type { Core } from '../core/core.ts'
import type { Change } from '../state/changes.ts'
import { conversationOf } from '../values/conversation.ts'
import { isFresh } from '../state/messages/freshness.ts'
import type { EpochStamps } from '../values/epoch-stamps.ts'
import { containersOfLocation, contradictCoverage, locationOfKey } from '../state/completeness/contradicted-coverage.ts'
import { addUnread, removeUnread } from '../state/unread/unread.ts'
import type { ReducerContext } from '../state/context.ts'
import { writeSubmessages, messageRow } from '../state/messages/message-row.ts'
import { removeRow } from '../state/messages/stored-messages.ts'
import { writeTopicLinks } from '../state/topics/topic-links.ts'
import { mergeSubmessages } from '../values/submessages.ts'
import { intervalAt, type Interval } from '../values/ranges.ts'
import type { Priority } from '../ports.ts'
import type { MessageRow } from '../store/message-row.ts'
import { failureKind } from '../api/request-failures.ts'
import {
  containerOf,
  isConversation,
  provenInterval,
  recordRange,
  unreported,
  type FetchRequest,
} from './fetch-proof.ts'
import { feedTerms, narrowTerms } from './narrow-terms.ts'
import { evictedBelow, type TouchedMessages, type Watch } from './touched.ts'

/** A transaction has few enough rows for other work to run in between. */
const rowsPerTransaction = 60
const attempts = 3
/** At most this many missing messages are looked up individually, unless the request has another limit. */
const usualLookups = 20

export interface FetchResult {
  readonly foundOldest: boolean
  readonly foundNewest: boolean
  readonly count: number
  readonly firstId: number | null
  readonly lastId: number | null
  /** The number of individual lookups. */
  readonly lookups: number
  /** Ids for which the answer proves nothing, because events named messages there while it was in flight. */
  readonly holes: readonly Interval[]
}

/** Confirms the pending action that became a stored message, inside the running transaction (S3). */
export type Confirm = (
  context: ReducerContext,
  message: Pick<MessageRow, 'id' | 'is_read' | 'submessages'>,
) => readonly Change[]

/** Fetches messages and stores them with their completeness proofs (M2–M9). */
export class Fetcher {
  readonly #core: Core
  readonly #touched: TouchedMessages
  readonly #confirm: Confirm

  constructor(core: Core, touched: TouchedMessages, confirm: Confirm) {
    this.#core = core
    this.#touched = touched
    this.#confirm = confirm
  }

  /** Fetches a page and stores it, or stores nothing if it throws. @throws the errors of the API call */
  async fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResult> {
    for (let attempt = 1; ; attempt += 1) {
      const watch = this.#touched.watch()
      const { epochStamps } = this.#core.accountState
      try {
        const page = await getMessages(
          this.#core.api,
          {
            narrow: this.#terms(request.scope),
            anchor: request.anchor,
            numBefore: request.numBefore,
            numAfter: request.numAfter,
          },
          {
            priority: request.priority,
            ...(signal === undefined ? {} : { signal }),
            ...(request.onBytes === undefined ? {} : { onBytes: request.onBytes }),
          },
        )
        const isOvertaken =
          watch.lost.has(containerOf(request.scope)) || page.messages.some((message) => this.#isStale(message, watch))
        if (attempt < attempts && isOvertaken) continue
        const { lookups, holes } = await this.#store(request, page, watch, epochStamps)
        return {
          lookups,
          holes,
          foundOldest: page.found_oldest,
          foundNewest: page.found_newest,
          count: page.messages.length,
          firstId: page.messages[0]?.id ?? null,
          lastId: page.messages.at(-1)?.id ?? null,
        }
      } finally {
        watch.end()
      }
    }
  }

  #terms(scope: FetchRequest['scope']): readonly NarrowTerm[] {
    if (isConversation(scope)) return narrowTerms(this.#core, scope)
    const terms = feedTerms(this.#core, scope)
    if (terms === null) throw new Error(`the server has no words for ${scope.kind}`)
    return terms
  }

  /** Fetches one message and stores it (S5). @throws the errors of the API call */
  async single(id: number, priority: Priority): Promise<WireMessage> {
    const [message] = await this.#loose(async () => [await getMessage(this.#core.api, id, { priority })])
    if (message === undefined) throw new Error(`the server answered without message ${id}`)
    return message
  }

  /** Refreshes one message, or removes it if the server has deleted it. @throws the errors of the API call */
  async revalidate(id: number, priority: Priority): Promise<void> {
    if (!(await this.#isThere(id, priority))) this.#core.commit(() => this.#removeGone(id))
  }

  /** Fetches messages by id, which the server must support. @throws the errors of the API call */
  byIds(ids: readonly number[], priority: Priority): Promise<readonly WireMessage[]> {
    return this.#loose(() => getMessagesById(this.#core.api, ids, { priority }))
  }

  /**
   * Fetches and stores messages without a proof for the ids between them.
   * @param onEnd called if the server says that there are no older ones
   * @throws the errors of the API call
   */
  page(query: MessagesQuery, priority: Priority, onEnd?: () => void): Promise<readonly WireMessage[]> {
    return this.#loose(async () => {
      const page = await getMessages(this.#core.api, query, { priority })
      if (page.found_oldest) onEnd?.()
      return page.messages
    })
  }

  async #loose(ask: () => Promise<readonly WireMessage[]>): Promise<readonly WireMessage[]> {
    for (let attempt = 1; ; attempt += 1) {
      const watch = this.#touched.watch()
      const { epochStamps } = this.#core.accountState
      try {
        const messages = await ask()
        if (attempt < attempts && messages.some((message) => this.#isStale(message, watch))) continue
        this.#core.commit(() => messages.flatMap((message) => this.#putUnlessTouched(message, watch, epochStamps)))
        for (const message of messages) this.#touched.noteStored(message.id)
        return messages
      } finally {
        watch.end()
      }
    }
  }

  /** Returns whether an event changed the message while the request was in flight, and no newer copy is cached (M4). */
  #isStale(message: WireMessage, watch: Watch): boolean {
    if (!watch.changed.has(message.id) || watch.deleted.has(message.id)) return false
    return !this.#isCurrent(this.#core.store.messages.get(message.id))
  }

  #isCurrent(row: MessageRow | undefined): boolean {
    return row !== undefined && isFresh(this.#core, row)
  }

  async #store(
    request: FetchRequest,
    page: MessagesPage,
    watch: Watch,
    stamps: EpochStamps,
  ): Promise<Pick<FetchResult, 'lookups' | 'holes'>> {
    const core = this.#core
    for (let start = 0; start < page.messages.length; start += rowsPerTransaction) {
      const slice = page.messages.slice(start, start + rowsPerTransaction)
      core.commit(() => slice.flatMap((message) => this.#putUnlessTouched(message, watch, stamps)))
      await core.breathe()
    }
    let holes: readonly Interval[] = []
    const { gone, lookups } = await this.#findGone(request, page, watch)
    core.commit(() => {
      // This is checked inside the transaction, because a registration or subscription may have come between the slices.
      const streamId = 'streamId' in request.scope ? request.scope.streamId : null
      const hasSameStamps = core.accountState.epochStamps.stampOf(streamId) === stamps.stampOf(streamId)
      holes = unreported(this.#core, request.scope, watch)
      const lowest = evictedBelow(watch, containerOf(request.scope))
      return [
        ...gone.flatMap((id) => this.#removeGone(id)),
        ...recordRange(this.#core, request, page, hasSameStamps, lowest, holes),
      ]
    })
    return { lookups, holes }
  }

  #putUnlessTouched(message: WireMessage, watch: Watch, stamps: EpochStamps): Change[] {
    if (watch.deleted.has(message.id)) return []
    // Events still changed the message after the last repetition, so that it is stored without being verified.
    const isStale = watch.changed.has(message.id)
    return this.#putFetched(
      message,
      isStale ? 0 : stamps.stampOf(message.type === 'stream' ? (message.stream_id ?? null) : null),
    )
  }

  #putFetched(message: WireMessage, verifiedEpoch: number): Change[] {
    const { store, accountState } = this.#core
    const known = store.messages.get(message.id)
    const context = this.#core.reducerContext()
    if (known !== undefined && this.#isCurrent(known)) return this.#keepCurrent(known, message)
    const fetched = messageRow(context, message, message.flags ?? ['read'])
    // Submessages are only added: an older answer does not remove one that came by event.
    const submessages =
      known === undefined ? fetched.submessages : mergeSubmessages(known.submessages, fetched.submessages)
    // No events follow without a subscription, so that the row is verified only for this moment.
    const row = { ...fetched, submessages, verified_epoch: accountState.isLive(fetched.stream_id) ? verifiedEpoch : 0 }
    const conversation = conversationOf(row)
    const missed = known === undefined ? this.#contradicted(row.id, conversation) : []
    store.messages.put(row)
    const changes: Change[] = [...missed, { kind: 'message', id: row.id, conversation }, ...this.#confirm(context, row)]
    if (known !== undefined && conversationOf(known) !== conversation) {
      if (known.stream_id !== null) store.messages.recountTopic(known.stream_id, known.topic_key)
      changes.push({ kind: 'message', id: row.id, conversation: conversationOf(known) })
    }
    const unread = store.unread.get(row.id)
    const isUndecided = store.undecided.has(row.id)
    if (isUndecided && verifiedEpoch !== 0) store.undecided.decide(row.id, store.meta.queue()?.lastEventId ?? -1)
    // A registration or event after the answer was made decides which messages are unread (U2).
    const isOvertaken = verifiedEpoch !== accountState.epochStamps.stampOf(row.stream_id)
    if (row.is_read === 1) {
      if (unread !== undefined && !isOvertaken) changes.push(...removeUnread(store, row.id))
    } else if (unread !== undefined) {
      // The flags contain the kind of mention, which lists of unread messages lack.
      const isKnown = verifiedEpoch === 0 || unread.mention === row.mention
      if (!isKnown) changes.push(...addUnread(store, row.id, unread.conversation, row.mention))
    } else if (
      accountState.isLive(row.stream_id) &&
      (isUndecided || accountState.organization?.oldUnreadsMissing === true)
    ) {
      // The message is older than the server's list of unread messages (U3), or its flags came in an unknown order
      // (U6). The answer decides.
      changes.push(...addUnread(store, row.id, conversation, row.mention))
    }
    return changes
  }

  /**
   * Handles a message that the queue should have delivered, because its conversation was complete in this epoch. It
   * was moved from an unsubscribed stream without an event, and others may have moved with it.
   */
  #contradicted(id: number, conversation: string): Change[] {
    const { store, accountState } = this.#core
    // The event of a new message may arrive after the message is fetched.
    if (id > (store.meta.epochHighs().get(accountState.epoch) ?? 0)) return []
    const containers = containersOfLocation(this.#core, locationOfKey(conversation))
    const trusted = containers.filter((container) => intervalAt(store.ranges.fresh(container), id) !== undefined)
    return contradictCoverage(this.#core.reducerContext(), [id], trusted, 'have_been')
  }

  /**
   * Keeps a fresh row, which events update (M2). Submessages are only added, so that those of the answer are merged;
   * the links of the topic may be missing from a row of an earlier version.
   */
  #keepCurrent(known: MessageRow, message: WireMessage): Change[] {
    const { store } = this.#core
    const context = this.#core.reducerContext()
    const submessages = mergeSubmessages(known.submessages, writeSubmessages(message.submessages))
    const isSameConversation = known.stream_id === (message.stream_id ?? null) && known.topic === message.subject
    const links = isSameConversation ? writeTopicLinks(message.topic_links, context.serverOrigin) : null
    const topic_links = known.stream_id === null ? null : (known.topic_links ?? links)
    if (submessages !== known.submessages || topic_links !== known.topic_links) {
      store.messages.put({ ...known, submessages, topic_links })
    }
    return [{ kind: 'message', id: known.id, conversation: conversationOf(known) }, ...this.#confirm(context, known)]
  }

  /**
   * Finds stale rows in the fetched interval that the answer lacks: they were deleted or moved while no queue was
   * open (M9). Each is looked up, because a moved message must appear in its new conversation. It returns the ids of
   * deleted messages and of those that are not looked up.
   */
  async #findGone(
    request: FetchRequest,
    page: MessagesPage,
    watch: Watch,
  ): Promise<{ readonly gone: readonly number[]; readonly lookups: number }> {
    const proven = provenInterval(request, page)
    if (proven === undefined) return { gone: [], lookups: 0 }
    const present = new Set(page.messages.map((message) => message.id))
    const vanished = this.#stored(request.scope, proven.low, Math.min(proven.high, Number.MAX_SAFE_INTEGER)).filter(
      (row) => !present.has(row.id) && !this.#isCurrent(row),
    )
    // A message that an event named meanwhile may just have arrived, so that it is always looked up.
    const touched = vanished.filter(({ id }) => watch.changed.has(id))
    const others = vanished.filter(({ id }) => !watch.changed.has(id))
    const mostOthers = request.mostLookups ?? usualLookups
    const asked = [...touched, ...others.slice(0, mostOthers)]
    const gone = others.slice(mostOthers).map(({ id }) => id)
    for (const { id } of asked) {
      if (!(await this.#isElsewhere(id, request.priority, watch))) gone.push(id)
    }
    return { gone, lookups: asked.length }
  }

  #stored(scope: FetchRequest['scope'], low: number, high: number): MessageRow[] {
    const { messages, feeds } = this.#core.store
    if (isConversation(scope)) return messages.between(scope, low, high)
    // The containers of its conversations bring these feeds up to date. All direct messages are one container.
    if (scope.kind === 'combined' || scope.kind === 'followed') return []
    return feeds.between(scope, low, high)
  }

  /**
   * Returns whether a message that an answer lacks exists elsewhere. The answer proves that it is not here. If the
   * lookup gives no readable answer, the message counts as deleted, because it would otherwise keep the whole window
   * unverified.
   */
  async #isElsewhere(id: number, priority: Priority, watch: Watch): Promise<boolean> {
    try {
      return await this.#isThere(id, priority)
    } catch (error) {
      if (error instanceof MalformedAnswerError && !watch.changed.has(id)) return false
      throw error
    }
  }

  /** Returns whether the user has access to a message, which is then stored with its current conversation. */
  async #isThere(id: number, priority: Priority): Promise<boolean> {
    try {
      await this.single(id, priority)
      return true
    } catch (error) {
      if (failureKind(error).kind === 'refused') return false
      throw error
    }
  }

  /**
   * Removes the row of a message that the server lacks, unless the row is fresh. Its unread id stays, because the
   * server's list decides (U2).
   */
  #removeGone(id: number): Change[] {
    const { store } = this.#core
    return this.#isCurrent(store.messages.get(id)) ? [] : removeRow(store, id)
  }
}
