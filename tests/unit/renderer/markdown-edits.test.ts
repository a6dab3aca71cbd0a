import { history } from '@codemirror/commands'
import { deleteMarkupBackward } from '@codemirror/lang-markdown'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorSelection, EditorState, type Transaction } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { continueForm, isInCode, withForm, type Form } from '#renderer/parts/editor/markdown/markdown-edits.ts'
import { message } from '#renderer/parts/editor/markdown/message-language.ts'
import { renderMarkdown, type Directory } from '#server/markdown/render.ts'
import { chooseSeed, SeededRandom } from '#support/random.ts'

const nobody: Directory = {
  user: () => undefined,
  group: (name) => ({ id: 1, name }),
  stream: () => undefined,
  customEmoji: () => undefined,
  linkify: () => [],
}

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

/** The text after a new line; null if the form does not continue. */
function continued(marked: string): string | null {
  const state = stateOf(marked)
  const made: Transaction[] = []
  const did = continueForm({ state, dispatch: (transaction) => made.push(transaction) })
  return did ? made.map((each) => shown(each.state)).join() : null
}

describe('the formatting of a text', () => {
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
  ])('turns %s by %s into %s', (before, form, after) => {
    expect(formed(before, form)).toBe(after)
  })

  it.each<[string, Form, string]>([
    ['[one\ntwo]', 'bold', '**[one**\n**two]**'],
    ['[one\n\n\ntwo]', 'bold', '**[one**\n\n\n**two]**'],
    ['[  one  \n two ]', 'italic', '  *[one*  \n *two]* '],
    ['[- one\n- two]', 'bold', '- **[one**\n- **two]**'],
    ['- o[ne\n- tw]o', 'strikethrough', '- o~~[ne~~\n- ~~tw]~~o'],
    ['[1. one\n2. two\n  * deep]', 'bold', '1. **[one**\n2. **two**\n  * **deep]**'],
    ['[> one\n> * two\n>> three]', 'bold', '> **[one**\n> * **two**\n>> **three]**'],
    ['[# one\ntwo]', 'italic', '# *[one*\n*two]*'],
    ['[* ( ) open\ntwo]', 'bold', '* **[( ) open**\n**two]**'],
    ['[one\n---\ntwo]', 'bold', '**[one**\n---\n**two]**'],
    ['[one\n```\ncode\n```\ntwo]', 'bold', '**[one**\n```\ncode\n```\n**two]**'],
    ['[```quote\none\n```\ntwo]', 'bold', '```quote\n**[one**\n```\n**two]**'],
    ['[one\ntwo]', 'inline_code', '`[one`\n`two]`'],
    ['[x^2\ny^2]', 'inline_math', '$$[x^2$$\n$$y^2]$$'],
    // All parts get the form if some lack it, and lose it if all have it.
    ['[**one**\ntwo]', 'bold', '**[one**\n**two]**'],
    ['**[one**\n**two]**', 'bold', '[one\ntwo]'],
    ['[- **one**\n\n- **two**]', 'bold', '- [one\n\n- two]'],
    ['- *[one*\n- *two]*', 'italic', '- [one\n- two]'],
    ['a [b **c** d] e', 'bold', 'a **[b c d]** e'],
    ['**a [b** c] d', 'bold', '**a [b c]** d'],
    ['*a [b* c] d', 'bold', '***a [b* c]** d'],
    ['***[word]***', 'italic', '**[word]**'],
    ['***[word]***', 'bold', '*[word]*'],
    // The form surrounds names, code and formulas.
    ['see @**No[or Haddad** a]nd', 'bold', 'see **@**No[or Haddad** a]**nd'],
    ['a `b[c` d]', 'bold', 'a **`b[c` d]**'],
    ['a [b`c] d', 'inline_code', 'a ``[b`c]`` d'],
    ['a ``[b`c]`` d', 'inline_code', 'a [b`c] d'],
    ['**wo|rd**', 'bold', 'wo|rd'],
    ['**|**', 'bold', '|'],
    // Within code there is no formatting.
    ['```\n[one\ntwo]\n```', 'bold', '```\n[one\ntwo]\n```'],
    ['```js\nlet |a\n```', 'italic', '```js\nlet |a\n```'],
    ['```\n[one\ntwo]\n```', 'bulleted_list', '```\n[one\ntwo]\n```'],
    ['```\n[one\ntwo]\n```', 'code_block', '```\n[one\ntwo]\n```'],
    ['    [code]', 'bold', '    [code]'],
    ['[  \n  ]', 'bold', '[  \n  ]'],
  ])('handles several lines or parts: %j, %s: %j', (before, form, after) => {
    expect(formed(before, form)).toBe(after)
  })

  it.each<[string, string, string]>([
    ['one\ntwo', '[one](url)\n[two](url)', 'url'],
    ['- one\n\n> two', '- [one](url)\n\n> [two](url)', 'url'],
    ['https://x.example/a\nhttps://x.example/b', '[](https://x.example/a)\n[](https://x.example/b)', ''],
    [' one ', ' [one](url) ', 'url'],
  ])('links each line of %j', (before, after, selected) => {
    const state = EditorState.create({
      doc: before,
      selection: { anchor: 0, head: before.length },
      extensions: [message],
    })
    const next = state.update(withForm(state, 'link')).state
    expect(next.doc.toString()).toBe(after)
    expect(next.sliceDoc(next.selection.main.from, next.selection.main.to)).toBe(selected)
  })

  it('formats each cell of a table separately', () => {
    const doc = '| a | b |\n| --- | --- |\n| one |  |'
    const state = EditorState.create({ doc, selection: { anchor: 0, head: doc.length }, extensions: [message] })
    const next = state.update(withForm(state, 'bold')).state
    expect(next.doc.toString()).toBe('| **a** | **b** |\n| --- | --- |\n| **one** |  |')
    expect(next.update(withForm(next, 'bold')).state.doc.toString()).toBe(doc)
  })

  it.each<Form>(['bold', 'italic', 'strikethrough', 'inline_code'])(
    'applies %s to each line on the server, and is removed again',
    (form) => {
      const tags = { bold: 'strong', italic: 'em', strikethrough: 'del', inline_code: 'code' } as Record<Form, string>
      const lines = ['* one', '  two ', '', '> three', '1. four', '## five', 'six @*crew* :tada:', 'seven']
      const random = new SeededRandom(chooseSeed())
      for (let round = 0; round < 200; round += 1) {
        const doc = Array.from({ length: 1 + random.below(5) }, () => lines[random.below(lines.length)]).join('\n')
        if (doc.trim() === '') continue
        const state = EditorState.create({ doc, selection: { anchor: 0, head: doc.length }, extensions: [message] })
        const next = state.update(withForm(state, form)).state
        const { html } = renderMarkdown(next.doc.toString(), nobody)
        const words = [...html.matchAll(/one|two|three|four|five|six|seven/g)].length
        expect(html.split(`<${tags[form]}>`).length - 1, next.doc.toString()).toBe(words)
        expect(html.replaceAll(/<[^>]*>/g, ''), next.doc.toString()).not.toMatch(/\*\*|~~|`/)
        expect(next.update(withForm(next, form)).state.doc.toString()).toBe(doc)
      }
    },
  )

  it.each<[string, Form, string]>([
    ['one|', 'bulleted_list', '- one|'],
    ['[one\n\ntwo]', 'bulleted_list', '- [one\n\n- two]'],
    ['- [one\n- two]', 'bulleted_list', '[one\ntwo]'],
    ['- [one\n- two]', 'numbered_list', '1. [one\n2. two]'],
    ['[one\ntwo\nthree]', 'numbered_list', '1. [one\n2. two\n3. three]'],
    // A quote keeps the formatting of its lines.
    ['[- one\n- two]', 'block_quote', '> [- one\n> - two]'],
    ['> [one\n> two]', 'block_quote', '[one\ntwo]'],
    ['tit|le', 'heading', '## tit|le'],
    ['## tit|le', 'heading', 'tit|le'],
  ])('turns %j by %s into %j', (before, form, after) => {
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
  ])('turns %j by the block %s into %j', (before, form, after) => {
    const state = stateOf(before)
    const next = state.update(withForm(state, form)).state
    // A text with its own brackets and bars has its selection compared separately.
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
    ['* one\n  * inner|', '* one\n  * inner\n  * |'],
    ['* one\n  * inner\n  * |', '* one\n  * inner\n* |'],
    ['```quote\n- one|\n```', '```quote\n- one\n- |\n```'],
    ['> - one|', '> - one\n> - |'],
    ['- [x] done|', '- [x] done\n- [ ] |'],
  ])('continues or ends the form: %j, %j', (before, after) => {
    expect(continued(before)).toBe(after)
  })

  it.each([
    ['- one\n- |', '- one\n  |'],
    ['> a\n> |', '> a\n|'],
    ['- |', '|'],
    ['1. one\n2. |', '1. one\n   |'],
  ])('loses its mark by Backspace: %j, %j', (before, after) => {
    const made: Transaction[] = []
    deleteMarkupBackward({ state: stateOf(before), dispatch: (transaction) => made.push(transaction) })
    expect(made.map((each) => shown(each.state))).toEqual([after])
  })

  it.each([
    '1) one|',
    '1986\\. a year|',
    '    - code|',
    'plain|',
    '|',
    '```\ncode\n```|',
    '```js|\ncode\n```',
    'a ```|',
    '``|',
  ])('has no form: %j', (before) => {
    expect(continued(before)).toBeNull()
  })

  it('is a line of code only between fences', () => {
    expect(isInCode(stateOf('```js\nlet a|\n```'))).toBe(true)
    expect(isInCode(stateOf('```js\nlet a|'))).toBe(true)
    expect(isInCode(stateOf('```js|\nlet a\n```'))).toBe(false)
    expect(isInCode(stateOf('```js\nlet a\n```|'))).toBe(false)
    expect(isInCode(stateOf('plain|'))).toBe(false)
    // Sending a quote needs no other key than sending its text.
    expect(isInCode(stateOf('```quote\nwords|\n```'))).toBe(false)
  })
})
