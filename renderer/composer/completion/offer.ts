import type { Written } from './written-before.ts'

/** A way to complete what is written. */
export interface Offer {
  /** What is shown first: the name. */
  readonly label: string
  /** What is said about it, after the name. */
  readonly detail: string
  /** What is written in place of what was typed. */
  readonly text: string
  /** Whether its name begins with what was typed: Enter takes no other offer, unless it was moved to. */
  readonly isBegun: boolean
  /** It is chosen elsewhere what is written. */
  readonly opens?: 'moment'
  /** What stands before the name. */
  readonly mark:
    | { readonly kind: 'person'; readonly name: string; readonly id: number; readonly avatar: string | null }
    | { readonly kind: 'stream'; readonly color: string }
    | { readonly kind: 'emoji'; readonly character: string; readonly picture: string | null }
    | { readonly kind: 'sign'; readonly sign: string }
}

/** Answers what can be completed, and draws what stands before a name. */
export interface Completing {
  /** Null where the question was not answered. */
  readonly offers: (written: Written) => Promise<readonly Offer[] | null>
  readonly mark: (offer: Offer) => HTMLElement
  /** The names of the emoji that the organization has; null where the question was not answered. */
  readonly emojiNames?: () => Promise<ReadonlySet<string> | null>
  /** Has a moment chosen. @param onPick is called with its UNIX seconds */
  readonly pickMoment: (onPick: (seconds: number) => void) => void
}
