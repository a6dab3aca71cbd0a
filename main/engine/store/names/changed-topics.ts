import type { StreamId } from '../../values/ids.ts'

/** More are not told one by one. */
const mostKeys = 10_000

/** The topics that were written since the last question, by stream; null for all of a stream, or for any topic. */
export type ChangedTopics = readonly { readonly streamId: StreamId; readonly keys: readonly string[] | null }[] | null

/** Collects which topics are written, for a reader that keeps their names. */
export class TopicChanges {
  readonly #streams = new Map<StreamId, Set<string> | null>()
  #keys = 0
  #isAny = true

  /** A topic was written or removed; null for all of the stream. */
  note(streamId: StreamId, key: string | null): void {
    if (this.#isAny) return
    const keys = this.#streams.get(streamId)
    if (keys === null) return
    if (key === null) this.#streams.set(streamId, null)
    else if (keys === undefined) this.#streams.set(streamId, new Set([key]))
    else keys.add(key)
    this.#keys += 1
    if (this.#keys > mostKeys) this.noteAll()
  }

  /** The reader may have missed any change. */
  noteAll(): void {
    this.#isAny = true
    this.#streams.clear()
    this.#keys = 0
  }

  /** What the next question tells the reader. */
  take(): ChangedTopics {
    const taken = [...this.#streams].map(([streamId, keys]) => ({ streamId, keys: keys === null ? null : [...keys] }))
    const isAny = this.#isAny
    this.noteAll()
    this.#isAny = false
    return isAny ? null : taken
  }
}
