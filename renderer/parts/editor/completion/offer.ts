import type { Completable } from './completable-before.ts'

/** A possible completion of the written text. */
export interface Offer {
  /** The name, which is shown first. */
  readonly label: string
  /** The detail after the name. */
  readonly detail: string
  /** The text that replaces the typed one. */
  readonly text: string
  /** Whether the name begins with the typed text. Enter takes no other offer unless the user has moved to it. */
  readonly isBegun: boolean
  /** The dialog in which the user chooses the text instead. */
  readonly opens?: 'moment'
  /** The mark before the name. */
  readonly mark:
    | { readonly kind: 'person'; readonly name: string; readonly id: number; readonly avatar: string | null }
    | { readonly kind: 'stream'; readonly color: string }
    | { readonly kind: 'emoji'; readonly character: string; readonly picture: string | null }
    | { readonly kind: 'sign'; readonly sign: string }
}

/** The source of offers, which also draws their marks. */
export interface Completing {
  /** Returns the offers for a text; null if the question failed. */
  readonly offers: (written: Completable) => Promise<readonly Offer[] | null>
  readonly mark: (offer: Offer) => HTMLElement
  /** Returns the names of the organization's emoji; null if the question failed. */
  readonly emojiNames?: () => Promise<ReadonlySet<string> | null>
  /** Lets the user choose a moment. @param onPick receives it in UNIX seconds */
  readonly pickMoment: (onPick: (seconds: number) => void) => void
}
