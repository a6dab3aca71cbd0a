import { describe, expect, it } from 'vitest'
import { markWords } from '#renderer/parts/content/word-marks.ts'
import { AlertWords } from '#shared/alert-words.ts'

const words = new AlertWords(['deploy', 'Tom & Jerry', 'a < b', 'amp', 'span'])
const marked = (html: string) =>
  markWords(html, words, 'alert-word').replaceAll('<mark class="alert-word">', '[').replaceAll('</mark>', ']')

describe('marks of alert words', () => {
  it.each([
    ['in text', '<p>We deploy <b>Deploy</b> now</p>', '<p>We [deploy] <b>[Deploy]</b> now</p>'],
    [
      'in the text of a link, not in its address',
      '<p><a href="https://x/deploy" title="deploy">deploy it</a></p>',
      '<p><a href="https://x/deploy" title="deploy">[deploy] it</a></p>',
    ],
    [
      'in both parts of a spoiler',
      '<div class="spoiler-block"><div class="spoiler-header"><p>deploy</p></div><div class="spoiler-content"><p>deploy</p></div></div>',
      '<div class="spoiler-block"><div class="spoiler-header"><p>[deploy]</p></div><div class="spoiler-content"><p>[deploy]</p></div></div>',
    ],
    ['not in code', '<p><code>deploy</code> deploy</p>', '<p><code>deploy</code> [deploy]</p>'],
    [
      'not in a block of code, whatever it contains',
      '<pre><span class="k">deploy</span><br>deploy</pre><p>deploy</p>',
      '<pre><span class="k">deploy</span><br>deploy</pre><p>[deploy]</p>',
    ],
    [
      'not in a mention',
      '<p><span class="user-mention me" data-user-id="3">@deploy</span> deploy</p>',
      '<p><span class="user-mention me" data-user-id="3">@deploy</span> [deploy]</p>',
    ],
    ['not in a formula', '<p><span class="tex">deploy</span></p>', '<p><span class="tex">deploy</span></p>'],
    [
      'not in emoji, times and the actor',
      '<p><bdi class="actor">deploy</bdi><span class="emoji emoji-1f680">deploy</span><time>deploy</time></p>',
      '<p><bdi class="actor">deploy</bdi><span class="emoji emoji-1f680">deploy</span><time>deploy</time></p>',
    ],
    [
      'in an element whose class only begins like one of those',
      '<p class="texts">deploy</p>',
      '<p class="texts">[deploy]</p>',
    ],
    ['beyond a picture', '<p><img alt="deploy" src="/x">deploy</p>', '<p><img alt="deploy" src="/x">[deploy]</p>'],
    [
      'with escaped characters, which stay escaped',
      '<p>Tom &amp; Jerry: a &lt; b &amp;lt; &nbsp;deploy &gt;</p>',
      '<p>[Tom &amp; Jerry]: [a &lt; b] &amp;lt; &nbsp;[deploy] &gt;</p>',
    ],
    ['not in the reference to a character', '<p>&amp; &amp;amp;</p>', '<p>&amp; &amp;[amp];</p>'],
    [
      'not in an attribute with a text like a tag',
      '<p><a title="> deploy <span>" href="#">x</a></p>',
      '<p><a title="> deploy <span>" href="#">x</a></p>',
    ],
    ['not in the names of tags', '<p><span>x</span></p>', '<p><span>x</span></p>'],
  ])('appear %s', (_name, html, expected) => {
    expect(marked(html)).toBe(expected)
  })

  it('are none without words, or if the word was removed', () => {
    expect(markWords('<p>deploy</p>', new AlertWords([]), 'alert-word')).toBe('<p>deploy</p>')
    expect(markWords('<p>deploy</p>', new AlertWords(['other']), 'alert-word')).toBe('<p>deploy</p>')
  })

  it('do not change the text: it is the original without the marks', () => {
    const html = '<p>deploy &amp; <a href="/x">Tom &amp; Jerry</a> &nbsp;x</p>'
    expect(marked(html).replaceAll(/[[\]]/g, '')).toBe(html)
  })
})
