import type { StreamId } from '../values/ids.ts'
import type { ReadCore } from '../core/read-core.ts'
import { streamOfConversation } from '../values/conversation.ts'
import type { ShownKinds } from './overlay.ts'
import { CachedRead } from './cached-read.ts'

interface Failures {
  /** By conversation. */
  readonly counts: ReadonlyMap<string, number>
  readonly total: number
}

/** Counts the failed actions of each conversation, which wait for the user. */
export class FailuresProjection {
  readonly #core: ReadCore
  readonly #kinds: ShownKinds
  readonly #failures: CachedRead<Failures>
  #text = ''
  #revision = 0

  constructor(core: ReadCore, kinds: ShownKinds) {
    this.#core = core
    this.#kinds = kinds
    this.#failures = new CachedRead(
      core,
      (change, { total }) => change.kind === 'outbox' || (change.kind === 'moved' && total > 0),
      () => this.#read(),
    )
  }

  /** A version that increases whenever a conversation's count changes. */
  get revision(): number {
    const { total, counts } = this.#failures.value
    const text = JSON.stringify([total, ...counts])
    if (text !== this.#text) this.#revision += 1
    this.#text = text
    return this.#revision
  }

  /** The number of all failed actions, including those without a conversation. */
  get total(): number {
    return this.#failures.value.total
  }

  of(conversation: string): number {
    return this.#failures.value.counts.get(conversation) ?? 0
  }

  /** The count of a stream with all of its topics. */
  ofStream(streamId: StreamId): number {
    let count = 0
    for (const [conversation, failed] of this.#failures.value.counts) {
      if (streamOfConversation(conversation) === streamId) count += failed
    }
    return count
  }

  conversations(): string[] {
    return [...this.#failures.value.counts.keys()]
  }

  /** The spelling of a topic in an unsent message, for topics without a stored message; null if none is pending. */
  topicName(conversation: string): string | null {
    for (const row of this.#core.store.outbox.ofQueue(conversation)) {
      const { narrow } = this.#kinds.of(row).describe(this.#core, row)
      if (narrow?.kind === 'topic') return narrow.topic
    }
    return null
  }

  #read(): Failures {
    const counts = new Map<string, number>()
    let total = 0
    for (const { kind, queueKey, count } of this.#core.store.outbox.failedQueues()) {
      total += count
      const conversation = this.#kinds.of({ kind }).queueKey.conversation?.(this.#core, queueKey) ?? null
      if (conversation !== null) counts.set(conversation, (counts.get(conversation) ?? 0) + count)
    }
    return { counts, total }
  }
}
