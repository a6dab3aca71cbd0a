import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { isCodeAt } from '#renderer/parts/clipboard/code-at.ts'
import { quoteFence } from '#renderer/parts/clipboard/fences.ts'
import { lastPaste } from '#renderer/parts/editor/markdown/paste.ts'

/** The offset of `|` in a text, and the text without it. */
function at(text: string): boolean {
  const offset = text.indexOf('|')
  return isCodeAt(text.slice(0, offset) + text.slice(offset + 1), offset)
}

describe('the caret', () => {
  it.each([
    '```\n|',
    '```js\nlet a\n|\n```',
    'text\n~~~~python\n|\n~~~\n~~~~',
    '```math\nx |\n```',
    '```quote\nsaid\n```js\n|\n```\n```',
    '`|`',
    'run `npm |` now',
    'two lines of `code\nwith |` each',
    '``a ` b|``',
    'only `|',
    'a `b` and `c|`',
  ])('is within code in %j', (text) => {
    expect(at(text)).toBe(true)
  })

  it.each([
    '|',
    'text |',
    '```js\nlet a\n```\n|',
    '```js\nlet a\n```|',
    '```quote\nsaid |\n```',
    '```spoiler\n|\n```',
    '````quote\n```js\na\n```\n|\n````',
    '`a`|',
    '|`a`',
    '`a` | `b`',
    'an apostrophe ` and |',
    'a ` b\n\n| c `',
    '\\`|`',
    ' ```\n\n|',
  ])('is outside of code in %j', (text) => {
    expect(at(text)).toBe(false)
  })
})

describe('a quotation', () => {
  it('has a longer fence than its content', () => {
    expect(quoteFence('a')).toBe('```quote\na\n```')
    expect(quoteFence('````\na\n````')).toBe('`````quote\n````\na\n````\n`````')
  })

  it('closes an open fence of its text, which would otherwise swallow the following text', () => {
    expect(quoteFence('see\n```js\na')).toBe('````quote\nsee\n```js\na\n```\n````')
    expect(quoteFence('```quote\n~~~\na')).toBe('````quote\n```quote\n~~~\na\n~~~\n```\n````')
    expect(quoteFence('```quote\n```js\na\n```\n```')).toBe('````quote\n```quote\n```js\na\n```\n```\n````')
  })
})

describe('the last paste', () => {
  const start = EditorState.create({ doc: 'The log: ', extensions: [lastPaste] })
  const pasted = start.update({ changes: { from: 9, insert: 'line\nline' }, userEvent: 'input.paste' }).state

  it('has its position in the text, and moves with edits before it', () => {
    expect(start.field(lastPaste)).toBeNull()
    expect(pasted.field(lastPaste)).toEqual({ from: 9, to: 18 })
    expect(pasted.update({ changes: { from: 0, insert: 'Now: ' } }).state.field(lastPaste)).toEqual({
      from: 14,
      to: 23,
    })
    expect(pasted.update({ changes: { from: 18, insert: '!' } }).state.field(lastPaste)).toEqual({ from: 9, to: 18 })
  })

  it('is none when it is deleted, and is replaced by the next one', () => {
    expect(pasted.update({ changes: { from: 0, to: 18 } }).state.field(lastPaste)).toBeNull()
    const again = pasted.update({ changes: { from: 18, insert: 'x' }, userEvent: 'input.paste' }).state
    expect(again.field(lastPaste)).toEqual({ from: 18, to: 19 })
  })
})
