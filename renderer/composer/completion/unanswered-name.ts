import { completionStatus } from '@codemirror/autocomplete'
import { StateEffect, StateField, type EditorState, type Extension, type Transaction } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

const answer = StateEffect.define()

/**
 * Whether what was typed last may still get offers. The editor's own state does not tell that: a question that failed, or that
 * was given up for a change from elsewhere, leaves it like one that has found nothing.
 */
const isWaiting = StateField.define<boolean>({
  create: () => false,
  update(value, transaction) {
    if (transaction.effects.some((effect) => effect.is(answer))) return false
    if (transaction.isUserEvent('input.type')) return true
    if (transaction.isUserEvent('input') || transaction.isUserEvent('undo') || transaction.isUserEvent('redo'))
      return false
    return value && !isCaretMoved(transaction) && !areOffersClosed(transaction)
  },
})

function isCaretMoved({ startState, newSelection, changes }: Transaction): boolean {
  return newSelection.main.head !== changes.mapPos(startState.selection.main.head, 1)
}

/** They are closed when the field loses the focus. */
function areOffersClosed({ startState, state, docChanged, selection }: Transaction): boolean {
  const isLeft = !docChanged && selection === undefined
  return isLeft && completionStatus(startState) === 'active' && completionStatus(state) === null
}

/** Remembers whether what was typed has been answered. */
export const unansweredNames: Extension = isWaiting

/** What was typed is answered: nothing is found, or the user does not want it. */
export function answerName(view: EditorView): void {
  if (view.state.field(isWaiting)) view.dispatch({ effects: answer.of(null) })
}

/** Whether what was typed last is still to be asked about. */
export function isUnanswered(state: EditorState): boolean {
  return state.field(isWaiting)
}
