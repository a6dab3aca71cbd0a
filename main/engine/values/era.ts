/** More than a stream can be subscribed to in an epoch. */
const mostJoins = 1e9

/**
 * What keeps rows right at a moment: the present queue, and for a stream the subscription through which the queue delivers
 * it. A row carries the stamp of what kept it right when it was stored; where that is another one now, something may have
 * happened that nobody told of (M3, F6).
 */
export class Era {
  readonly epoch: number
  readonly #joins: ReadonlyMap<number, number>

  /** @param joins how often each stream was subscribed to in the epoch */
  constructor(epoch: number, joins: ReadonlyMap<number, number>) {
    this.epoch = epoch
    this.#joins = joins
  }

  /** The stamp of rows of a stream, or of direct messages (null). */
  stampOf(streamId: number | null): number {
    const joins = streamId === null ? 0 : (this.#joins.get(streamId) ?? 0)
    return joins === 0 ? this.epoch : -(this.epoch * mostJoins + joins)
  }
}
