import { describe, expect, it } from 'vitest'
import { hostileHtml } from '../../../../corpora/hostile-html.ts'
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

  it('keeps the source of formulas, and nothing of their drawing', () => {
    const drawn =
      '<p>so <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>a</mi></mrow>' +
      '<annotation encoding="application/x-tex">a^2 &lt; b</annotation></semantics></math></span>' +
      '<span class="katex-html" aria-hidden="true"><span class="strut" style="height:9em"></span>a2</span></span> holds</p>' +
      '<p><span class="katex-display"><span class="katex"><annotation encoding="application/x-tex">\\sum</annotation></span></span></p>'
    expect(html(drawn)).toBe(
      '<p>so <span class="tex">a^2 &lt; b</span> holds</p>' +
        '<p><span class="katex-display"><span class="tex tex-display">\\sum</span></span></p>',
    )
    expect(readContent(drawn, origin).plain).toBe('so a^2 < b holds\n\\sum')
  })

  it('keeps videos and link cards of the own server, as references', () => {
    expect(
      html(
        '<div class="message_inline_image message_inline_video"><a href="/user_uploads/1/v.mp4" title="v"><video preload="metadata" autoplay src="/user_uploads/1/v.mp4"></video></a></div>',
      ),
    ).toBe(
      '<div class="message_inline_image message_inline_video"><a href="https://chat.example.com/user_uploads/1/v.mp4" title="v"><video data-media="/user_uploads/1/v.mp4"></video></a></div>',
    )
    expect(
      html(
        '<div class="message_embed"><a class="message_embed_image" href="https://x.example" style="background-image: url(&quot;/external_content/ab/cd&quot;)"></a></div>',
      ),
    ).toBe(
      '<div class="message_embed"><a class="message_embed_image" href="https://x.example/"><img data-media="/external_content/ab/cd" alt=""></a></div>',
    )
  })

  it.each(hostileHtml.map((source) => [source.slice(0, 70), source]))('lets nothing of %s run or call', (_, source) => {
    // Words, and what stands in quotes, cannot be markup: they are escaped.
    const output = html(source).replaceAll(/>[^<]*</g, '><')
    const shown = output.replaceAll(/"[^"]*"/g, '""')
    expect(shown).not.toMatch(
      /<(?:script|style|iframe|object|embed|svg|math|form|input|link|meta|base|template|source)/i,
    )
    expect(shown).not.toMatch(/\s(?:on\w+|style|src|srcset|srcdoc|poster|ping|id|name|autofocus|background)=/i)
    expect(output).not.toMatch(/href="(?!https?:|mailto:)/)
    expect(output).not.toMatch(/data-media="(?!\/[^/\\])/)
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
