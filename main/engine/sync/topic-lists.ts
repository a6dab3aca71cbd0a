import type { StreamId } from '../values/ids.ts'
import type { ViewQuery } from '#contract/views.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { getTopics } from '../api/topics.ts'
import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import { conversationKey, topicKey } from '../values/conversation.ts'
import type { Change } from '../state/changes.ts'
import { contradictByList } from '../state/completeness/contradicted-coverage.ts'
import { failureKind } from '../api/request-failures.ts'
import type { TouchedMessages } from './touched.ts'

/** The delay leaves the first requests to the opened window. */
const afterOpeningMs = 1000
const againMs = 30_000
/** The limit of failed requests for a stream per epoch. */
const mostTries = 3
/** The limit of streams per epoch. */
const mostLists = 100
const topicsPerTransaction = 100
/** The limit of remembered messages that the queue may still deliver. */
const mostAwaited = clientLimits.awaitedTopics.most

/** The newest message of a topic in a list. */
interface ListedTopic {
  readonly streamId: StreamId
  readonly topic: string
  readonly id: number
}

/** The state of a stream's list of topics. */
export type TopicListState = 'unasked' | 'stored' | 'awaited' | 'failed'

/**
 * Fetches the topics of an opened stream, once per epoch and session. They are stored with their newest message,
 * cached or not; stored topics that a whole list lacks are removed. An uncached newest message inside a range
 * contradicts that range; if the queue may still deliver it, it is checked when later messages have arrived.
 */
export class TopicLists implements Service {
  readonly #core: Core
  readonly #touched: TouchedMessages
  readonly #isOnline: () => boolean
  #epoch = 0
  #asked = new Set<number>()
  readonly #wanted = new Set<number>()
  /** Streams whose list was stored or refused in this session. */
  readonly #answered = new Set<number>()
  /** The number of failed requests by stream. */
  readonly #tries = new Map<number, number>()
  #awaited: readonly ListedTopic[] = []
  #isAsking = false
  /** The earliest time of the next request in UNIX milliseconds. */
  #notBefore = 0
  #isStopped = false
  #cancel: () => void = () => undefined

  constructor(core: Core, touched: TouchedMessages, isOnline: () => boolean) {
    this.#core = core
    this.#touched = touched
    this.#isOnline = isOnline
  }

  /** Returns the state of a stream's list of topics. Changes are reported as `topics`. */
  stateOf(streamId: StreamId): TopicListState {
    if (this.#answered.has(streamId)) return 'stored'
    if ((this.#tries.get(streamId) ?? 0) >= mostTries) return 'failed'
    return this.#wanted.has(streamId) || this.#asked.has(streamId) ? 'awaited' : 'unasked'
  }

  /** Requests the topics of an opened window's stream. */
  noteOpened(query: ViewQuery): void {
    if (query.type === 'topics') {
      this.#want(query.streamId)
      return
    }
    if (query.type !== 'conversation' || query.narrow.kind === 'direct') return
    this.#beginEpoch()
    const { streamId } = query.narrow
    if (this.#asked.has(streamId) || this.#asked.size >= mostLists) return
    this.#wanted.add(streamId)
    this.#notBefore = Math.max(this.#notBefore, this.#core.ports.clock.now() + afterOpeningMs)
    this.#later(afterOpeningMs)
  }

  /** Requests the topics of a stream at once, also after failures, because the user wants them. */
  #want(streamId: StreamId): void {
    this.#beginEpoch()
    if (this.#asked.has(streamId) && this.#tries.get(streamId) !== mostTries) return
    this.#tries.delete(streamId)
    this.#asked.delete(streamId)
    this.#wanted.add(streamId)
    this.#later(0)
  }

  /** Sends the next request if it is due. It is called when the connection is up or events were applied. */
  run(): void {
    if (this.#isStopped) return
    this.#beginEpoch()
    this.#lookAtAwaited()
    const [streamId] = this.#wanted
    if (streamId === undefined || this.#isAsking || !this.#isOnline()) return
    const now = this.#core.ports.clock.now()
    const notBefore = Math.max(this.#notBefore, this.#core.rateLimitedUntil)
    if (notBefore > now) {
      this.#later(notBefore - now)
      return
    }
    this.#wanted.delete(streamId)
    if (!this.#core.accountState.isLive(streamId) || this.#asked.has(streamId)) {
      this.run()
      return
    }
    this.#asked.add(streamId)
    this.#isAsking = true
    const asked = this.#ask(streamId).catch((error: unknown) => {
      this.#core.noteFailure('topics', error)
      return againMs
    })
    void asked.then((waitMs) => {
      this.#isAsking = false
      this.#notBefore = this.#core.ports.clock.now() + waitMs
      if (!this.#isStopped) this.#later(waitMs)
    })
  }

  onOnline(): void {
    this.run()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  #beginEpoch(): void {
    const { epoch } = this.#core.accountState
    if (this.#epoch === epoch) return
    this.#epoch = epoch
    this.#asked = new Set()
    this.#tries.clear()
    this.#awaited = []
  }

  #later(waitMs: number): void {
    this.#cancel()
    this.#cancel = this.#core.ports.clock.schedule(waitMs, () => {
      this.run()
    })
  }

  /** Fetches and stores a list, and returns the milliseconds until the next request. */
  async #ask(streamId: StreamId): Promise<number> {
    const { api, accountState } = this.#core
    const watch = this.#touched.watch()
    const { epochStamps } = accountState
    const before = this.#core.store.messages.topics(streamId)
    try {
      const topics = await getTopics(api, streamId, { priority: 'background' })
      for (let start = 0; start < topics.length; start += topicsPerTransaction) {
        if (start > 0) await this.#core.breathe()
        if (this.#isStopped || epochStamps.stampOf(streamId) !== accountState.epochStamps.stampOf(streamId)) return 0
        const listed = topics
          .slice(start, start + topicsPerTransaction)
          .map(({ name, maxId }) => ({ streamId, topic: name, id: maxId }))
        this.#take(listed.filter(({ id }) => !watch.deleted.has(id)))
      }
      if (topics.length < clientLimits.topics.most) {
        const names = new Set<string>(topics.map(({ name }) => topicKey(name)))
        await this.#drop(
          streamId,
          before.filter((topic) => !names.has(topic.topic_key)),
        )
      }
      this.#noteAnswered(streamId)
      return 0
    } catch (error) {
      if (this.#isStopped) return 0
      // A list that is refused or unsupported is not requested again.
      if (failureKind(error).kind === 'refused') {
        this.#noteAnswered(streamId)
        return 0
      }
      this.#core.ports.log('info', `topics could not be requested: ${String(error)}`)
      const tries = (this.#tries.get(streamId) ?? 0) + 1
      this.#tries.set(streamId, tries)
      if (tries < mostTries) {
        this.#asked.delete(streamId)
        this.#wanted.add(streamId)
      } else {
        this.#core.commit(() => [{ kind: 'topics', streamId }])
      }
      return againMs
    } finally {
      watch.end()
    }
  }

  #noteAnswered(streamId: StreamId): void {
    if (this.#isStopped) return
    this.#answered.add(streamId)
    this.#core.commit(() => [{ kind: 'topics', streamId }])
  }

  /** Removes topics that the server no longer has, unless they got a message meanwhile. */
  async #drop(streamId: StreamId, topics: readonly { readonly topic_key: string; readonly max_id: number }[]) {
    for (let start = 0; start < topics.length; start += topicsPerTransaction) {
      if (start > 0) await this.#core.breathe()
      if (this.#isStopped) return
      const { store } = this.#core
      this.#core.commit(() => {
        for (const { topic_key: key, max_id: before } of topics.slice(start, start + topicsPerTransaction)) {
          const noted = store.messages.newestNoted({ kind: 'topic', streamId, topic: key })
          if (noted === before) store.messages.recountTopic(streamId, topicKey(key))
        }
        return []
      })
    }
  }

  #lookAtAwaited(): void {
    const awaited = this.#awaited
    if (awaited.length === 0) return
    this.#awaited = []
    this.#take(awaited)
  }

  #take(listed: readonly ListedTopic[]): void {
    const { store, accountState } = this.#core
    const reported = store.meta.epochHighs().get(accountState.epoch) ?? 0
    const missing = listed.filter(({ id }) => store.messages.get(id) === undefined)
    this.#awaited = [...this.#awaited, ...missing.filter(({ id }) => id > reported)].slice(-mostAwaited)
    const named = missing.filter(({ id, streamId }) => id <= reported && accountState.isLive(streamId))
    if (named.length === 0) return
    this.#core.commit(() => {
      const byKey = new Map<string, ListedTopic>(
        named.map((one) => [conversationKey({ kind: 'topic', streamId: one.streamId, topic: one.topic }), one]),
      )
      const { changes } = contradictByList(
        this.#core.reducerContext(),
        [...byKey].map(([conversation, { id }]) => ({ conversation, id })),
      )
      const news = [...byKey.values()].filter(
        ({ streamId, topic, id }) => store.messages.newestNoted({ kind: 'topic', streamId, topic }) < id,
      )
      for (const { streamId, topic, id } of news) store.messages.noteTopic(streamId, topic, id)
      // Lists then show the topics whose newest message is not cached, and fetch it.
      const streams = new Set(news.map(({ streamId }) => streamId))
      return [...changes, ...[...streams].map((streamId): Change => ({ kind: 'topics', streamId }))]
    })
  }
}
