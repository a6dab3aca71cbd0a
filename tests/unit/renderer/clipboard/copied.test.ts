import { describe, expect, it } from 'vitest'
import { copiedOf, markdownOfPart, type SelectedContent } from '#renderer/parts/clipboard/copied.ts'
import { bodyOf } from '#support/clipboard-pages.ts'

const html = (text: string): SelectedContent => ({ kind: 'html', root: bodyOf(text) })
const aside = (time: string) => ` (${time}):`
const alone = (content: SelectedContent) =>
  copiedOf([{ author: 'Ada', time: 'noon', content }], { server: 'https://x.example', aside })

describe('copied messages', () => {
  it('are the text of a paragraph, without escapes against markup', () => {
    expect(alone(html('<p>1986. A *year* @**all**</p>'))).toEqual({ text: '1986. A *year* @**all**', html: null })
    expect(alone(html('just words'))).toEqual({ text: 'just words', html: null })
    expect(alone(html('<p>with <strong>form</strong></p>'))).toEqual({
      text: 'with **form**',
      html: 'with <strong>form</strong>',
    })
  })

  it('are empty if only a picture is selected', () => {
    expect(alone(html('<div class="message_inline_image"><a href="/x.png"><img src="/x.png"></a></div>'))).toBeNull()
  })

  it('are exactly the text of one code block', () => {
    const body = bodyOf(
      '<div class="codehilite" data-code-language="Python"><pre><code>  if x:\n    y()</code></pre></div>',
    )
    const element = body.querySelector('code')
    if (element === null) throw new Error('no code')
    const content: SelectedContent = { kind: 'code', text: '  if x:\n    y()', isBlock: true, element }
    expect(alone(content)).toEqual({ text: '  if x:\n    y()', html: null })
    expect(markdownOfPart(content, null)).toBe('```python\n  if x:\n    y()\n```')
    expect(markdownOfPart({ ...content, text: 'y()', isBlock: false }, null)).toBe('`y()`')
  })

  it('have the author and time above each of several messages, and the source of unsent ones', () => {
    const parts = [
      { author: 'Ada', time: '10:00', content: html('<p>first</p>') },
      { author: 'Bo *x*', time: '10:01', content: html('<p>see</p><pre><code>a</code></pre>') },
      { author: 'Cy', time: '10:02', content: { kind: 'source', text: '- *raw*' } as const },
    ]
    expect(copiedOf(parts, { server: null, aside })).toEqual({
      text: [
        '**Ada** (10:00):\n> first',
        '**Bo `*x*`** (10:01):\n````quote\nsee\n\n```\na\n```\n````',
        '**Cy** (10:02):\n```quote\n- *raw*\n```',
      ].join('\n\n'),
      html:
        '<p><strong>Ada</strong> (10:00):</p><blockquote><p>first</p></blockquote>' +
        '<p><strong>Bo *x*</strong> (10:01):</p><blockquote><p>see</p><pre><code>a</code></pre></blockquote>' +
        '<p><strong>Cy</strong> (10:02):</p><blockquote><p>- *raw*</p></blockquote>',
    })
  })

  it('have absolute links to the organization, and no link previews', () => {
    const text =
      '<p><a href="/user_uploads/2/a.pdf">a.pdf</a> <a href="#narrow/near/7">that</a></p><div class="message_embed">x</div>'
    expect(alone(html(text))).toEqual({
      text: '[a.pdf](https://x.example/user_uploads/2/a.pdf) [that](https://x.example/#narrow/near/7)',
      html: '<a href="https://x.example/user_uploads/2/a.pdf">a.pdf</a> <a href="https://x.example/#narrow/near/7">that</a>',
    })
  })

  it('have no styles, ids or scripts of the page', () => {
    const text =
      '<h2 id="x" style="color:red" onclick="y()">Plan <time datetime="2024-01-31T09:00:00Z">Wed</time></h2><p dir="auto">a &lt;b&gt;</p>'
    expect(alone(html(text))).toEqual({
      text: '## Plan <time:2024-01-31T09:00:00Z>\n\na <b>',
      html: '<h2>Plan <time class="message-time" datetime="2024-01-31T09:00:00Z">Wed</time></h2><p>a &lt;b&gt;</p>',
    })
  })
})
