import { clientLimits } from '#shared/client-limits.ts'
import type { Change } from '../changes.ts'

/** A topic that went elsewhere as a whole; places are keys of conversations. */
interface Move {
  readonly from: string
  readonly to: string
  /** The revision of the drafts with it (`Core.draftRevision`). */
  readonly revision: number
  /** When it went, in milliseconds of the clock that runs on. */
  readonly at: number
}

/** Whether a topic went elsewhere as a whole: its drafts go with it (S14). */
export function isWholeMove(change: Change): change is Extract<Change, { kind: 'moved' }> {
  return change.kind === 'moved' && change.mode === 'change_all'
}

/**
 * The topics that moved while the engine runs. A text that the page sent before it knew of the move names the old place: it
 * belongs to the new one, also where the page ends before it can say so (S14).
 */
export class MovedTopics {
  #moves: Move[] = []

  note(changes: readonly Change[], revision: number, at: number): void {
    const moves = changes.filter(isWholeMove).map(({ from, to }) => ({ from, to, revision, at }))
    if (moves.length > 0) this.#moves = [...this.#moves, ...moves].slice(-clientLimits.followedMoves.most)
  }

  /** Where a conversation is now that was at a place when the drafts had a revision. */
  placeNow(conversation: string, revision: number): string {
    return this.#follow(conversation, (move) => move.revision > revision)
  }

  /** Where a conversation is now that was at a place at a moment. */
  placeSince(conversation: string, at: number): string {
    return this.#follow(conversation, (move) => move.at >= at)
  }

  #follow(conversation: string, counts: (move: Move) => boolean): string {
    return this.#moves.reduce((place, move) => (move.from === place && counts(move) ? move.to : place), conversation)
  }
}
