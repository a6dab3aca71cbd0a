import { describe, expect, it } from 'vitest'
import { bodyParts } from '../../../renderer/state/body-parts.ts'
import { clientLimits } from '../../../shared/client-limits.ts'

const words = (html: string) => html.replaceAll(/<[^>]*>/g, '')
const elements = (html: string) => [...html.matchAll(/<[a-z]/g)].length
/** Whether each element is closed, in the order in which they were opened. */
function isBalanced(html: string): boolean {
  const open: string[] = []
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    if (name === 'br' || name === 'img') continue
    if (slash === '') open.push(name ?? '')
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}

describe('the parts of a long message', () => {
  it.each([
    ['a short text', '<p>hello <strong>you</strong></p>'],
    ['ten thousand characters', `<p>${'word '.repeat(2000)}</p>`],
    [
      'a table of five hundred rows',
      `<table><tbody>${'<tr><td>a</td><td>b</td><td>c</td><td>d</td></tr>'.repeat(500)}</tbody></table>`,
    ],
    ['three hundred pictures', '<div><a href="https://x"><img data-media="/a.png"></a></div>'.repeat(300)],
  ])('are one: %s', (_, html) => {
    expect(bodyParts(html)).toEqual([html])
  })

  it.each([
    ['a long line', `<p>${'x'.repeat(100_000)}</p>`],
    ['a million characters', `<p>${'x &amp; y\u{1f389} '.repeat(70_000)}</p>`],
    ['many paragraphs', '<p>a</p>'.repeat(100_000)],
    ['deep ones', `${'<blockquote>'.repeat(60)}${'<p>a<br>b</p>'.repeat(10_000)}${'</blockquote>'.repeat(60)}`],
    ['breaks alone', `<p>${'<br>'.repeat(100_000)}</p>`],
    ['a table', `<table><tbody>${'<tr><td data-align="left">a</td></tr>'.repeat(50_000)}</tbody></table>`],
  ])('are several, each bounded and whole, and nothing is lost: %s', (_, html) => {
    const parts = bodyParts(html)
    expect(parts.length).toBeGreaterThan(1)
    expect(words(parts.join(''))).toBe(words(html))
    for (const part of parts) {
      expect(isBalanced(part)).toBe(true)
      expect(elements(part)).toBeLessThanOrEqual(clientLimits.bodyElements.most)
      expect(words(part).length).toBeLessThanOrEqual(clientLimits.bodyText.most)
      // No character reference and no pair is cut in two.
      expect(words(part)).not.toMatch(/&[a-z]*$|^[a-z]*;|[\uD800-\uDBFF]$|^[\uDC00-\uDFFF]/)
    }
  })

  it('open again what was open, with its attributes', () => {
    const [, second = ''] = bodyParts(`<blockquote><p class="a">${'x'.repeat(50_000)}</p></blockquote>`)
    expect(second).toMatch(/^<blockquote><p class="a">x/)
  })
})
