import type { Core } from '../core.ts'
import { conversationOf, streamOfConversation } from '../values/conversation.ts'
import { sendPayload } from '../actions/payload.ts'
import { placeOfUnreadable } from '../actions/unreadable.ts'
import type { OutboxKind } from '../store/outbox.ts'
import { ReadAnew } from './read-anew.ts'

interface Failures {
  /** By conversation. */
  readonly counts: ReadonlyMap<string, number>
  readonly total: number
}

/** Where what was refused belongs (F8): how many actions of each conversation wait for the user. */
export class ShownFailures {
  readonly #core: Core
  readonly #failures: ReadAnew<Failures>
  #text = ''
  #revision = 0

  constructor(core: Core) {
    this.#core = core
    this.#failures = new ReadAnew(
      core,
      (change, { total }) => change.kind === 'outbox' || (change.kind === 'moved' && total > 0),
      () => this.#read(),
    )
  }

  /** A number that rises whenever another conversation has another count. */
  get revision(): number {
    const { total, counts } = this.#failures.value
    const text = JSON.stringify([total, ...counts])
    if (text !== this.#text) this.#revision += 1
    this.#text = text
    return this.#revision
  }

  /** All of them, those that belong to no conversation too. */
  get total(): number {
    return this.#failures.value.total
  }

  of(conversation: string): number {
    return this.#failures.value.counts.get(conversation) ?? 0
  }

  /** Of a stream with all its topics. */
  ofStream(streamId: number): number {
    let count = 0
    for (const [conversation, failed] of this.#failures.value.counts) {
      if (streamOfConversation(conversation) === streamId) count += failed
    }
    return count
  }

  conversations(): string[] {
    return [...this.#failures.value.counts.keys()]
  }

  /** How the topic of an unsent message is spelt, where no message is known that has it. */
  topicName(conversation: string): string | null {
    for (const row of this.#core.store.outbox.ofConversation(conversation)) {
      if (row.kind !== 'send') continue
      const { destination } = sendPayload(row)
      if (destination.kind === 'topic') return destination.topic
    }
    return null
  }

  #read(): Failures {
    const counts = new Map<string, number>()
    let total = 0
    for (const { kind, line, count } of this.#core.store.outbox.failedLines()) {
      total += count
      const conversation = this.#placeOf(kind, line)
      if (conversation !== null) counts.set(conversation, (counts.get(conversation) ?? 0) + count)
    }
    return { counts, total }
  }

  /** The conversation that a line of the outbox belongs to. */
  #placeOf(kind: OutboxKind, line: string): string | null {
    if (kind === 'send') return line
    if (kind === 'unreadable') return placeOfUnreadable(line)
    if (kind === 'schedule') return line.replace(/^schedule:/, '')
    if (kind === 'move') return line.replace(/^move:/, 'topic:')
    const [, family, id] = /^(message|reaction|submessage|scheduled):(\d+)$/.exec(line) ?? []
    if (family === undefined) return null
    const number = Number(id)
    if (family === 'scheduled') {
      return this.#core.world.scheduled.find((message) => message.id === number)?.conversation ?? null
    }
    const message = this.#core.store.messages.get(number)
    return message === undefined ? null : conversationOf(message)
  }
}
