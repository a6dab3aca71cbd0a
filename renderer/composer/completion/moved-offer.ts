import { completionStatus } from '@codemirror/autocomplete'
import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import type { Command } from '@codemirror/view'

const move = StateEffect.define()

/** Whether the user has moved through the offers that are shown. */
const isMoved = StateField.define<boolean>({
  create: () => false,
  update(value, transaction) {
    if (transaction.effects.some((effect) => effect.is(move))) return true
    // Other offers come for another text.
    return value && !transaction.docChanged && completionStatus(transaction.state) !== null
  },
})

/** Remembers whether an offer was moved to. */
export const movedOffers: Extension = isMoved

/** A command that moves through the offers. */
export function moveTo(command: Command): Command {
  return (view) => {
    if (!command(view)) return false
    view.dispatch({ effects: move.of(null) })
    return true
  }
}

/** Whether the chosen offer was moved to. */
export function isMovedTo(state: EditorState): boolean {
  return state.field(isMoved)
}
