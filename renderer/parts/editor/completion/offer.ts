import type { Completable } from './completable.ts'
import { foldName } from '#shared/name-query.ts'
import { unspacedScripts } from '#shared/unspaced.ts'
import type { Annotation, EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { writtenMoment } from '../../moments/moments.ts'

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

const nameSigns = /[\s,.'・·()[\]"“”&/_-]+/
const unspaced = new RegExp(`^[${unspacedScripts}ー々]+$`, 'u')

/** Returns whether a name begins with the typed text. */
export function isNameBegun(name: string, typed: string): boolean {
  const text = foldName(typed).trim()
  return text !== '' && foldName(name).startsWith(text)
}

/** Returns whether each typed word begins a word of a person's name. In scripts without spaces, any part is a word. */
export function isPersonBegun(name: string, typed: string): boolean {
  const [folded, text] = [foldName(name), foldName(typed).trim()]
  const [parts, words] = [folded.split(nameSigns), text.split(nameSigns).filter(Boolean)]
  // “O’Brien” also matches “obrien”.
  const whole = folded.split(/\s+/).map((word) => word.split(nameSigns).join(''))
  const isPart = (word: string) =>
    [...parts, ...whole].some((part) => part.startsWith(word)) || (unspaced.test(word) && parts.join('').includes(word))
  const isReversed = () => unspaced.test(text) && [...parts].reverse().join('').startsWith(text)
  return (words.length > 0 && words.every(isPart)) || (text !== '' && parts.join('').startsWith(text)) || isReversed()
}

/** The range in which an offer is written. */
interface OfferTarget {
  readonly from: number
  readonly to: number
  readonly annotations?: Annotation<unknown>
}

/** Writes an offer over the typed text, or opens the dialog in which the user chooses the text. */
export function takeOffer(view: EditorView, completing: Completing, offer: Offer, target: OfferTarget): void {
  const { from, to, annotations } = target
  const more = annotations === undefined ? {} : { annotations }
  if (offer.opens === undefined) {
    view.dispatch({ ...changeTo(view.state, offer.text, from, to), ...more })
    return
  }
  const written = view.state.sliceDoc(from, to)
  completing.pickMoment((seconds) => {
    // If another device has changed the text meanwhile, the moment is written at the caret.
    const isThere = view.state.sliceDoc(from, to) === written
    const { head } = view.state.selection.main
    view.dispatch(changeTo(view.state, `${writtenMoment(seconds)} `, isThere ? from : head, isThere ? to : head))
    view.focus()
  })
}

/** Returns the change that writes a text. The caret goes behind it, or stays if it is further on already. */
function changeTo(state: EditorState, text: string, from: number, to: number) {
  // An existing space after the text is not doubled.
  const isSpaced = text.endsWith(' ') && state.sliceDoc(to, to + 1) === ' '
  const insert = isSpaced ? text.trimEnd() : text
  const { head } = state.selection.main
  const after = from + insert.length
  return {
    changes: { from, to, insert },
    selection: { anchor: head > to ? after + head - to : after + (isSpaced ? 1 : 0) },
    userEvent: 'input.complete',
    scrollIntoView: true,
  }
}
