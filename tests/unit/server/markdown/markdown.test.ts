import { describe, expect, it } from 'vitest'
import { draw } from '#server/markdown/drawing/draw.ts'
import { linkifyWith } from '#server/markdown/inline/linkifiers.ts'
import { renderMarkdown, type Directory } from '#server/markdown/render.ts'

const linkifiers = [{ pattern: '#(?P<id>[0-9]{2,8})', url_template: 'https://git.example/issues/{id}' }]
const directory: Directory = {
  user: (name, id) =>
    name.toLowerCase() === 'ada brandt' && (id === undefined || id === 9)
      ? { id: 9, fullName: 'Ada Brandt' }
      : undefined,
  stream: (name) => (name === 'general' ? { id: 5, name: 'general' } : undefined),
  customEmoji: () => undefined,
  group: (name) => (name === 'crew' ? { id: 12, name: 'crew' } : undefined),
  linkify: linkifyWith(() => linkifiers),
  drawn: (drawing) => draw(drawing) ?? undefined,
}
const html = (text: string) => renderMarkdown(text, directory).html

describe('Markdown', () => {
  it.each([
    [
      'plain **bold** *it* ~~no~~ `code`',
      '<p>plain <strong>bold</strong> <em>it</em> <del>no</del> <code>code</code></p>',
    ],
    ['a\nb', '<p>a<br>\nb</p>'],
    ['@**Ada Brandt**', '<p><span class="user-mention" data-user-id="9">@Ada Brandt</span></p>'],
    ['@**ada brandt**', '<p><span class="user-mention" data-user-id="9">@Ada Brandt</span></p>'],
    ['@_**Ada Brandt**', '<p><span class="user-mention silent" data-user-id="9">Ada Brandt</span></p>'],
    ['@**all**', '<p><span class="user-mention" data-user-id="*">@all</span></p>'],
    ['@**Nobody**', '<p>@<strong>Nobody</strong></p>'],
    ['#**general**', '<p><a class="stream" data-stream-id="5" href="/#narrow/stream/5-general">#general</a></p>'],
    [
      '#**general>v2.4 (x)**',
      '<p><a class="stream-topic" data-stream-id="5" href="/#narrow/stream/5-general/topic/v2.2E4.20.28x.29">#general &gt; v2.4 (x)</a></p>',
    ],
    [':tada:', '<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>'],
    [
      '<time:2024-01-31T10:00:00+01:00>',
      '<p><time datetime="2024-01-31T09:00:00Z">2024-01-31T10:00:00+01:00</time></p>',
    ],
    ['<time:soon>', '<p><span class="timestamp-error">Invalid time format: soon</span></p>'],
    ['```quote\nhi\n```', '<blockquote>\n<p>hi</p>\n</blockquote>'],
  ])('renders %s', (text, expected) => {
    expect(html(text)).toBe(expected)
  })

  it.each([
    [
      'a list in a list in a list',
      '* a\n  * b\n    * c\n  * d\n* e',
      '<ul><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e</li></ul>',
    ],
    [
      'the second half of a list after a blank line',
      '* a\n* b\n\n* c\n* d',
      '<ul><li>a</li><li><p>b</p></li><li><p>c</p></li><li>d</li></ul>',
    ],
    [
      'a list of the other kind in a list',
      '1. a\n   - b\n   - c\n2. d',
      '<ol><li><p>a</p><ul><li>b</li><li>c</li></ul></li><li><p>d</p></li></ol>',
    ],
    [
      'a numbered list goes on after code',
      '1. a\n```\nx\n```\n2. b',
      '<ol><li>a</li></ol><div class="codehilite"><pre><span></span><code>x\n</code></pre></div><ol start="2"><li>b</li></ol>',
    ],
    ['a heading in the middle of lines', 'a\n## b ##\nc', '<p>a</p><h2>b</h2><p>c</p>'],
    ['a quote after words', 'a\n> b\nc\n\nd', '<p>a</p><blockquote><p>b<br>c</p></blockquote><p>d</p>'],
    ['a list in quoted lines', '```quote\nb\n* c\n```', '<blockquote><p>b</p><ul><li>c</li></ul></blockquote>'],
    [
      'code in a spoiler in a quote',
      '````quote\n```spoiler\n~~~\nx\n~~~\n```\n````',
      '<blockquote><div class="spoiler-block"><div class="spoiler-header"></div><div class="spoiler-content" aria-hidden="true"><div class="codehilite"><pre><span></span><code>x\n</code></pre></div></div></div></blockquote>',
    ],
    ['a fence with nothing in it', 'a\n```\n```', '<p>a</p>'],
    [
      'code whose closing fence is longer',
      '```\na\n````\nb\n```',
      '<div class="codehilite"><pre><span></span><code>a\n````\nb\n</code></pre></div>',
    ],
    ['a bar that is no table', 'a | b\nc | d', '<p>a | b<br>c | d</p>'],
    [
      'bold text in italics',
      '*a **b** c* **d *e* f**',
      '<p><em>a <strong>b</strong> c</em> <strong>d <em>e</em> f</strong></p>',
    ],
    [
      'marks in code and addresses',
      '*a `*` b* https://x.example/*a* *b*',
      '<p><em>a <code>*</code> b</em> <a href="https://x.example/*a*">https://x.example/*a*</a> <em>b</em></p>',
    ],
    [
      'addresses within a sentence',
      'See (x.org/a_(b)), "c.de". Or a.b@c.org; not 1.5 or e.g.this',
      '<p>See (<a href="http://x.org/a_(b)">x.org/a_(b)</a>), "<a href="http://c.de">c.de</a>". Or <a href="mailto:a.b@c.org">a.b@c.org</a>; not 1.5 or e.g.this</p>',
    ],
    [
      'a host in a link with words',
      '[a](x.org) [b](//x.org) [c](foo:bar) [d](a@b.org)',
      '<p><a href="http://x.org">a</a> <a href="http://x.org">b</a> [c](foo:bar) <a href="mailto:a@b.org">d</a></p>',
    ],
  ])('renders %s', (_, text, expected) => {
    expect(html(text).replaceAll(/>\n+(?=<)|(?<=<br>)\n|(?<=li>)\n/g, (between) => between.trim())).toBe(expected)
  })

  it('links a picture whose path leads to another host', () => {
    for (const path of ['..//evil.example/x.png', '%2e%2e//evil.example/x.png', './x.png', '1//x.png', '1\\\\x.png']) {
      expect(html(`[x](/user_uploads/${path})`)).not.toContain('<img')
    }
    expect(html('[x](/user_uploads/1/a/x.png)')).toContain('<img src="/user_uploads/1/a/x.png">')
  })

  it('starts no mention inside a word', () => {
    expect(html('a@**Ada Brandt** b#**general**')).not.toContain('<span')
    expect(html('(@**Ada Brandt**) "#**general**"')).toMatch(/user-mention.*class="stream"/)
  })

  it('has only silent mentions in lines with >', () => {
    const rendered = renderMarkdown('> @**Ada Brandt** @*crew*\n\nx', directory)
    expect(rendered.html).toContain('<span class="user-mention silent" data-user-id="9">Ada Brandt</span>')
    expect(rendered.mentionedUserIds.size + rendered.mentionedGroupIds.size).toBe(0)
  })

  it('writes out known languages, and keeps unknown ones as typed', () => {
    const language = (text: string) => /data-code-language="([^"]*)"/.exec(html(text))?.[1]
    expect(
      ['py', 'PY2', 'c++', 'tex', '{.rs}', 'klingon', ''].map((name) => language(`\`\`\`${name}\nx\n\`\`\``)),
    ).toEqual(['Python', 'Python 2.x', 'C++', 'TeX', 'Rust', 'klingon', undefined])
    const code = { ...directory, defaultCodeLanguage: () => 'Python' }
    expect(renderMarkdown('```\nx\n```', code).html).toContain('data-code-language="Python"')
    expect(renderMarkdown('    x', code).html).not.toContain('data-code-language')
  })

  it.each([
    ['lists', '* '.repeat(5000)],
    ['lists by indentation', Array.from({ length: 1000 }, (_, depth) => `${'  '.repeat(depth)}* a`).join('\n')],
    ['quotes', '>'.repeat(10_000)],
    ['quotes with fences', '```quote\n'.repeat(1000)],
    ['spoilers', '```spoiler a\n'.repeat(1000)],
    ['emphasis', '*a **b '.repeat(1500)],
    ['brackets', '[a]('.repeat(2500)],
    ['parentheses of an address', `https://a.example/${'('.repeat(9000)}`],
    ['hosts', 'a.'.repeat(5000)],
    ['tables', `|a|\n|-|\n${'|`'.repeat(4000)}`],
  ])('renders %s of any depth, and loses only marks', (_, text) => {
    expect(html(`${text}\n\nend`)).toContain('end')
  })

  it('highlights known languages and escapes all code', () => {
    expect(html('```js\nconst a = "<b>"\n```')).toContain('<span class="kd">const</span>')
    expect(html('```js\nconst a = "<b>"\n```')).not.toContain('<b>')
    expect(html('```nosuch\n<b>\n```')).toContain('&lt;b&gt;')
  })

  it('passes no HTML of the writer through', () => {
    for (const text of [
      '<script>x</script>',
      '<img src=x onerror=y>',
      '[a](javascript:x)',
      '![a](https://evil.example/x.png)',
      '<a href="x">y</a>',
      '[a](data:text/html,x)',
    ]) {
      expect(html(text)).not.toMatch(/<(script|img|a href="(javascript|data|x))/)
    }
  })

  it('has only silent mentions in quotes', () => {
    expect(renderMarkdown('```quote\n@**Ada Brandt** @**all**\n```', directory)).toMatchObject({
      mentionsEveryone: false,
    })
    expect(renderMarkdown('```quote\n@**Ada Brandt**\n```', directory).mentionedUserIds.size).toBe(0)
    expect(renderMarkdown('@_**Ada Brandt**', directory).mentionedUserIds.size).toBe(0)
    expect([...renderMarkdown('@**Ada Brandt**', directory).mentionedUserIds]).toEqual([9])
  })
})

describe('formulas', () => {
  const drawings = (text: string) => html(text).split('class="katex"').length - 1

  it('are rendered inline and as blocks', () => {
    expect(drawings('so $$a^2$$ and $$b^2$$\n```math\nc^2\n```')).toBe(3)
  })

  it('cannot define commands: a growing formula is shown as its source', () => {
    const bomb = `$$\\def\\a{${'x'.repeat(250)}}${'\\a'.repeat(190)}$$`
    expect(html(bomb)).toBe(`<p><span class="tex-error">${bomb}</span></p>`)
    expect(html(bomb.replace('\\def\\a', '\\newcommand{\\a}'))).toContain('class="tex-error"')
  })

  it('of one message have a bounded amount of HTML, beyond which they are shown as their source', () => {
    const many = html(Array.from({ length: 1600 }, (_, index) => `$$x_${index % 10}$$`).join(' ')) // all in 10 000 characters
    expect(many.length).toBeLessThan(200_000)
    expect(many).toContain('class="katex"')
    expect(many).toContain('<span class="tex-error">$$x_9$$</span>')
  })

  it.each([
    ['a matrix of a thousand columns', `\\begin{matrix}${'&'.repeat(1900)}\\end{matrix}`],
    ['roots in roots', `${'\\sqrt{'.repeat(280)}x${'}'.repeat(280)}`],
    ['braces in braces', `${'{'.repeat(5000)}x${'}'.repeat(5000)}`],
    ['a long one', 'x'.repeat(2001)],
  ])('are shown as their source if they are large: %s', (_, source) => {
    expect(drawings(`$$${source}$$`)).toBe(0)
    expect(html(`$$${source}$$`)).toContain('class="tex-error"')
  })
})
