import type { Annotation, EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { writtenMoment } from '../../ui/moments/moment-choices.ts'
import type { Completing, Offer } from './offer.ts'

/** Where an offer is written. */
interface Target {
  readonly from: number
  readonly to: number
  readonly annotations?: Annotation<unknown>
}

/** Writes an offer in place of what is written of it, or has chosen what is to be written. */
export function takeOffer(view: EditorView, completing: Completing, offer: Offer, target: Target): void {
  const { from, to, annotations } = target
  const more = annotations === undefined ? {} : { annotations }
  if (offer.opens === undefined) {
    view.dispatch({ ...changeTo(view.state, offer.text, from, to), ...more })
    return
  }
  const written = view.state.sliceDoc(from, to)
  completing.pickMoment((seconds) => {
    // The text may have changed meanwhile, by another device: then the moment is written where the caret is.
    const isThere = view.state.sliceDoc(from, to) === written
    const { head } = view.state.selection.main
    view.dispatch(changeTo(view.state, `${writtenMoment(seconds)} `, isThere ? from : head, isThere ? to : head))
    view.focus()
  })
}

/** The caret stays behind what is written, or where it has gone since. */
function changeTo(state: EditorState, text: string, from: number, to: number) {
  // A space that stands there already is not written twice.
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
