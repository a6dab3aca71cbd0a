import { history } from '@codemirror/commands'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorSelection, EditorState, type Transaction } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { continueForm, isInCode, withForm, type Form } from '../../../renderer/composer/editor/markdown-edits.ts'
import { message } from '../../../renderer/composer/editor/message-language.ts'

/** A state in which `[` and `]` mark the selection, or `|` the caret. */
function stateOf(marked: string): EditorState {
  const caret = marked.indexOf('|')
  const [from, to] = caret < 0 ? [marked.indexOf('['), marked.indexOf(']') - 1] : [caret, caret]
  const doc = caret < 0 ? marked.replace('[', '').replace(']', '') : marked.replace('|', '')
  const state = EditorState.create({
    doc,
    selection: EditorSelection.single(from, to),
    extensions: [message, history()],
  })
  ensureSyntaxTree(state, doc.length, 5_000)
  return state
}

/** The text with its selection marked in the same way. */
function shown(state: EditorState): string {
  const { from, to } = state.selection.main
  const text = state.doc.toString()
  return from === to
    ? `${text.slice(0, from)}|${text.slice(from)}`
    : `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`
}

function formed(marked: string, form: Form): string {
  const state = stateOf(marked)
  return shown(state.update(withForm(state, form)).state)
}

/** The text after a new line; null if nothing goes on. */
function continued(marked: string): string | null {
  const state = stateOf(marked)
  const made: Transaction[] = []
  const did = continueForm({ state, dispatch: (transaction) => made.push(transaction) })
  return did ? made.map((each) => shown(each.state)).join() : null
}

describe('forms of a text', () => {
  it.each<[string, Form, string]>([
    ['a [word] here', 'bold', 'a **[word]** here'],
    ['a **[word]** here', 'bold', 'a [word] here'],
    ['a [**word**] here', 'bold', 'a [word] here'],
    // Bold is not italic, and text that is both loses one of them.
    ['a **[word]** here', 'italic', 'a ***[word]*** here'],
    ['a *[word]* here', 'italic', 'a [word] here'],
    ['a [ word ] here', 'bold', 'a  **[word]**  here'],
    ['|', 'italic', '*|*'],
    ['a [b] c', 'strikethrough', 'a ~~[b]~~ c'],
    ['a [b] c', 'inline_code', 'a `[b]` c'],
    ['a [x^2] c', 'inline_math', 'a $$[x^2]$$ c'],
  ])('%s, %s: %s', (before, form, after) => {
    expect(formed(before, form)).toBe(after)
  })

  it.each<[string, Form, string]>([
    ['one|', 'bulleted_list', '- one|'],
    ['[one\n\ntwo]', 'bulleted_list', '- [one\n\n- two]'],
    ['- [one\n- two]', 'bulleted_list', '[one\ntwo]'],
    ['- [one\n- two]', 'numbered_list', '1. [one\n2. two]'],
    ['[one\ntwo\nthree]', 'numbered_list', '1. [one\n2. two\n3. three]'],
    // A quote keeps the forms of its lines.
    ['[- one\n- two]', 'block_quote', '> [- one\n> - two]'],
    ['> [one\n> two]', 'block_quote', '[one\ntwo]'],
    ['tit|le', 'heading', '## tit|le'],
    ['## tit|le', 'heading', 'tit|le'],
  ])('%j, %s: %j', (before, form, after) => {
    expect(formed(before, form)).toBe(after)
  })

  it.each<[string, Form, string]>([
    ['|', 'code_block', '```\n|\n```'],
    ['[let a]', 'code_block', '```\nlet a|\n```'],
    ['before [let a] after', 'code_block', 'before \n```\nlet a|\n```\n after'],
    // A fence in the text does not end the block.
    ['[```\nx\n```]', 'code_block', '````\n```\nx\n```|\n````'],
    ['[secret]', 'spoiler', '```spoiler |\nsecret\n```'],
    ['[words]', 'link', '[words]([url])'],
    ['[https://x.example/a]', 'link', '[|](https://x.example/a)'],
    ['|', 'link', '[|](url)'],
    ['|', 'table', '| |  |\n| --- | --- |\n|  |  |'],
  ])('%j, %s: %j', (before, form, after) => {
    const state = stateOf(before)
    const next = state.update(withForm(state, form)).state
    // Where the text has brackets and bars of its own, the selection is compared by itself.
    const own = after.includes('](') || after.includes('---')
    if (!own) expect(shown(next)).toBe(after)
    else if (form === 'table')
      expect([next.doc.toString(), next.selection.main.head]).toEqual(['|  |  |\n| --- | --- |\n|  |  |', 2])
    else {
      expect(next.doc.toString()).toBe(after.replace('[url]', 'url').replace('|', ''))
      const { from, to } = next.selection.main
      expect(next.sliceDoc(from, to)).toBe(after.includes('[url]') ? 'url' : '')
    }
  })
})

describe('a new line', () => {
  it.each([
    ['- one|', '- one\n- |'],
    ['- one\n- |', '- one\n|'],
    ['9. nine|', '9. nine\n10. |'],
    ['> quoted|', '> quoted\n> |'],
    ['> quoted\n> |', '> quoted\n|'],
    ['```python|', '```python\n|\n```'],
    ['```quote|\n\nwords', '```quote\n|\n```\n\nwords'],
    ['> ```|', '> ```\n> |\n> ```'],
  ])('goes on or ends: %j, %j', (before, after) => {
    expect(continued(before)).toBe(after)
  })

  it.each(['plain|', '|', '```\ncode\n```|', '```js|\ncode\n```', 'a ```|', '``|'])('has no form: %j', (before) => {
    expect(continued(before)).toBeNull()
  })

  it('is one of code between fences alone', () => {
    expect(isInCode(stateOf('```js\nlet a|\n```'))).toBe(true)
    expect(isInCode(stateOf('```js\nlet a|'))).toBe(true)
    expect(isInCode(stateOf('```js|\nlet a\n```'))).toBe(false)
    expect(isInCode(stateOf('```js\nlet a\n```|'))).toBe(false)
    expect(isInCode(stateOf('plain|'))).toBe(false)
    // Sending a quote needs no other key than sending what is quoted.
    expect(isInCode(stateOf('```quote\nwords|\n```'))).toBe(false)
  })
})
