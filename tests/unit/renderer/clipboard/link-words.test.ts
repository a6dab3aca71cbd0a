import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markdownOfBody } from '#renderer/parts/clipboard/pasted.ts'
import { bodyOf, evened, rendered, wordsOf } from '#support/clipboard-pages.ts'
import { chooseSeed, sampled } from '#support/random.ts'

const words = [
  ...['word', 'a b', '*', '**', '***', '~~', 'a*b*c', '_x_', 'f(x)', '[1]', ']', '(', '\\', '&amp;amp;', '"', '^', '#'],
  ...['@**Ada Brandt**', '#**general**', '$$x$$', ':smile:', '10:30:15', '&lt;b&gt;', 'https://x.example/a'],
]
const part = fc
  .tuple(fc.constantFrom(...words), fc.constantFrom('', 'b', 'i', 's', 'code'), fc.constantFrom('', ' '))
  .map(([text, tag, gap]) => (tag === '' ? text : `<${tag}>${text}</${tag}>`) + gap)
const link = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom('', 'b', 'i', 's'))
  .map(([parts, tag]) => {
    const html = `<a href="https://x.example/1">${parts.join('')}</a>`
    return tag === '' ? html : `<${tag}>${html}</${tag}>`
  })

it('the text of a link is parsed without change, whatever its formatting is', () => {
  const seed = chooseSeed()
  fc.assert(
    fc.property(link, (html) => {
      const page = `<p><b>See</b> ${html} there</p>`
      const sent = rendered(markdownOfBody(bodyOf(page)) ?? '')
      expect(wordsOf(sent)).toBe(evened(wordsOf(page)))
      expect(bodyOf(sent).querySelectorAll('a[href="https://x.example/1"]')).toHaveLength(1)
    }),
    { seed, numRuns: sampled(150, 10_000) },
  )
}, 300_000)
