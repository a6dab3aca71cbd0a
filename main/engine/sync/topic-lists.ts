import type { ViewQuery } from '../../../preload/contract/views.ts'
import { clientLimits } from '../../../shared/client-limits.ts'
import { getTopics } from '../api/topics.ts'
import type { Core } from '../core.ts'
import { conversationKey } from '../values/conversation.ts'
import { disproveListed } from '../model/completeness/disproved-claims.ts'
import { failureKind } from './failures.ts'
import type { TouchedMessages } from './touched.ts'

/** The window's own questions go first. */
const afterOpeningMs = 1000
const againMs = 30_000
/** So often a stream is asked for in an epoch while that fails. */
const mostTries = 3
/** So many streams are asked for in an epoch. */
const mostLists = 100
const topicsPerTransaction = 100
/** Of messages that the queue may still tell of so many are remembered. */
const mostAwaited = clientLimits.awaitedTopics.most

/** A topic's newest message, as a list has named it. */
interface ListedTopic {
  readonly streamId: number
  readonly topic: string
  readonly id: number
}

/**
 * Asks for the topics of a stream that is opened, once in an epoch and in a session: a newest message that is not stored
 * where everything is claimed to be contradicts that claim (F5). What the queue may only be about to tell of is looked at
 * when it has told of later messages.
 */
export class TopicLists {
  readonly #core: Core
  readonly #touched: TouchedMessages
  readonly #isOnline: () => boolean
  #epoch = 0
  #asked = new Set<number>()
  readonly #wanted = new Set<number>()
  /** How often asking for a stream has failed. */
  readonly #tries = new Map<number, number>()
  #awaited: readonly ListedTopic[] = []
  #isAsking = false
  /** When the next question may leave, UNIX milliseconds. */
  #notBefore = 0
  #isStopped = false
  #cancel: () => void = () => undefined

  constructor(core: Core, touched: TouchedMessages, isOnline: () => boolean) {
    this.#core = core
    this.#touched = touched
    this.#isOnline = isOnline
  }

  /** A window was opened. */
  noteOpened(query: ViewQuery): void {
    if (query.type !== 'conversation' || query.narrow.kind === 'direct') return
    this.#beginEpoch()
    const { streamId } = query.narrow
    if (this.#asked.has(streamId) || this.#asked.size >= mostLists) return
    this.#wanted.add(streamId)
    this.#notBefore = Math.max(this.#notBefore, this.#core.ports.clock.now() + afterOpeningMs)
    this.#later(afterOpeningMs)
  }

  /** The connection is there, or events were applied. */
  run(): void {
    if (this.#isStopped) return
    this.#beginEpoch()
    this.#lookAtAwaited()
    const [streamId] = this.#wanted
    if (streamId === undefined || this.#isAsking || !this.#isOnline()) return
    const now = this.#core.ports.clock.now()
    const notBefore = Math.max(this.#notBefore, this.#core.heldUntil)
    if (notBefore > now) {
      this.#later(notBefore - now)
      return
    }
    this.#wanted.delete(streamId)
    if (!this.#core.world.isLive(streamId) || this.#asked.has(streamId)) {
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

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  #beginEpoch(): void {
    const { epoch } = this.#core.world
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

  /** Returns how long to wait before the next question. */
  async #ask(streamId: number): Promise<number> {
    const { api, world } = this.#core
    const watch = this.#touched.watch()
    const { era } = world
    try {
      const topics = await getTopics(api, streamId, { priority: 'background' })
      for (let start = 0; start < topics.length; start += topicsPerTransaction) {
        if (start > 0) await this.#core.breathe()
        if (this.#isStopped || era.stampOf(streamId) !== world.era.stampOf(streamId)) return 0
        const listed = topics
          .slice(start, start + topicsPerTransaction)
          .map(({ name, maxId }) => ({ streamId, topic: name, id: maxId }))
        this.#take(listed.filter(({ id }) => !watch.deleted.has(id)))
      }
      return 0
    } catch (error) {
      if (this.#isStopped) return 0
      // One who may not ask, or a server that has no such list, is not asked again.
      if (failureKind(error).kind === 'refused') return 0
      this.#core.ports.log('info', `topics could not be asked for: ${String(error)}`)
      const tries = (this.#tries.get(streamId) ?? 0) + 1
      this.#tries.set(streamId, tries)
      if (tries < mostTries) {
        this.#asked.delete(streamId)
        this.#wanted.add(streamId)
      }
      return againMs
    } finally {
      watch.end()
    }
  }

  #lookAtAwaited(): void {
    const awaited = this.#awaited
    if (awaited.length === 0) return
    this.#awaited = []
    this.#take(awaited)
  }

  #take(listed: readonly ListedTopic[]): void {
    const { store, world } = this.#core
    const told = store.meta.epochHighs().get(world.epoch) ?? 0
    const missing = listed.filter(({ id }) => store.messages.get(id) === undefined)
    this.#awaited = [...this.#awaited, ...missing.filter(({ id }) => id > told)].slice(-mostAwaited)
    const named = missing.filter(({ id, streamId }) => id <= told && world.isLive(streamId))
    if (named.length === 0) return
    this.#core.commit(() => {
      const byKey = new Map<string, ListedTopic>(
        named.map((one) => [conversationKey({ kind: 'topic', streamId: one.streamId, topic: one.topic }), one]),
      )
      const { contradicted, changes } = disproveListed(
        this.#core.reducerContext(),
        [...byKey].map(([conversation, { id }]) => ({ conversation, id })),
      )
      // Lists show the topic with it, and ask for it.
      for (const { conversation } of contradicted) {
        const one = byKey.get(conversation)
        if (one !== undefined) store.messages.noteTopic(one.streamId, one.topic, one.id)
      }
      return changes
    })
  }
}
