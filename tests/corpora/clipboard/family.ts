import type { ClipboardEntry } from './entry.ts'

const emoji = (name: string, code: string) =>
  `<span aria-label="${name}" class="emoji emoji-${code}" role="img" title="${name}">:${name}:</span>`

/** Messages of Skein and of other clients of the family. */
export const family: readonly ClipboardEntry[] = [
  {
    name: 'A message with mentions, a stream, a topic and emoji',
    html: `<p><span class="user-mention me" data-user-id="9">@Ada Brandt</span>, <span class="user-mention silent" data-user-id="9">Ada Brandt</span>, <span class="user-group-mention" data-user-group-id="12">@crew</span>, <span class="user-mention" data-user-id="*">@all</span> <a class="stream" data-stream-id="5" href="https://x.example/#narrow/stream/5-general">#general</a> <a class="stream-topic" data-stream-id="5" href="/#narrow/stream/5-general/topic/lunch">#general &gt; lunch</a> ${emoji('tada', '1f389')} <img alt=":party_parrot:" class="emoji" src="/x.png" title="party parrot"></p>`,
    markdown:
      '@**Ada Brandt|9**, @_**Ada Brandt|9**, @*crew*, @**all** #**general** #**general>lunch** :tada: :party_parrot:',
    words: '@Ada Brandt, Ada Brandt, @crew, @all #general #general > lunch 🎉 :party_parrot:',
    has: { '.user-mention': 3, '.user-group-mention': 1, '.stream': 1, '.stream-topic': 1, '.emoji': 2 },
  },
  {
    name: 'A message with names that its organization does not know',
    html: '<p><span class="user-mention" data-user-id="x">@Eve</span> <span class="user-mention" data-user-id="*">@Mallory</span> <b>now</b></p>',
    markdown: '@Eve @Mallory **now**',
    has: { '.user-mention': 0 },
  },
  {
    name: 'A message with a time as this program copies it, and a time of a page',
    html: '<p><time class="message-time" datetime="2024-01-31T09:00:00Z">Wednesday</time> <time datetime="2024-01-31T09:00:00Z">yesterday</time></p>',
    markdown: '<time:2024-01-31T09:00:00Z> yesterday',
    words: 'Wednesday, 31 January 2024 at 09:00 yesterday',
    has: { time: 1 },
  },
  {
    name: 'A message with highlighted code and a quotation of it',
    html: '<blockquote><p>said</p><div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="k">if</span> x:\n    y()\n</code></pre></div></blockquote><p>yes</p>',
    markdown: '````quote\nsaid\n\n```python\nif x:\n    y()\n```\n````\n\nyes',
    words: 'said\nif x: y()\nyes',
    has: { blockquote: 1, 'blockquote pre': 1 },
  },
  {
    name: 'A message with a spoiler',
    html: '<div class="spoiler-block"><div class="spoiler-header"><p>The <em>end</em></p></div><div class="spoiler-content" aria-hidden="true"><p>He <strong>lives</strong></p><ul><li>ever</li></ul></div></div>',
    markdown: '```spoiler The *end*\nHe **lives**\n\n- ever\n```',
    words: 'The end\nHe lives\never',
    has: { '.spoiler-block': 1, '.spoiler-header em': 1, '.spoiler-content li': 1 },
  },
  {
    name: 'A message with a formula of this program, once',
    html: '<p>So <span class="tex-drawn" data-tex="x^2"><span class="katex"><span class="katex-html">x2</span></span></span> and <span data-tex="y">$$y$$</span></p><p><span class="tex-drawn tex-display" data-tex="z = 1"><span class="katex-display">z=1</span></span></p>',
    markdown: 'So $$x^2$$ and $$y$$\n\n```math\nz = 1\n```',
    words: 'So x^2 and y\nz = 1',
    has: { '.katex': 3, '.katex-display': 1 },
  },
  {
    name: 'A message with a table, and bars in its cells',
    html: '<table><thead><tr><th>a|b</th><th>c</th></tr></thead><tbody><tr><td><code>x|y</code></td><td>*z*</td></tr></tbody></table>',
    markdown: '| `a|b` | c |\n| --- | --- |\n| `x|y` | `*z*` |',
    has: { table: 1, th: 2, td: 2, em: 0 },
  },
  {
    name: 'A message with loose items and a list of the other kind inside',
    html: '<ol start="3"><li><p>one</p><p>more</p></li><li><p>two</p><ul><li>in</li></ul></li></ol>',
    markdown: '3. one\n\n  more\n\n4. two\n  - in',
    words: 'one\nmore\ntwo\nin',
    has: { 'ol[start="3"]': 1, 'ol > li': 2, 'ol ul': 1 },
  },
]
