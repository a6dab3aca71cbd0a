import type { MoveMode } from '#contract/choices.ts'
import type { MoveCount } from '#contract/resources/moves.ts'

/** What the dialog for moving messages says, and that for forwarding one. */
export interface MovingWords {
  readonly titles: { readonly messages: string; readonly topic: string }
  /** The menu entries of a topic. */
  readonly moveTopic: string
  readonly resolve: string
  readonly unresolve: string
  readonly stream: string
  readonly topic: string
  readonly streams: string
  readonly topics: string
  readonly noStream: string
  readonly newTopic: string
  /** What an empty field means. */
  readonly emptyTopic: (name: string) => string
  /** Code points that are left; negative if there are too many. */
  readonly left: (count: number) => string
  readonly which: string
  readonly mode: Readonly<Record<MoveMode, (count: MoveCount) => string>>
  readonly consequences: string
  readonly begins: (topic: string) => string
  readonly merges: (place: { readonly topic: string; readonly isWhole: boolean }) => string
  /** The streams by their names. */
  readonly readers: {
    readonly leave: (streams: Streams) => string
    readonly closes: (streams: Streams) => string
    readonly opens: (streams: Streams) => string
    readonly opensToWeb: (streams: Streams) => string
    readonly exchanges: (streams: Streams) => string
  }
  readonly subscribers: (stream: { readonly name: string; readonly count: number }) => string
  readonly hidesHistory: (stream: string) => string
  readonly notSubscribed: (stream: string) => string
  readonly policy: {
    readonly whole: { readonly muted: string; readonly followed: string; readonly others: string }
    readonly part: { readonly muted: string; readonly followed: string; readonly others: string }
  }
  readonly notes: string
  readonly noteOld: string
  readonly noteNew: string
  readonly looking: string
  readonly gone: string
  readonly goneStream: string
  readonly same: string
  readonly move: string
  readonly rename: string
  /** Forwarding: the field, and what is written in front of the quotation. */
  readonly forward: {
    readonly label: string
    /** Completes the choice of several people. */
    readonly several: string
    readonly example: string
    /** The text that the link back has. */
    readonly quoted: string
  }
}

interface Streams {
  readonly before: string
  readonly after: string
}
