import { completionStatus } from '@codemirror/autocomplete'
import { StateEffect, StateField, type EditorState, type Extension, type Transaction } from '@codemirror/state'
import type { Command, EditorView } from '@codemirror/view'

const move = StateEffect.define()

/** Whether the user has moved through the shown offers. */
const isMoved = StateField.define<boolean>({
  create: () => false,
  update(value, transaction) {
    if (transaction.effects.some((effect) => effect.is(move))) return true
    // Another text gets other offers.
    return value && !transaction.docChanged && completionStatus(transaction.state) !== null
  },
})

/** The editor extension that remembers whether the user has moved through the offers. */
export const movedOffers: Extension = isMoved

/** Wraps a command that moves through the offers, so that the movement is remembered. */
export function moveTo(command: Command): Command {
  return (view) => {
    if (!command(view)) return false
    view.dispatch({ effects: move.of(null) })
    return true
  }
}

/** Returns whether the user has moved to the selected offer. */
export function isMovedTo(state: EditorState): boolean {
  return state.field(isMoved)
}

const answer = StateEffect.define()

/**
 * Whether the last typed text may still get offers. The editor's own state does not distinguish this: a question that
 * failed or that a change from elsewhere has aborted looks like one that has found nothing.
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

/** Returns whether a transaction closes the offers, as the loss of the focus does. */
function areOffersClosed({ startState, state, docChanged, selection }: Transaction): boolean {
  const isLeft = !docChanged && selection === undefined
  return isLeft && completionStatus(startState) === 'active' && completionStatus(state) === null
}

/** The editor extension that remembers whether the typed text has been answered. */
export const unansweredNames: Extension = isWaiting

/** Marks the typed text as answered, because nothing was found or the user does not want an offer. */
export function answerName(view: EditorView): void {
  if (view.state.field(isWaiting)) view.dispatch({ effects: answer.of(null) })
}

/** Returns whether the last typed text still waits for an answer. */
export function isUnanswered(state: EditorState): boolean {
  return state.field(isWaiting)
}
