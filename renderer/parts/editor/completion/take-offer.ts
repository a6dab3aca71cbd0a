import type { Annotation, EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { writtenMoment } from '../../moments/moments.ts'
import type { Completing, Offer } from './offer.ts'

/** The range in which an offer is written. */
interface Target {
  readonly from: number
  readonly to: number
  readonly annotations?: Annotation<unknown>
}

/** Writes an offer over the typed text, or opens the dialog in which the user chooses the text. */
export function takeOffer(view: EditorView, completing: Completing, offer: Offer, target: Target): void {
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
