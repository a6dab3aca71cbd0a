import type { StreamId } from '../../values/ids.ts'
import type { UnreadRow } from '../../store/unread.ts'
import { parseConversation, streamOfConversation } from '../../values/conversation.ts'

interface Entry {
  readonly conversation: string
  readonly mention: number
}

/** The unread ids in memory, by conversation. Counts are derived from the ids, never stored (U1). */
export class UnreadIndex {
  readonly #byId = new Map<number, Entry>()
  readonly #byConversation = new Map<string, Set<number>>()
  readonly #revisions = new Map<number, number>()

  put(rows: readonly UnreadRow[]): void {
    for (const row of rows) this.add(row.message_id, row.conversation, row.mention)
  }

  add(id: number, conversation: string, mention: number): void {
    this.remove(id)
    this.#byId.set(id, { conversation, mention })
    const ids = this.#byConversation.get(conversation)
    if (ids === undefined) this.#byConversation.set(conversation, new Set([id]))
    else ids.add(id)
    this.#noteChange(conversation)
  }

  remove(id: number): void {
    const entry = this.#byId.get(id)
    if (entry === undefined) return
    this.#byId.delete(id)
    const ids = this.#byConversation.get(entry.conversation)
    ids?.delete(id)
    if (ids?.size === 0) this.#byConversation.delete(entry.conversation)
    this.#noteChange(entry.conversation)
  }

  #noteChange(conversation: string): void {
    const streamId = streamOfConversation(conversation)
    if (streamId !== null) this.#revisions.set(streamId, this.revisionOf(streamId) + 1)
  }

  /** A revision that increases with each change of a stream's unread messages. */
  revisionOf(streamId: StreamId): number {
    return this.#revisions.get(streamId) ?? 0
  }

  has(id: number): boolean {
    return this.#byId.has(id)
  }

  /** As the table would have it. */
  row(id: number): UnreadRow | undefined {
    const entry = this.#byId.get(id)
    if (entry === undefined) return undefined
    return { message_id: id, conversation: entry.conversation, mention: entry.mention }
  }

  allIds(): IterableIterator<number> {
    return this.#byId.keys()
  }

  /** The highest unread id; 0 if there is none. */
  maxId(): number {
    let highest = 0
    for (const id of this.#byId.keys()) highest = Math.max(highest, id)
    return highest
  }

  /** The kind of mention of an unread message, as bits of `mentionBits`; 0 if there is none, or it is read. */
  mention(id: number): number {
    return this.#byId.get(id)?.mention ?? 0
  }

  conversations(): IterableIterator<string> {
    return this.#byConversation.keys()
  }

  /** The highest unread id of a conversation; 0 if there is none. */
  newest(conversation: string): number {
    let highest = 0
    for (const id of this.#byConversation.get(conversation) ?? []) highest = Math.max(highest, id)
    return highest
  }

  /** Unread ids of a conversation, ascending; those of a stream include all its topics. */
  ids(conversation: string): number[] {
    const place = parseConversation(conversation)
    if (place?.kind !== 'stream') {
      return [...(this.#byConversation.get(conversation) ?? [])].sort((a, b) => a - b)
    }
    return [...this.#byConversation]
      .filter(([key]) => streamOfConversation(key) === place.streamId)
      .flatMap(([, ids]) => [...ids])
      .sort((a, b) => a - b)
  }
}
