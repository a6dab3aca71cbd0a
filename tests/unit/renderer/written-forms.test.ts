import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { languageOfMessages } from '#renderer/parts/editor/markdown/message-language.ts'
import names from '#shared/emoji-names.json' with { type: 'json' }
import { renderMarkdown, type Directory } from '#server/markdown/render.ts'
import { chooseSeed, SeededRandom } from '#support/random.ts'

const texts = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../recordings/markdown.json'), 'utf8'),
) as readonly { readonly input: string; readonly html: string }[]

const emoji = new Set([...Object.values(names).flat(), 'zulip', 'octopus'])
const streams = new Set(['arm-firmware'])
const people = new Map([['noor haddad', 40]])
const message = languageOfMessages({
  hasEmoji: (name) => emoji.has(name),
  hasPerson: (name, id) =>
    people.has(name.toLowerCase()) && (id === undefined || id === people.get(name.toLowerCase())),
  hasGroup: (name) => name === 'crew',
  hasStream: (name) => streams.has(name),
  hasWildcard: (name) => ['all', 'everyone', 'stream', 'topic'].includes(name),
})

const formOfNode: Readonly<Record<string, string>> = {
  StrongEmphasis: 'bold',
  Emphasis: 'italic',
  Strikethrough: 'struck',
  InlineCode: 'code',
  FencedCode: 'block of code',
  CodeBlock: 'block of code',
  Blockquote: 'quote',
  BulletList: 'list',
  OrderedList: 'numbered list',
  Table: 'table',
  Link: 'link',
  Mention: 'mention',
  NarrowLink: 'link',
  EmojiName: 'emoji',
  Time: 'time',
  InlineMath: 'formula',
  FencedMath: 'formula',
}

/** The number of parts of each form that the editor shows. */
function formsWritten(text: string): Map<string, number> {
  const state = EditorState.create({ doc: text.replaceAll('\r\n', '\n'), extensions: [message] })
  const doc = state.doc.toString()
  const counts = new Map<string, number>()
  const add = (form: string) => counts.set(form, (counts.get(form) ?? 0) + 1)
  let inLink = 0
  ensureSyntaxTree(state, doc.length, 5_000)?.iterate({
    enter(node) {
      if (node.name === 'Link') inLink += 1
      if (node.name === 'URL' && inLink === 0) add('link')
      if (/^ATXHeading/.test(node.name)) add(`heading ${node.name.at(-1)}`)
      if (node.name === 'ListItem') add('item')
      if (node.name === 'HorizontalRule') add('rule')
      if (node.name === 'FencedText')
        add(/^.*spoiler/.test(doc.slice(node.from, state.doc.lineAt(node.from).to)) ? 'spoiler' : 'quote')
      const form = formOfNode[node.name]
      if (form !== undefined) add(form)
    },
    leave(node) {
      if (node.name === 'Link') inLink -= 1
    },
  })
  return counts
}

const formOfTag: Readonly<Record<string, string>> = {
  strong: 'bold',
  em: 'italic',
  del: 'struck',
  blockquote: 'quote',
  ul: 'list',
  ol: 'numbered list',
  li: 'item',
  table: 'table',
  time: 'time',
  hr: 'rule',
  a: 'link',
}

/** The number of elements of each form in a server’s HTML. */
function formsOfHtml(html: string): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (form: string) => counts.set(form, (counts.get(form) ?? 0) + 1)
  const clean = html
    .replaceAll(/<div class="(?:message_inline_image|message_embed|youtube-video)[\s\S]*?<\/div>/g, '')
    // The formula has its letters more than once.
    .replaceAll(
      /<span class="katex(?:-display)?">[\s\S]*?<annotation[\s\S]*?<\/annotation>[\s\S]*?(?=<\/p>| [a-z]|$)/g,
      '<formula>',
    )
    .replaceAll(/<span class="tex-error">/g, '<formula>')
    .replaceAll(/<div class="codehilite"[\s\S]*?<\/pre><\/div>/g, '<block>')
  for (const [, name = '', more = ''] of clean.matchAll(/<([a-z][a-z0-9]*)([^>]*)>/g)) {
    if (/class="(?:user-mention|user-group-mention|topic-mention)/.test(more)) add('mention')
    else if (/class="emoji/.test(more)) add('emoji')
    else if (name === 'block') add('block of code')
    else if (name === 'formula') add('formula')
    else if (name === 'code') add('code')
    else if (/^h[1-6]$/.test(name)) add(`heading ${name.at(-1)}`)
    else if (/class="spoiler-block"/.test(more)) add('spoiler')
    else if (formOfTag[name] !== undefined) add(formOfTag[name])
  }
  // A URL alone is rendered as its picture, which is its link.
  if (clean.trim() === '' && html.includes('message_inline_image')) add('link')
  return counts
}

function sorted(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].map(([form, count]) => `${form} × ${count}`).sort()
}

const directory: Directory = {
  user: (name) => (people.has(name.toLowerCase()) ? { id: 40, fullName: 'Noor Haddad' } : undefined),
  group: () => undefined,
  stream: (name) => (streams.has(name) ? { id: 334, name } : undefined),
  customEmoji: () => undefined,
  linkify: () => [],
}

/** The forms around each word: those of its line, its quotes, and the items of lists. */
type WordForms = Readonly<Record<string, string>>

const around = new Set([
  'bold',
  'italic',
  'struck',
  'code',
  'block of code',
  'quote',
  'item',
  'link',
  'spoiler',
  'table',
  'formula',
])

function formsAround(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) if (around.has(name) || /^heading/.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return sorted(counts).join(', ')
}

function wordsWritten(text: string): WordForms {
  const state = EditorState.create({ doc: text, extensions: [message] })
  const tree = ensureSyntaxTree(state, text.length, 5_000)
  const words: Record<string, string> = {}
  for (const { 0: word, index } of text.matchAll(/w\d+z/g)) {
    const forms: string[] = []
    for (let node = tree?.resolve(index, 1) ?? null; node !== null; node = node.parent) {
      const { name } = node
      if (name === 'FencedText')
        forms.push(/^.*spoiler/.test(text.slice(node.from, state.doc.lineAt(node.from).to)) ? 'spoiler' : 'quote')
      else if (name === 'ListItem') forms.push('item')
      else if (/^ATXHeading/.test(name)) forms.push(`heading ${name.at(-1)}`)
      else if (name === 'URL' && node.parent?.name !== 'Link') forms.push('link')
      else if (/List$/.test(name)) continue
      else if (formOfNode[name] !== undefined) forms.push(formOfNode[name])
    }
    words[word] = formsAround(forms)
  }
  return words
}

function wordsOfHtml(html: string): WordForms {
  const words: Record<string, string> = {}
  const open: { readonly tag: string; readonly form: string }[] = []
  for (const [whole, slash, tag = '', more = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>|w\d+z/g)) {
    if (whole.startsWith('w')) words[whole] = formsAround(open.map(({ form }) => form))
    else if (slash === '/') {
      while (open.length > 0 && open.pop()?.tag !== tag);
    } else if (!['br', 'hr', 'img'].includes(tag)) {
      const form = /class="codehilite"/.test(more)
        ? 'block of code'
        : /class="spoiler-block"/.test(more)
          ? 'spoiler'
          : /class="tex-error"/.test(more)
            ? 'formula'
            : tag === 'code'
              ? open.some((each) => each.form === 'block of code')
                ? ''
                : 'code'
              : /^h[1-6]$/.test(tag)
                ? `heading ${tag.at(-1)}`
                : (formOfTag[tag] ?? '')
      open.push({ tag, form: form === 'list' || form === 'numbered list' ? '' : form })
    }
  }
  return words
}

describe('the formatting that the editor shows', () => {
  it.each(texts.map(({ input, html }) => ({ input, html })))('equals that of the server: $input', ({ input, html }) => {
    // Characters that are emoji are emoji as they are typed.
    const typed = formsOfHtml(html)
    const written = formsWritten(input)
    if (/\p{Extended_Pictographic}|\p{RI}/u.test(input) && !/:[a-z]/.test(input)) typed.delete('emoji')
    expect(sorted(written)).toEqual(sorted(typed))
  })

  it('equals that of our server around each word of any text', () => {
    const random = new SeededRandom(chooseSeed())
    const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T
    const pieces = [
      ...[
        '*',
        '**',
        '***',
        '~~',
        '`',
        '``',
        '```',
        '_',
        '__',
        '\\',
        '\\\\',
        '\\`',
        '^',
        '[',
        '](https://x.example/a)',
        '](nope:x)',
        '(',
        ')',
        '!',
      ],
      ...[
        ' ',
        ' ',
        ' ',
        '\n',
        '\n',
        '\n\n',
        '|',
        '$$',
        ':tada:',
        ':no_such:',
        '@**Noor Haddad**',
        '#**arm-firmware**',
        '<b>',
        '<time:',
        '>',
        ':',
        ' #',
      ],
    ]
    const starts = [
      ...[
        '',
        '',
        '',
        '* ',
        '- ',
        '1. ',
        '2. ',
        '  * ',
        '    * ',
        '  ',
        '    ',
        '> ',
        '>',
        '>> ',
        '> * ',
        '# ',
        '## ',
        '#',
        '#\n',
        '##\t',
        '1) ',
      ],
      ...['```', '```\n', '```quote\n', '~~~\n', '```spoiler head\n', '---\n', '| a | b |\n|---|---|\n| ', '\t', '   '],
    ]
    for (let round = 0; round < 4_000; round += 1) {
      let text = ''
      for (let word = 0; word < 2 + random.below(8); word += 1) {
        if (text === '' || text.endsWith('\n')) text += pick(starts)
        text += random.below(3) === 0 ? pick(pieces) : ''
        text += `w${word}z${pick(pieces)}`
      }
      const shown = wordsOfHtml(renderMarkdown(text, directory).html)
      // The name of a language and a URL are not displayed.
      const written = Object.entries(wordsWritten(text)).filter(([word]) => shown[word] !== undefined)
      expect(Object.fromEntries(written), JSON.stringify(text)).toEqual(shown)
    }
  })

  it.each([
    // The words of a link are plain, except code and names.
    ['[w0z **w1z** `w2z`](https://x.example/a)', { w0z: 'link × 1', w1z: 'link × 1', w2z: 'code × 1, link × 1' }],
    ['**[w0z](https://x.example/a)**', { w0z: 'bold × 1, link × 1' }],
    ['[w0z [w1z](https://x.example/b)](https://x.example/a)', { w0z: 'link × 1', w1z: 'link × 1' }],
    // A longer run of backticks begins code with some of them; a backslash escapes one of them.
    ['```w0z``w1z', { w0z: 'code × 1', w1z: '' }],
    ['\\``w0z`w1z', { w0z: 'code × 1', w1z: '' }],
    ['\\`w0z`w1z', { w0z: '', w1z: '' }],
    ['\\\\`w0z`w1z', { w0z: 'code × 1', w1z: '' }],
    // One kind of emphasis is parsed in the whole text before the next one.
    ['*w0z **w1z* w2z**', { w0z: '', w1z: 'bold × 1', w2z: 'bold × 1' }],
    // A heading mark alone in its line belongs to the next line.
    ['#\nw0z\nw1z', { w0z: 'heading 1 × 1', w1z: '' }],
    ['# w0z\\\nw1z', { w0z: '', w1z: '' }],
    // A list in a quote begins after any line; in a spoiler, also inside of its quotes, only after an empty line.
    ['```quote\nw0z\n* w1z', { w0z: 'quote × 1', w1z: 'item × 1, quote × 1' }],
    ['```spoiler\n```quote\nw0z\n* w1z', { w0z: 'quote × 1, spoiler × 1', w1z: 'quote × 1, spoiler × 1' }],
  ] as const)('equals that of our server in %j', (text, forms) => {
    expect(wordsOfHtml(renderMarkdown(text, directory).html)).toEqual(forms)
    expect(wordsWritten(text)).toEqual(forms)
  })

  it('is found in linear time', () => {
    for (const piece of [
      '*a ',
      '**a ',
      '[',
      '[a](',
      '`',
      '> ',
      '* a\n',
      '  * a\n',
      '~~~\n',
      '| a ',
      ':a:',
      '@**a**',
      '$$a',
      '***',
      '[a](b) ',
      '>',
    ]) {
      const state = EditorState.create({ doc: piece.repeat(10_000 / piece.length), extensions: [message] })
      const begun = performance.now()
      expect(ensureSyntaxTree(state, state.doc.length, 20_000), piece).not.toBeNull()
      expect(performance.now() - begun, piece).toBeLessThan(1_000)
    }
  })
})
