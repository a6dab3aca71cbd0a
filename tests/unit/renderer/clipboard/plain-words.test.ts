import fc from 'fast-check'
import { expect, it } from 'vitest'
import { copiedOf } from '#renderer/parts/clipboard/copied.ts'
import { markdownOfBody } from '#renderer/parts/clipboard/pasted.ts'
import { chooseSeed, sampled } from '#support/random.ts'
import { bodyOf, evened, rendered, wordsOf } from '#support/clipboard-pages.ts'

const runs = sampled(150, 10_000)

/** Marks of the family’s Markdown, and words that look like them. */
const signs = [
  ...['*', '**', '***', '_', '__', '~', '~~', '~~~', '`', '``', '```', '```js', '#', '##', '1.', '7)', '12.', '1986.'],
  ...['-', '+', '>', '>>', '|', '---', '- - -', '***', '___', '| - |', '|---|---|', '$', '$$', '$$$', '^', '=', '==='],
  ...['@**Ada Brandt**', '@_**Ada Brandt|9**', '@*crew*', '@**all**', '#**general**', '#**general>lunch**', '@'],
  ...[
    ':smile:',
    ':tada',
    ':party_parrot:',
    ':+1:',
    ':100:',
    '10:30:15',
    'urn:isbn:045',
    '&amp;',
    '&#42;',
    '&copy',
    '&lt;',
  ],
  ...[
    '[a](b)',
    '[',
    ']',
    '](',
    '(',
    ')',
    '![x](y)',
    '[1]',
    '[x]',
    '/me',
    '/poll',
    '/todo',
    '<b>',
    '</p>',
    '<!-- x -->',
  ],
  ...['<time:2024-01-31T10:00:00+01:00>', '!time(2024)', '\\', '\\*', '\\_', '\\`', 'C:\\Users\\me', 'C:\\*', "it's"],
  ...[
    'my_var_name',
    '__init__.py',
    '*args',
    '**kwargs',
    'a*b*c',
    '2 * 3',
    'f(*x, *y)',
    'x**2',
    'word',
    'Äpfel',
    '日本',
  ],
  ...[
    ' https://x.example/a_(b) ',
    ' https://x.example/*a* ',
    'README',
    '"',
    '“',
    '…',
    '½',
    '/',
    '//',
    '%',
    '{',
    '}',
    ';',
    ',',
  ],
]

const line = fc
  .array(fc.tuple(fc.constantFrom(...signs), fc.constantFrom('', ' ', ' ', '  ')), { minLength: 1, maxLength: 7 })
  .map((parts) => parts.map(([sign, gap]) => sign + gap).join(''))
const page = fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Code that begins or ends with a backtick gets a space there, since the family has no other way. */
function tight(text: string): string {
  return text.replaceAll(/ *` */g, '`')
}

it(`text without markup is pasted, sent and copied unchanged, whatever marks it has (${runs} pages)`, () => {
  const seed = chooseSeed()
  fc.assert(
    fc.property(page, (paragraphs) => {
      const written = paragraphs.map((lines) => `<p>${lines.map(escaped).join('<br>')}</p>`).join('')
      const markdown = markdownOfBody(bodyOf(`<p><b>Pasted</b></p>${written}`)) ?? ''
      const html = rendered(markdown)
      expect(tight(wordsOf(html))).toBe(tight(evened(`Pasted\n${paragraphs.flat().join('\n')}`)))
      const copied = copiedOf([{ author: '', time: '', content: { kind: 'html', root: bodyOf(html) } }], {
        server: null,
        aside: String,
      })
      expect(copied?.text).toBe(markdown)
      expect(markdownOfBody(bodyOf(copied?.html ?? ''))).toBe(markdown)
    }),
    { seed, numRuns: runs },
  )
}, 1_200_000)
