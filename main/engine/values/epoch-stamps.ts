import type { StreamId } from './ids.ts'

/** A stream has fewer subscriptions than this in an epoch. */
const mostJoins = 1e9

/**
 * The stamps that rows get now: the epoch of the current queue, and for a stream the subscription through which the
 * queue delivers it. A row keeps the stamp of its storage; if the stamp is different now, events may have been missed
 * (M3).
 */
export class EpochStamps {
  readonly epoch: number
  readonly #joins: ReadonlyMap<number, number>

  /** @param joins the number of subscriptions to each stream in the epoch */
  constructor(epoch: number, joins: ReadonlyMap<number, number>) {
    this.epoch = epoch
    this.#joins = joins
  }

  /** Returns the stamp of a stream's rows, or of direct messages (null). */
  stampOf(streamId: StreamId | null): number {
    const joins = streamId === null ? 0 : (this.#joins.get(streamId) ?? 0)
    return joins === 0 ? this.epoch : -(this.epoch * mostJoins + joins)
  }
}
