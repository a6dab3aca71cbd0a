import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { fenceName, message } from '#renderer/parts/editor/markdown/message-language.ts'

/** The parts of a text that have this name in the syntax tree. */
function parts(text: string, name: string): string[] {
  const state = EditorState.create({ doc: text, extensions: [message] })
  const found: string[] = []
  ensureSyntaxTree(state, text.length, 5_000)?.iterate({
    enter: (node) => {
      if (node.name === name) found.push(text.slice(node.from, node.to))
    },
  })
  return found
}

describe('the language of messages', () => {
  it.each([
    [
      'Mention',
      '@**Iris Lindqvist** and @_**Noor|12**, @*crew* @_*crew*',
      ['@**Iris Lindqvist**', '@_**Noor|12**', '@*crew*', '@_*crew*'],
    ],
    ['Mention', 'iris@**x** @**\n** @** @****', []],
    [
      'NarrowLink',
      '#**general** #**general>lunch at noon** ##**x**',
      // No link begins within a word, or after that character.
      ['#**general**', '#**general>lunch at noon**'],
    ],
    ['EmojiName', 'well :smile: 10:30:45 :+1: :::', [':smile:', ':+1:']],
    ['Time', 'at <time:2026-01-01T10:00:00Z> <time:>', ['<time:2026-01-01T10:00:00Z>']],
    ['InlineMath', 'cost $5 and $6, $$x^2$$', ['$$x^2$$']],
    ['StrongEmphasis', '**bold** and __not__', ['**bold**']],
    ['Strikethrough', '~~gone~~', ['~~gone~~']],
    ['HTMLTag', '<b>no</b> <script>', []],
    ['SetextHeading1', 'a line\n===', []],
    ['ATXHeading1', '# title', ['# title']],
    ['Mention', '`@**code**` and\n```\n@**code**\n```', []],
  ])('has each %s of %j', (name, text, expected) => {
    expect(parts(text, name)).toEqual(expected)
  })

  it('parses the text of quotes and spoilers as Markdown', () => {
    for (const fence of ['quote', 'spoiler The end']) {
      const text = `\`\`\`${fence}\n**bold** @**Iris**\n\`\`\``
      const state = EditorState.create({ doc: text, extensions: [message] })
      const tree = ensureSyntaxTree(state, text.length, 5_000)
      expect(tree?.resolveInner(text.indexOf('Iris'), 1).name).toBe('Mention')
      expect(tree?.resolveInner(text.indexOf('bold'), 1).name).toBe('StrongEmphasis')
    }
  })

  it('parses a hostile text in linear time', () => {
    for (const piece of ['@**', '#**a', '$$', ':a', '<time:', '[', '> ', '**a ', '```\n']) {
      const state = EditorState.create({ doc: piece.repeat(3_000), extensions: [message] })
      expect(ensureSyntaxTree(state, state.doc.length, 20_000), piece).not.toBeNull()
    }
  })

  it('finds the name of a fence', () => {
    expect(['python', ' Python ', '{.js}', '', 'quote', 'spoiler The end'].map(fenceName)).toEqual([
      'python',
      'python',
      'js',
      '',
      'quote',
      'spoiler',
    ])
  })
})
