import { clientLimits } from '#shared/client-limits.ts'
import type { Change } from '../changes.ts'

/** The move of a whole topic. `from` and `to` are conversation keys. */
interface Move {
  readonly from: string
  readonly to: string
  /** The revision of the drafts after the move (`Core.draftRevision`). */
  readonly revision: number
  /** The time of the move in milliseconds of the monotonic clock. */
  readonly at: number
}

/** Returns whether a whole topic was moved, whose drafts move with it (S14). */
export function isWholeMove(change: Change): change is Extract<Change, { kind: 'moved' }> {
  return change.kind === 'moved' && change.mode === 'change_all'
}

/**
 * The topics that have moved while the engine runs. A text that the page sent before it knew of a move names the old
 * conversation and belongs to the new one, even if the page closes before it can correct the name (S14).
 */
export class MovedTopics {
  #moves: Move[] = []

  /**
   * Records the moves of whole topics among the changes. `revision` is that of the drafts after them, `at` the time
   * of the monotonic clock.
   */
  note(changes: readonly Change[], revision: number, at: number): void {
    const moves = changes.filter(isWholeMove).map(({ from, to }) => ({ from, to, revision, at }))
    if (moves.length > 0) this.#moves = [...this.#moves, ...moves].slice(-clientLimits.followedMoves.most)
  }

  /** Returns the current key of a conversation that had this key when the drafts had a revision. */
  currentKey(conversation: string, revision: number): string {
    return this.#follow(conversation, (move) => move.revision > revision)
  }

  /** Returns the current key of a conversation that had this key at a time of the monotonic clock. */
  currentKeySince(conversation: string, at: number): string {
    return this.#follow(conversation, (move) => move.at >= at)
  }

  #follow(conversation: string, counts: (move: Move) => boolean): string {
    return this.#moves.reduce((key, move) => (move.from === key && counts(move) ? move.to : key), conversation)
  }
}
