import { describe, expect, it } from 'vitest'
import { readContent } from '#engine/state/content/content.ts'
import { previewText } from '#engine/state/content/plain-text.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { hiddenSign } from '#shared/content/spoilers.ts'

const spoiler = (header: string, content: string) =>
  `<div class="spoiler-block"><div class="spoiler-header">\n${header}\n</div>` +
  `<div class="spoiler-content" aria-hidden="true">\n${content}\n</div></div>`

function textsOf(source: string, over: { readonly is_me?: number } = {}) {
  const { html, plain } = readContent(source, 'https://chat.example')
  const shown = previewText({ is_me: 0, content: html, plain, ...over }, 'Noor')
  return { plain, shown: shown.replaceAll(/\s+/g, ' ') }
}

describe('the text of a message outside of its conversation', () => {
  it.each([
    ['a header', spoiler('<p>The <em>end</em></p>', '<p>he dies</p>'), `The end ${hiddenSign}`],
    ['no header', spoiler('', '<p>he dies</p>'), hiddenSign],
    [
      'text around it',
      `<p>Seen it?</p>${spoiler('<p>End</p>', '<p>he dies</p>')}<p>Well.</p>`,
      `Seen it? End ${hiddenSign} Well.`,
    ],
    [
      'text before a spoiler without a header',
      `<p>Seen it?</p>${spoiler('', '<p>he dies</p>')}`,
      `Seen it? ${hiddenSign}`,
    ],
    [
      'several spoilers',
      spoiler('<p>One</p>', '<p>he dies</p>') + spoiler('<p>Two</p>', '<p>he dies</p>'),
      `One ${hiddenSign} Two ${hiddenSign}`,
    ],
    [
      'a spoiler in a spoiler',
      spoiler('<p>Outer</p>', `<p>he dies</p>${spoiler('<p>he dies, too</p>', '<p>he dies</p>')}<p>he dies</p>`),
      `Outer ${hiddenSign}`,
    ],
    [
      'a spoiler in a quote',
      `<blockquote>${spoiler('<p>End</p>', '<p>he dies</p>')}</blockquote>`,
      `End ${hiddenSign}`,
    ],
    [
      'a spoiler in a list',
      `<ul><li>a${spoiler('<p>End</p>', '<ul><li>he dies</li></ul>')}</li><li>b</li></ul>`,
      `a End ${hiddenSign} b`,
    ],
    [
      'code in a spoiler',
      spoiler('<p>End</p>', '<div class="codehilite"><pre><code>he dies\n</code></pre></div>'),
      `End ${hiddenSign}`,
    ],
    ['a table in a spoiler', spoiler('<p>End</p>', '<table><tr><td>he dies</td></tr></table>'), `End ${hiddenSign}`],
    [
      'a picture in a spoiler',
      spoiler('<p>End</p>', '<p><img class="emoji" alt=":he dies:" src="/a.png"><br>he dies</p>'),
      `End ${hiddenSign}`,
    ],
    [
      'an emoji in the header',
      spoiler('<p>End <span class="emoji emoji-1f600" title="grinning">:grinning:</span></p>', '<p>he dies</p>'),
      `End 😀 ${hiddenSign}`,
    ],
    [
      'signs of HTML',
      `<p>1 &lt; 2 &amp; 3</p>${spoiler('<p>a &gt; b</p>', '<p>he dies</p>')}`,
      `1 < 2 & 3 a > b ${hiddenSign}`,
    ],
    [
      'an open element',
      `<p>Seen it?</p><div class="spoiler-block"><div class="spoiler-content"><p>he dies`,
      `Seen it? ${hiddenSign}`,
    ],
  ])('has %s and a sign, but no spoiler content', (_what, source, expected) => {
    const { plain, shown } = textsOf(source)
    expect(shown).toBe(expected)
    expect(plain).toContain('he dies')
  })

  it('is complete for a message that only names the class', () => {
    expect(textsOf('<p>the class <code>spoiler-content</code> hides</p>').shown).toBe('the class spoiler-content hides')
  })

  it('of a /me message with a spoiler begins with the sender', () => {
    expect(textsOf(`<p>/me waves</p>${spoiler('', '<p>he dies</p>')}`, { is_me: 1 }).shown).toBe(
      `Noor waves ${hiddenSign}`,
    )
  })

  it('hides spoiler content of a message that is too large for its formatting', () => {
    const large = '<b></b>'.repeat(clientLimits.contentElements.most)
    const nested = `<div>he dies</div>${spoiler('<p>he dies</p>', '<p>he dies</p>')}`
    const { html, plain } = readContent(
      `<p>Seen it?</p>${spoiler('<p>End</p>', nested)}<p>Well.</p>${large}`,
      'https://chat.example',
    )
    expect(plain.replaceAll(/\s+/g, ' ')).toBe(`Seen it? End ${hiddenSign} Well.`)
    expect(html).not.toContain('he dies')
  })
})
