import { describe, expect, it } from 'vitest'
import { linkifyWith } from '../../../server/markdown/linkifiers.ts'
import { renderMarkdown, type Directory } from '../../../server/markdown/render.ts'

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
    ['@**ada brandt|9**', '<p><span class="user-mention" data-user-id="9">@Ada Brandt</span></p>'],
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
  ])('%s', (text, expected) => {
    expect(html(text)).toBe(expected)
  })

  it('highlights known languages and escapes all code', () => {
    expect(html('```js\nconst a = "<b>"\n```')).toContain('<span class="k">const</span>')
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

  it('a quoted mention alerts nobody, a silent one neither', () => {
    expect(renderMarkdown('```quote\n@**Ada Brandt** @**all**\n```', directory)).toMatchObject({
      mentionsEveryone: false,
    })
    expect(renderMarkdown('```quote\n@**Ada Brandt**\n```', directory).mentionedUserIds.size).toBe(0)
    expect(renderMarkdown('@_**Ada Brandt**', directory).mentionedUserIds.size).toBe(0)
    expect([...renderMarkdown('@**Ada Brandt**', directory).mentionedUserIds]).toEqual([9])
  })
})
