import { completionStatus } from '@codemirror/autocomplete'
import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import type { Command } from '@codemirror/view'

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
