import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isClean, sanitizeAnything, sanitizeRendered } from '#server/markdown/html/sanitize.ts'
import { renderMarkdown, type Directory } from '#server/markdown/render.ts'
import { hostileHtml } from '#tests/corpora/hostile-html.ts'
import { treeOf } from '#tests/recordings/trees.ts'
import { chooseSeed, SeededRandom } from '#support/random.ts'

const directory: Directory = {
  user: (name) => (name === 'Noor Haddad' ? { id: 40, fullName: '<b>"&' } : undefined),
  group: () => ({ id: 1, name: '">' }),
  stream: (name) => ({ id: 2, name }),
  customEmoji: (name) => (name === 'octopus' ? { source: '/user_avatars/1/x.png' } : undefined),
  linkify: () => [],
}

const recorded = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../recordings/markdown.json'), 'utf8'),
) as {
  input: string
}[]
const pieces = [
  ...recorded.map(({ input }) => input),
  ...hostileHtml,
  ...[
    '**',
    '*',
    '~~',
    '`',
    '```',
    '\n',
    '\n\n',
    '  ',
    '> ',
    '* ',
    '1. ',
    '|',
    '\n|-|\n',
    '[',
    '](',
    ')',
    '![',
    '"',
    '\\',
  ],
  ...[
    '//evil.example/x',
    '/\\evil.example',
    'javascript:x',
    'https://x.example/"',
    '/user_uploads/a.png',
    '&#x6a;',
    '\t',
  ],
]

describe('the sanitizer of rendered texts', () => {
  it("finds the renderer's output clean, and would not change it", () => {
    const random = new SeededRandom(chooseSeed())
    for (let run = 0; run < 3000; run += 1) {
      const text = Array.from({ length: 1 + random.below(7) }, () => random.pick(pieces)).join('')
      const { html } = renderMarkdown(text, directory)
      expect(isClean(html), `${JSON.stringify(text)}: ${html}`).toBe(true)
      expect(treeOf(sanitizeAnything(html)), JSON.stringify(text)).toEqual(treeOf(html))
    }
  })

  it.each([
    '<a href="javascript:x">y</a>',
    '<a href="java&#115;cript:x">y</a>',
    '<a href="//evil.example">y</a>',
    '<a href="/\\evil.example">y</a>',
    '<a href="/&#9;/evil.example" onclick="x">y</a>',
    '<a href="\thttps://x">y</a>',
    '<td style="background: url(x)">y</td>',
    '<p>a</div>',
    '<p>a',
    '<!-- a -->',
    '<p x=y>a</p>',
    '<svg></svg>',
  ])('does not find unclean HTML clean: %s', (html) => {
    expect(isClean(html)).toBe(false)
    expect(sanitizeRendered(html)).toBe(sanitizeAnything(html))
  })

  it.each(hostileHtml.filter((html) => /<[a-z!]/i.test(html) && html.length < 5000))(
    'reduces hostile HTML to the same result, with and without the check for clean HTML: %s',
    (html) => {
      if (isClean(html)) expect(treeOf(sanitizeAnything(html))).toEqual(treeOf(html))
      else expect(sanitizeRendered(html)).toBe(sanitizeAnything(html))
    },
  )
})
