import { EditorState, type TransactionSpec } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { isUnanswered, unansweredNames } from '#renderer/parts/editor/completion/offer-state.ts'

const typed = (insert: string): TransactionSpec => ({
  changes: { from: 5, insert },
  selection: { anchor: 5 + insert.length },
  userEvent: 'input.type',
})

/** Whether a name is unanswered after `@noor` was typed to its end and these changes were made. */
function after(...changes: readonly TransactionSpec[]): boolean {
  let state = EditorState.create({ doc: '@noor and more', selection: { anchor: 5 }, extensions: unansweredNames })
  for (const change of [typed(' h'), ...changes]) state = state.update(change).state
  return isUnanswered(state)
}

describe('a name that is being typed', () => {
  it('is unanswered once text was typed, not because the caret is there', () => {
    const state = EditorState.create({ doc: '@noor', selection: { anchor: 5 }, extensions: unansweredNames })
    expect(isUnanswered(state)).toBe(false)
    expect(after()).toBe(true)
  })

  it.each<[string, boolean, TransactionSpec]>([
    ['a letter of an input method', true, { ...typed('a'), userEvent: 'input.type.compose' }],
    ['a deleted letter', true, { changes: { from: 6, to: 7 }, userEvent: 'delete.backward' }],
    ['the selection that the browser reports late', true, { selection: { anchor: 7 }, userEvent: 'select' }],
    ['a change from another device, elsewhere', true, { changes: { from: 10, to: 12, insert: 'else' } }],
    ['a change from another device, before it', true, { changes: { from: 0, insert: 'well: ' } }],
    ['a move of the caret', false, { selection: { anchor: 3 }, userEvent: 'select' }],
    ['a paste', false, { ...typed('pasted'), userEvent: 'input.paste' }],
    ['an accepted offer', false, { ...typed('taken'), userEvent: 'input.complete' }],
    ['an undone change', false, { changes: { from: 5, to: 7 }, userEvent: 'undo' }],
  ])('after %s is unanswered: %s', (_what, isLeft, change) => {
    expect(after(change)).toBe(isLeft)
  })
})
