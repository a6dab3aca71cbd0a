import type { StreamId } from '../../values/ids.ts'
import type { UnreadRow } from '../../store/unread.ts'
import { parseConversation, streamOfConversation } from '../../values/conversation.ts'

interface Entry {
  readonly conversation: string
  readonly mention: number
}

/** The unread ids in memory, by conversation. Counts are derived from the ids and never stored (U1). */
export class UnreadIndex {
  readonly #byId = new Map<number, Entry>()
  readonly #byConversation = new Map<string, Set<number>>()
  /** Conversations with unread messages by stream; null is the key of direct conversations. */
  readonly #byStream = new Map<StreamId | null, Set<string>>()
  readonly #revisions = new Map<StreamId | null, number>()

  /** The number of unread messages. */
  get size(): number {
    return this.#byId.size
  }

  put(rows: readonly UnreadRow[]): void {
    for (const row of rows) this.add(row.message_id, row.conversation, row.mention)
  }

  add(id: number, conversation: string, mention: number): void {
    this.remove(id)
    this.#byId.set(id, { conversation, mention })
    const ids = this.#byConversation.get(conversation)
    const streamId = streamOfConversation(conversation)
    if (ids === undefined) {
      this.#byConversation.set(conversation, new Set([id]))
      const others = this.#byStream.get(streamId)
      if (others === undefined) this.#byStream.set(streamId, new Set([conversation]))
      else others.add(conversation)
    } else {
      ids.add(id)
    }
    this.#noteChange(streamId)
  }

  remove(id: number): void {
    const entry = this.#byId.get(id)
    if (entry === undefined) return
    this.#byId.delete(id)
    const ids = this.#byConversation.get(entry.conversation)
    ids?.delete(id)
    const streamId = streamOfConversation(entry.conversation)
    if (ids?.size === 0) {
      this.#byConversation.delete(entry.conversation)
      const others = this.#byStream.get(streamId)
      others?.delete(entry.conversation)
      if (others?.size === 0) this.#byStream.delete(streamId)
    }
    this.#noteChange(streamId)
  }

  #noteChange(streamId: StreamId | null): void {
    this.#revisions.set(streamId, this.revisionOf(streamId) + 1)
  }

  /**
   * Returns a revision that increases with each change of a stream's unread messages; null stands for direct
   * messages.
   */
  revisionOf(streamId: StreamId | null): number {
    return this.#revisions.get(streamId) ?? 0
  }

  has(id: number): boolean {
    return this.#byId.has(id)
  }

  /** Returns an unread message as a row of its table. */
  row(id: number): UnreadRow | undefined {
    const entry = this.#byId.get(id)
    if (entry === undefined) return undefined
    return { message_id: id, conversation: entry.conversation, mention: entry.mention }
  }

  allIds(): IterableIterator<number> {
    return this.#byId.keys()
  }

  /** Returns the highest unread id; 0 if there is none. */
  maxId(): number {
    let highest = 0
    for (const id of this.#byId.keys()) highest = Math.max(highest, id)
    return highest
  }

  /** Returns the kind of mention of an unread message, as bits of `mentionBits`; 0 if it has none or is read. */
  mention(id: number): number {
    return this.#byId.get(id)?.mention ?? 0
  }

  conversations(): IterableIterator<string> {
    return this.#byConversation.keys()
  }

  /** Returns the streams with unread messages, and null if there are direct ones. */
  streams(): IterableIterator<StreamId | null> {
    return this.#byStream.keys()
  }

  /** Returns the conversations of a stream that have unread messages; null stands for direct messages. */
  conversationsOf(streamId: StreamId | null): Iterable<string> {
    return this.#byStream.get(streamId) ?? []
  }

  /** Returns the highest unread id of a conversation; 0 if there is none. */
  newest(conversation: string): number {
    let highest = 0
    for (const id of this.#byConversation.get(conversation) ?? []) highest = Math.max(highest, id)
    return highest
  }

  /** Returns the unread ids of a conversation in ascending order; those of a stream include all its topics. */
  ids(conversation: string): number[] {
    const parsed = parseConversation(conversation)
    if (parsed?.kind !== 'stream') {
      return [...(this.#byConversation.get(conversation) ?? [])].sort((a, b) => a - b)
    }
    return [...this.conversationsOf(parsed.streamId)]
      .flatMap((key) => [...(this.#byConversation.get(key) ?? [])])
      .sort((a, b) => a - b)
  }
}
