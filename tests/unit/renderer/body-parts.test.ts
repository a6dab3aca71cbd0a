import { describe, expect, it } from 'vitest'
import { bodyParts } from '#renderer/parts/content/body-parts.ts'
import { clientLimits } from '#shared/client-limits.ts'

const words = (html: string) => html.replaceAll(/<[^>]*>/g, '')
const elements = (html: string) => [...html.matchAll(/<[a-z]/g)].length
/** Whether each element is closed, in the order of their start tags. */
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
  ])('are one part: %s', (_, html) => {
    expect(bodyParts(html)).toEqual([html])
  })

  it.each([
    ['a long line', `<p>${'x'.repeat(100_000)}</p>`],
    ['a million characters', `<p>${'x &amp; y\u{1f389} '.repeat(70_000)}</p>`],
    ['many paragraphs', '<p>a</p>'.repeat(100_000)],
    ['deep ones', `${'<blockquote>'.repeat(60)}${'<p>a<br>b</p>'.repeat(10_000)}${'</blockquote>'.repeat(60)}`],
    ['breaks alone', `<p>${'<br>'.repeat(100_000)}</p>`],
    ['a table', `<table><tbody>${'<tr><td data-align="left">a</td></tr>'.repeat(50_000)}</tbody></table>`],
  ])('are several limited and well-formed parts without loss: %s', (_, html) => {
    const parts = bodyParts(html)
    expect(parts.length).toBeGreaterThan(1)
    expect(words(parts.join(''))).toBe(words(html))
    for (const part of parts) {
      expect(isBalanced(part)).toBe(true)
      expect(elements(part)).toBeLessThanOrEqual(clientLimits.bodyElements.most)
      expect(words(part).length).toBeLessThanOrEqual(clientLimits.bodyText.most)
      // No character reference and no surrogate pair is cut in two.
      expect(words(part)).not.toMatch(/&[a-z]*$|^[a-z]*;|[\uD800-\uDBFF]$|^[\uDC00-\uDFFF]/)
    }
  })

  it.each([
    ['a word', `<p>${'temperature '.repeat(5_000)}</p>`, /temperature <\/p>$/],
    ['a line', `<pre><code>${'return encoder.drift(21) + 0.5\n'.repeat(2_000)}</code></pre>`, /0\.5\n<\/code><\/pre>$/],
  ])('do not end within %s', (_, html, end) => {
    const parts = bodyParts(html)
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) expect(part).toMatch(end)
  })

  it('repeat the head of a table, and end with a whole row', () => {
    const head = '<thead><tr><th>run</th><th data-align="right">gain</th></tr></thead>'
    const rows = Array.from({ length: 5_000 }, (_, row) => `<tr><td>${row}</td><td>1.002</td></tr>`)
    const parts = bodyParts(`<p>measured:</p><table>${head}<tbody>${rows.join('')}</tbody></table>`)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.flatMap((part) => part.match(/<tr><td>.*?<\/tr>/g) ?? [])).toEqual(rows)
    for (const part of parts) expect(part.split(head).length).toBe(2)
    for (const part of parts.slice(1)) expect(part).toMatch(/^<table><thead>.*<\/thead><tbody><tr><td>/)
  })

  it.each([
    ['one that is large', `<table><thead><tr>${'<th>x</th>'.repeat(2_990)}</tr></thead><tbody>`, '</tbody></table>'],
    [
      'those of tables in tables',
      '<table><thead><tr><th>x</th></tr></thead><tbody><tr><td>'.repeat(12),
      '</td></tr></tbody></table>'.repeat(12),
    ],
    [
      'one within another',
      '<table><thead><tr><th><table><thead><tr><th>x</th></tr></thead></table></th></tr></thead><tbody>',
      '</tbody></table>',
    ],
  ])('do not grow by repeated table heads: %s', (_, before, after) => {
    const parts = bodyParts(before + '<tr><td>a</td></tr>'.repeat(6_000) + after)
    expect(parts.length).toBeLessThan(8)
    for (const part of parts) {
      expect(isBalanced(part)).toBe(true)
      expect(elements(part)).toBeLessThanOrEqual(clientLimits.bodyElements.most)
    }
  })

  it('reopen the open elements with their attributes', () => {
    const [, second = ''] = bodyParts(`<blockquote><p class="a">${'x'.repeat(50_000)}</p></blockquote>`)
    expect(second).toMatch(/^<blockquote><p class="a">x/)
  })
})
