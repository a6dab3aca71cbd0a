import { describe, expect, it } from 'vitest'
import { mediaPath, readContent } from '../../../../../main/engine/model/content.ts'

const origin = 'https://chat.example.com'
const html = (source: string) => readContent(source, origin).html

describe('what of a server’s HTML gets through', () => {
  it('keeps what messages are made of', () => {
    const source =
      '<p><span class="user-mention" data-user-id="3">@Noor</span> <strong>b</strong> <code>x</code></p>' +
      '<div class="codehilite" data-code-language="c"><pre><span></span><code><span class="k">int</span></code></pre></div>' +
      '<blockquote><p>q</p></blockquote><ol start="3"><li>three</li></ol>'
    expect(html(source)).toBe(source)
  })

  it('drops programs with all they contain, and shows the text of unknown elements', () => {
    expect(html('<p>a<script>alert(1)</script>b<style>p{}</style><svg><a href="javascript:x">s</a></svg></p>')).toBe(
      '<p>ab</p>',
    )
    expect(html('<marquee>m</marquee><x-y onclick="z">t</x-y>')).toBe('mt')
  })

  it('drops event handlers, styles, ids and unknown attributes', () => {
    expect(html('<p onclick="x" style="position:fixed" id="app" data-x="1">a</p>')).toBe('<p>a</p>')
    expect(html('<span class="ok &quot;&gt;&lt;b too/bad" title="&quot;&gt;">a</span>')).toBe(
      '<span class="ok" title="&quot;&gt;">a</span>',
    )
  })

  it('keeps links of web and mail, absolute, and no others', () => {
    expect(html('<a href="/#narrow/stream/1">a</a>')).toBe('<a href="https://chat.example.com/#narrow/stream/1">a</a>')
    expect(html('<a href="mailto:x@y.z">a</a>')).toBe('<a href="mailto:x@y.z">a</a>')
    for (const bad of [
      'javascript:alert(1)',
      'JaVaScRiPt:x',
      'data:text/html,x',
      'file:///etc',
      'vbscript:x',
      ' javascript:x',
    ]) {
      expect(html(`<a href="${bad}">a</a>`)).toBe('<a>a</a>')
    }
  })

  it('turns pictures of the own server into references, and forgets the addresses of others', () => {
    expect(html('<img src="/user_uploads/1/a.png" onerror="x" alt="A">')).toBe(
      '<img alt="A" data-media="/user_uploads/1/a.png">',
    )
    expect(html('<img src="https://evil.example/a.png" alt="A">')).toBe('<img alt="A">')
    expect(mediaPath('//evil.example/x', origin)).toBeNull()
    expect(mediaPath('/avatar/3?v=1', origin)).toBe('/avatar/3?v=1')
  })

  it('closes what was left open, and bounds the depth', () => {
    expect(html('<p><strong>a')).toBe('<p><strong>a</strong></p>')
    const deep = html('<blockquote>'.repeat(5000) + 'x')
    expect(deep.split('<blockquote>').length - 1).toBeLessThanOrEqual(64)
    expect(deep.split('</blockquote>').length).toBe(deep.split('<blockquote>').length)
  })

  it('reads the words without the markup', () => {
    expect(readContent('<p>a &amp; b</p><ul><li>one</li><li>two</li></ul>', origin).plain).toBe('a & b\none\ntwo')
  })
})
