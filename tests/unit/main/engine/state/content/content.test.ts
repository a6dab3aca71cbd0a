import { describe, expect, it } from 'vitest'
import { hostileHtml } from '#tests/corpora/hostile-html.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { readUnformatted, unformatted } from '#shared/unformatted.ts'
import { contentKinds } from '#engine/values/message-text.ts'
import { mediaPath } from '#engine/state/content/addresses.ts'
import { kindsOf, readContent } from '#engine/state/content/content.ts'

const origin = 'https://chat.example.com'
const html = (source: string) => readContent(source, origin).html

describe('the sanitized HTML of a server', () => {
  it('keeps the elements of messages', () => {
    const source =
      '<p><span class="user-mention" data-user-id="3">@Noor</span> <strong>b</strong> <code>x</code></p>' +
      '<div class="codehilite" data-code-language="c"><pre><span></span><code><span class="k">int</span></code></pre></div>' +
      '<blockquote><p>q</p></blockquote><ol start="3"><li>three</li></ol>'
    expect(html(source)).toBe(source)
  })

  it('drops programs with their content, and shows the text of unknown elements', () => {
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

  it.each([
    'tel:+4722225555',
    'sms:+14155551234',
    'ftp://files.example/a',
    'magnet:?xt=urn:btih:c1',
    'sip:ada@example.com',
    'geo:1,2',
    'xmpp:ada@example.com',
    'ssh://host.example',
    'https://user@host.example/',
  ])('keeps the link %s, about which main asks', (address) => {
    expect(html(`<a href="${address}">a</a>`)).toBe(`<a href="${address}">a</a>`)
  })

  it('keeps absolute web and mail links, and none that run code or open files', () => {
    expect(html('<a href="/#narrow/stream/1">a</a>')).toBe('<a href="https://chat.example.com/#narrow/stream/1">a</a>')
    expect(html('<a href="mailto:x@y.z">a</a>')).toBe('<a href="mailto:x@y.z">a</a>')
    for (const bad of [
      'javascript:alert(1)',
      'JaVaScRiPt:x',
      'data:text/html,x',
      'file:///etc',
      'vbscript:x',
      ' javascript:x',
      'blob:https://chat.example.com/1',
      'ms-msdt:/id',
      'search-ms:query=x',
      'unknown:x',
    ]) {
      expect(html(`<a href="${bad}">a</a>`)).toBe('<a>a</a>')
    }
  })

  it('turns pictures of the own server into references, and drops the addresses of others', () => {
    expect(html('<img src="/user_uploads/1/a.png" onerror="x" alt="A">')).toBe(
      '<img alt="A" data-media="/user_uploads/1/a.png">',
    )
    expect(html('<img src="https://evil.example/a.png" alt="A">')).toBe('<img alt="A">')
    expect(mediaPath('//evil.example/x', origin)).toBeNull()
    expect(mediaPath('/avatar/3?v=1', origin)).toBe('/avatar/3?v=1')
  })

  it.each([
    '/user_uploads/..//evil.example/hold.png',
    '/user_uploads/../evil.png',
    '/user_uploads/./a.png',
    '/user_uploads//evil.example/a.png',
    '/user_uploads/a.png/',
    '/user_uploads/1/..',
    '/user_uploads/%2e%2e//evil.example/hold.png',
    '/user_uploads/%2E./a.png',
    '/user_uploads/%252e%252e/a.png',
    '/user_uploads/..%2f/evil.example/a.png',
    '/user_uploads/%2fevil.example/a.png',
    '/user_uploads/..\\\\evil.example/a.png',
    '/user_uploads/%5c%5cevil.example/a.png',
    '/\tuser_uploads/.\t./a.png',
    '/user_uploads/.%0a./a.png',
    'user_uploads/..//evil.example/a.png',
    '//chat.example.com/a.png',
    'https://chat.example.com/user_uploads/..//evil.example/a.png',
    'https://chat.example.com//evil.example/a.png',
    'https:\\\\chat.example.com\\a.png',
    '.',
    '..',
    '%2e%2e',
    '?x=/../',
    `/${'a'.repeat(5_000)}`,
  ])('has no picture at %j', (source) => {
    expect(mediaPath(source, origin)).toBeNull()
    expect(html(`<img src="${source.replaceAll('"', '&quot;')}">`)).toBe('<img>')
  })

  it('has no picture behind a backslash either', () => {
    expect(mediaPath('/\\evil.example/a.png', origin)).toBeNull()
    expect(html('<img src="/\\evil.example/a.png">')).toBe('<img>')
  })

  it.each([
    ['/user_uploads/2/ab/..a..png', '/user_uploads/2/ab/..a..png'],
    ['/user_uploads/2/ab/100%25.png', '/user_uploads/2/ab/100%25.png'],
    ['/user_uploads/2/ab/50%.png', '/user_uploads/2/ab/50%.png'],
    ['/user_uploads/2/ab/a b.png', '/user_uploads/2/ab/a%20b.png'],
    ['/user_uploads/2/ab/\u6f22.png', '/user_uploads/2/ab/%E6%BC%A2.png'],
    ['/thumbnail?url=user_uploads%2F..%2Fa.png&size=full', '/thumbnail?url=user_uploads%2F..%2Fa.png&size=full'],
    ['/external_content/a1/68747470733a2f2f', '/external_content/a1/68747470733a2f2f'],
    ['https://chat.example.com/user_avatars/2/a.png?x=//y', '/user_avatars/2/a.png?x=//y'],
    ['user_uploads/2/a.png', '/user_uploads/2/a.png'],
  ])('has the picture at %s', (source, path) => {
    expect(mediaPath(source, origin)).toBe(path)
  })

  it('keeps the source of formulas, and drops their rendering', () => {
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
    // Words and quoted text cannot be markup, since they are escaped.
    const output = html(source).replaceAll(/>[^<]*</g, '><')
    const shown = output.replaceAll(/"[^"]*"/g, '""')
    expect(shown).not.toMatch(
      /<(?:script|style|iframe|object|embed|svg|math|form|input|link|meta|base|template|source)/i,
    )
    expect(shown).not.toMatch(/\s(?:on\w+|style|src|srcset|srcdoc|poster|ping|id|name|autofocus|background)=/i)
    expect(output).not.toMatch(/href="(?!https?:|mailto:)/)
    expect(output).not.toMatch(/data-(?:media|full|file)="(?!\/[^/\\])/)
  })

  it('closes open elements, and limits the depth', () => {
    expect(html('<p><strong>a')).toBe('<p><strong>a</strong></p>')
    const deep = html('<blockquote>'.repeat(5000) + 'x')
    expect(deep.split('<blockquote>').length - 1).toBeLessThanOrEqual(64)
    expect(deep.split('</blockquote>').length).toBe(deep.split('<blockquote>').length)
  })

  it('leaves out cards that only repeat a link, as older servers made them', () => {
    expect(
      html(
        '<p>x</p><div class="message_inline_ref"><a href="https://a.example/"><img src="/static/d.png"></a><div><div class="message_inline_image_title">Saves</div></div></div><p>y</p>',
      ),
    ).toBe('<p>x</p><p>y</p>')
  })

  it('yields the text without the markup', () => {
    expect(readContent('<p>a &amp; b</p><ul><li>one</li><li>two</li></ul>', origin).plain).toBe('a & b\none\ntwo')
  })
})

describe('sounds (level 405)', () => {
  const sound = (attributes: string) =>
    readContent(`<p><audio controls preload="metadata" ${attributes}></audio></p>`, origin)

  it('are played from the own server, with a link to the file, and have a text', () => {
    const { html: shown, plain } = sound('src="/user_uploads/2/ab/note.mp3" title="note.mp3"')
    expect(shown).toBe(
      '<p><span class="sound"><audio title="note.mp3" data-media="/user_uploads/2/ab/note.mp3"></audio>' +
        '<a href="https://chat.example.com/user_uploads/2/ab/note.mp3">note.mp3</a></span></p>',
    )
    expect(plain).toBe('note.mp3')
    expect(kindsOf(shown)).toBe(contentKinds.attachment | contentKinds.link)
  })

  it('link to the original of a rewritten address, and are only a link if they are elsewhere', () => {
    expect(
      sound('src="/external_content/ab/cd" data-original-url="https://radio.example/song.flac" title="Song"').html,
    ).toBe(
      '<p><span class="sound"><audio title="Song" data-media="/external_content/ab/cd"></audio>' +
        '<a href="https://radio.example/song.flac">Song</a></span></p>',
    )
    expect(
      sound('src="https://cdn.example/p/song.flac" data-original-url="https://radio.example/song.flac"').html,
    ).toBe('<p><a href="https://radio.example/song.flac">song.flac</a></p>')
  })

  it('are named after their file if they have no name, and are text without a usable address', () => {
    expect(sound('src="/user_uploads/2/ab/Gr%C3%BC%C3%9Fe.wav"').plain).toBe('Grüße.wav')
    expect(sound('src="javascript:alert(1)"')).toEqual({ html: '<p>Audio</p>', plain: 'Audio' })
    expect(sound('').plain).toBe('Audio')
  })

  it('drop their children and a link around them', () => {
    expect(html('<audio src="/a.mp3" title="a"><source src="/b.mp3"><p>no player</p></audio> after')).toBe(
      '<span class="sound"><audio title="a" data-media="/a.mp3"></audio><a href="https://chat.example.com/a.mp3">a</a></span> after',
    )
    expect(html('<a href="https://x.example/"><audio src="/a.mp3" title="a"></audio></a>')).toBe(
      '<a href="https://x.example/"><span class="sound"><audio title="a" data-media="/a.mp3"></audio>a</span></a>',
    )
  })
})

describe('pictures with thumbnails (levels 275–467)', () => {
  const thumbnail = '/user_uploads/thumbnail/2/ab/arm.png/840x560.webp'
  const preview = (image: string) =>
    html(`<div class="message_inline_image"><a href="/user_uploads/2/ab/arm.png" title="arm.png">${image}</a></div>`)
      .replace(/^.*title="arm.png">/, '')
      .replace('</a></div>', '')

  it('have a small and a large version, are saved as the original, and have a known size', () => {
    expect(
      preview(`<img data-original-dimensions="1920x1080" data-original-content-type="image/png" src="${thumbnail}">`),
    ).toBe(`<img data-media="${thumbnail}" data-full="/user_uploads/2/ab/arm.png" data-size="1920x1080">`)
    expect(preview(`<img data-animated="true" src="${thumbnail}">`)).toBe(
      `<img data-media="${thumbnail}" data-full="/user_uploads/2/ab/arm.png" data-animated="true">`,
    )
  })

  it('of types that no browser draws use the server’s transcoded version, and are saved as the original', () => {
    const heic = (more: string) =>
      preview(
        `<img data-original-content-type="image/heic" ${more} src="/user_uploads/thumbnail/2/ab/arm.png/840x560.webp">`,
      )
    expect(heic('data-transcoded-image="1920x1080.webp"')).toBe(
      `<img data-media="${thumbnail}" data-full="/user_uploads/thumbnail/2/ab/arm.png/1920x1080.webp" data-file="/user_uploads/2/ab/arm.png">`,
    )
    for (const bad of ['', 'data-transcoded-image="../../x"', 'data-transcoded-image="//evil.example/1x1.webp"']) {
      expect(heic(bad)).toBe(`<img data-media="${thumbnail}" data-file="/user_uploads/2/ab/arm.png">`)
    }
  })

  it('of the older form keep their large version, and are saved as the original', () => {
    expect(
      preview('<img data-src-fullsize="/thumbnail?url=a&amp;size=full" src="/thumbnail?url=a&amp;size=thumbnail">'),
    ).toBe(
      '<img data-media="/thumbnail?url=a&amp;size=thumbnail" data-full="/thumbnail?url=a&amp;size=full" data-file="/user_uploads/2/ab/arm.png">',
    )
    expect(preview('<img src="/user_uploads/2/ab/arm.png">')).toBe('<img data-media="/user_uploads/2/ab/arm.png">')
  })

  it('of Markdown’s own form may be in any block, and have a text', () => {
    const inline = (more: string) =>
      readContent(
        `<ul><li>see <img ${more} class="inline-image" data-original-src="/user_uploads/2/ab/arm.png" src="${thumbnail}"></li></ul>`,
        origin,
      )
    expect(inline('alt="the arm"')).toEqual({
      html: `<ul><li>see <img class="inline-image" alt="the arm" data-media="${thumbnail}" data-full="/user_uploads/2/ab/arm.png"></li></ul>`,
      plain: 'see the arm',
    })
    expect(inline('alt=""').plain).toBe('see arm.png')
    expect(kindsOf(inline('alt=""').html)).toBe(contentKinds.attachment | contentKinds.image | contentKinds.link)
  })

  it('that are not ready are placeholders of their size, never the server’s own drawing', () => {
    const spinner = 'class="image-loading-placeholder" src="/static/images/loading/loader-black.svg"'
    expect(preview(`<img ${spinner} data-original-dimensions="1920x1080">`)).toBe(
      '<span class="image-loading-placeholder" data-file="/user_uploads/2/ab/arm.png" data-size="1920x1080"></span>',
    )
    const inline = readContent(
      `<p><img alt="the &quot;arm&quot;" class="inline-image image-loading-placeholder" data-original-src="/user_uploads/2/ab/arm.png" src="/static/x.svg"></p>`,
      origin,
    )
    expect(inline).toEqual({
      html: '<p><span class="image-loading-placeholder inline-image" title="the &quot;arm&quot;" data-file="/user_uploads/2/ab/arm.png"></span></p>',
      plain: 'the "arm"',
    })
    expect(kindsOf(inline.html) & contentKinds.image).toBe(contentKinds.image)
  })

  it.each(['', '0x5', '5x0', '-1x2', '1e3x5', '100000x2', '2x2;position:fixed', '5', 'x'])(
    'have no size of “%s”',
    (size) => {
      expect(preview(`<img data-original-dimensions="${size}" src="${thumbnail}">`)).not.toContain('data-size')
    },
  )

  it('take originals only from the own server’s uploads', () => {
    for (const address of [
      'https://evil.example/user_uploads/2/ab/arm.png',
      '//evil.example/user_uploads/x',
      'javascript:alert(1)',
      '/api/v1/users/me',
    ]) {
      expect(html(`<img class="inline-image" alt="" data-original-src="${address}" src="${thumbnail}">`), address).toBe(
        `<img class="inline-image" alt="" data-media="${thumbnail}">`,
      )
    }
    expect(
      html('<img data-media="/x" data-full="//evil.example" data-file="/y" data-size="1x1" data-animated="true">'),
    ).toBe('<img data-animated="true">')
  })
})

describe('HTML of any size', () => {
  const cpuMs = (work: () => void): number => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }

  it('is parsed in linear time, however many lines it has', () => {
    // The least of several measurements excludes other load and garbage collection.
    const cost = (lines: number) =>
      Math.min(
        ...Array.from({ length: 5 }, () =>
          cpuMs(() => {
            expect(readContent('<p>a</p>'.repeat(lines), origin).plain).toHaveLength(2 * lines - 1)
          }),
        ),
      )
    cost(4_000)
    // The text is ten times as long; a parser that searched it for each line took sixty times as long.
    expect(cost(40_000) / cost(4_000)).toBeLessThan(30)
  })

  /** The largest plausible contents, which are kept completely. */
  it.each([
    ['ten thousand letters in as many spans', `<pre>${'<span class="p">.</span>'.repeat(10_000)}</pre>`],
    ['a table of five hundred rows', `<table>${`<tr>${'<td>a</td>'.repeat(20)}</tr>`.repeat(500)}</table>`],
    [
      'three hundred pictures',
      '<div class="message_inline_image"><a href="https://x.y/z"><img data-media="/a.png"></a></div>'.repeat(300),
    ],
    ['a hundred quotes in one another', `${'<blockquote>'.repeat(60)}x${'</blockquote>'.repeat(60)}`],
  ])('keeps its formatting: %s', (_, source) => {
    expect(readUnformatted(html(source)).kept).toBe('formatted')
  })

  it('keeps the source of a formula with a large rendering', () => {
    const drawing = '<span class="mord mathnormal">x</span>'.repeat(45_000)
    const source = `<span class="katex"><annotation encoding="application/x-tex">x</annotation>${drawing}</span>`
    expect(html(`<p>${source}</p>`)).toBe('<p><span class="tex">x</span></p>')
  })

  const { contentElements, contentNesting, contentSource, contentText, contentHtml } = clientLimits

  it.each([
    ['nested quotes', '<blockquote>'.repeat(100_000) + 'x' + '</blockquote>'.repeat(100_000)],
    ['elements that are never closed', '<b>'.repeat(contentNesting.most + 1) + 'x'],
    ['formulas in formulas', '<math><mtext>'.repeat(100_000) + '</mtext></math>x'],
    ['emoji in emoji', `${'<span class="emoji">'.repeat(100_000)}x`],
    ['pictures in pictures', `${'<svg>'.repeat(100_000)}${'</svg>'.repeat(100_000)}x`],
    ['elements beside one another', '<i></i>'.repeat(contentElements.most + 1) + 'x'],
    ['addresses', `${`<a href="https://y.z/${'q'.repeat(9_000)}"></a>`.repeat(100)}x`],
    ['a million elements', `${'<p></p>'.repeat(1_000_000)}x`],
  ])('beyond its limits is reduced to its text: %s', (_, source) => {
    const content = readContent(source, origin)
    const { kept, html: shown } = readUnformatted(content.html)
    const isCut = source.length > contentSource.most
    expect(kept).toBe(isCut ? 'cut' : 'whole')
    expect(shown).toBe(isCut ? '<p></p>' : '<p>x</p>')
    expect(content.plain).toBe(isCut ? '' : 'x')
  })

  it('beyond its limits keeps lines and characters, and drops all markup', () => {
    const { html: shown, plain } = readContent(
      `<h1>Logs</h1><p>a &lt;b&gt; &amp;amp; &#x1f600;</p><style>p{}</style><script>x()</script>${'<i>'.repeat(2_000)}<br>end`,
      origin,
    )
    expect(plain).toBe('Logs\na <b> &amp; \u{1f600}\nend')
    expect(readUnformatted(shown)).toEqual({
      kept: 'whole',
      html: '<p>Logs<br>a &lt;b&gt; &amp;amp; \u{1f600}<br>end</p>',
    })
  })

  it('is truncated if its text is too long', () => {
    const content = readContent(`<p>${'\u{1f600}'.repeat(contentHtml.most)}</p>`, origin)
    expect(readUnformatted(content.html).kept).toBe('cut')
    expect(content.plain).toBe('\u{1f600}'.repeat(contentText.most / 2))
  })

  it('accepts none of our marks from a server', () => {
    expect(Object.keys(unformatted)).toEqual(['whole', 'cut'])
    for (const mark of Object.values(unformatted)) {
      expect(readUnformatted(html(`${mark}<p>a</p>`))).toEqual({ kept: 'formatted', html: '<div></div><p>a</p>' })
    }
  })

  it('drops addresses that could not be opened', () => {
    expect(html(`<a href="https://x.y/${'z'.repeat(10_000)}">a</a>`)).toBe('<a>a</a>')
  })
})
