import type { ClipboardEntry } from './entry.ts'

/** Pages of a browser, GitHub, Slack and other chats. */
export const pages: readonly ClipboardEntry[] = [
  {
    name: 'A page: names with underscores, brackets, a path and a year',
    html: '<p><b>Note</b>: use my_var_name [1] in C:\\Users\\me</p><p>1986. A year</p>',
    markdown: '**Note**: use my_var_name [1] in C:\\Users\\me\n\n  1986. A year',
    has: { strong: 1, ol: 0, p: 2 },
  },
  {
    name: 'A page: words that look like mentions, streams, emoji, times and formulas',
    html: '<p><i>Mind</i> @**all**, @_**Ada Brandt|9**, @*crew*, #**general**, :tada:, &lt;time:2024-01-31T10:00:00Z&gt;, !time(now), $$x$$</p>',
    markdown:
      '*Mind* `@**all**`, `@_**Ada Brandt|9**`, `@*crew*`, `#**general**`, `:tada:`, `<time:2024-01-31T10:00:00Z>`, `!time(now)`, `$$x$$`',
    has: { em: 1, '.user-mention': 0, '.user-group-mention': 0, '.stream': 0, '.emoji': 0, time: 0, '.katex': 0 },
  },
  {
    name: 'A page: bold words after an at sign and a hash',
    html: '<p>Ask @<b>all</b> or @_<strong>Ada Brandt</strong> in #<b>general</b>, <b>now</b></p>',
    markdown: 'Ask @all or @_Ada Brandt in #general, **now**',
    has: { '.user-mention': 0, '.stream': 0, strong: 1 },
  },
  {
    name: 'A page: references to characters as text',
    html: '<p>Write <b>&amp;amp;amp;</b> or &amp;lt;b&amp;gt; &amp;#42;</p>',
    markdown: 'Write **`&amp;amp`;** or `&lt;b&gt;` `&#42;`',
    words: 'Write &amp;amp; or &lt;b&gt; &#42;',
    has: { 'strong code': 1 },
  },
  {
    name: 'A page: lines that begin like markup',
    html: '<p><b>x</b><br>- a<br>+ b<br>3. c<br># d<br>&gt; e<br>---<br>```<br>~~~</p>',
    markdown: '**x**\n\n  - a\n  + b\n\n  3. c\n  # d\n`>` e\n`---`\n` ``` `\n`~~~`',
    words: 'x\n- a\n+ b\n3. c\n# d\n> e\n---\n```\n~~~',
    has: { ul: 0, ol: 0, h1: 0, blockquote: 0, hr: 0, pre: 0 },
  },
  {
    name: 'A page: a line of bars and dashes below bars',
    html: '<p><b>a</b> | b<br>--- | ---<br>1 | 2</p>',
    markdown: '**a** | b\n`--- | ---`\n1 | 2',
    has: { table: 0 },
  },
  {
    name: 'A page: marks at the beginning of items',
    html: '<ul><li>- dash</li><li># sharp</li><li>&gt; more</li><li>2. two</li></ul>',
    markdown: '- `-` dash\n- `#` sharp\n- `>` more\n- `2.` two',
    has: { ul: 1, li: 4, h1: 0, blockquote: 0 },
  },
  {
    name: 'A page: commands at the beginning',
    html: '<p>/me <b>waves</b></p>',
    markdown: '`/me` **waves**',
    has: { code: 1 },
  },
  {
    name: 'A page: addresses with parentheses, brackets and blanks',
    html: '<p><a href="https://en.wikipedia.org/wiki/Fence_(computing)">Fence</a> <a href="https://x.example/a[1]?b=c d">[b]</a> <a href="https://x.example/(">open</a></p>',
    markdown:
      '[Fence](https://en.wikipedia.org/wiki/Fence_%28computing%29) [[b]](https://x.example/a[1]?b=c%20d) [open](https://x.example/%28)',
    has: { a: 3 },
  },
  {
    name: 'A page: the words of a link with a bracket alone, and with code and bold words',
    html: '<p><a href="https://x.example/1">a] b</a> <a href="https://x.example/2"><code>f(x)</code> and <b>more</b></a></p>',
    markdown: '[`a]` b](https://x.example/1) [`f(x)` and more](https://x.example/2)',
    has: { a: 2, 'a code': 2, strong: 0 },
  },
  {
    name: 'A page: bare addresses, one at the end of a sentence and one with stars',
    html: '<p>See <a href="https://x.example/a_b_c">https://x.example/a_b_c</a>. <b>Or</b> https://x.example/*a*</p>',
    markdown: 'See https://x.example/a_b_c. **Or** https://x.example/*a*',
    has: { a: 2, em: 0 },
  },
  {
    name: 'A page: addresses that lead nowhere else, or run something',
    html: '<p><a href="#top">top</a> <a href="/about">about</a> <a href="javascript:alert(1)">run</a> <a href="mailto:a@x.example">a@x.example</a> <a href="tel:+123">call</a></p>',
    markdown: 'top about run a@x.example [call](tel:+123)',
    has: { a: 2 },
  },
  {
    name: 'A page: bold words around a link, and half of it',
    html: '<p><b>see <a href="https://x.example/">here</a></b> <a href="https://x.example/2">half <b>bold</b></a></p>',
    markdown: '**see [here](https://x.example/)** [half bold](https://x.example/2)',
    has: { 'strong a': 1, strong: 1 },
  },
  {
    name: 'A page: blanks at the edges of bold words, and words in both forms',
    html: '<p>a<b> b </b>c <i>d<b>e</b></i> <b><i>f</i></b> <i>g <b>h</b> i</i> <b>j <i>k</i> l</b></p>',
    markdown: 'a **b** c d**e** ***f*** *g **h** i* **j *k* l**',
    words: 'a b c de f g h i j k l',
    has: { strong: 5, em: 3 },
  },
  {
    name: 'A page: bold words over two lines',
    html: '<p><b>one<br>two</b></p>',
    markdown: '**one**\n**two**',
    has: { strong: 2, br: 1 },
  },
  {
    name: 'A page: stars and tildes in words with a form',
    html: '<p><b>5 * 3</b> <i>x^2</i> <i>a*b</i> <s>a ~ b</s></p>',
    markdown: '**5 `*` 3** x^2 *`a*b`* ~~a `~` b~~',
    has: { strong: 1, em: 1, del: 1 },
  },
  {
    name: 'A page: a quote of paragraphs, and one with a list',
    html: '<blockquote><p>one</p><p>two</p></blockquote><p>and</p><blockquote><ul><li>a</li></ul><pre>b</pre></blockquote>',
    markdown: '> one\n>\n> two\n\nand\n\n````quote\n- a\n\n```\nb\n```\n````',
    // Code at the end of a fenced quote has empty paragraphs around it.
    has: { blockquote: 2, 'blockquote p:not(:empty)': 2, 'blockquote li': 1, 'blockquote pre': 1 },
  },
  {
    name: 'A page: a heading inside of a link, a line, and hidden words',
    html: '<a href="https://x.example/"><h2>Title</h2></a><hr><p style="display:none">hidden</p><p>end</p><script>x</script>',
    markdown: '## [Title](https://x.example/)\n\n---\n\nend',
    words: 'Title\nend',
    has: { h2: 1, hr: 1 },
  },
  {
    name: 'Wikipedia: a formula in a line',
    html: '<p>The <b>area</b> is <span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none;"><math alttext="{\\displaystyle \\pi r^{2}}"><semantics><annotation encoding="application/x-tex">{\\displaystyle \\pi r^{2}}</annotation></semantics></math></span><img src="https://wikimedia.org/x.svg" class="mwe-math-fallback-image-inline" alt="{\\displaystyle \\pi r^{2}}"></span>.</p>',
    markdown: 'The **area** is $$\\pi r^{2}$$.',
    words: 'The area is \\pi r^{2}.',
    has: { '.katex': 1 },
  },
  {
    name: 'A page with KaTeX: a formula in a line and one by itself',
    html: '<p>If <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base">x2</span></span></span> then</p><span class="katex-display"><span class="katex"><math><semantics><annotation encoding="application/x-tex">y = 1</annotation></semantics></math></span></span>',
    markdown: 'If $$x^2$$ then\n\n```math\ny = 1\n```',
    words: 'If x^2 then\ny = 1',
    has: { '.katex': 2, '.katex-display': 1 },
  },
  {
    name: 'GitHub: a list of tasks',
    html: '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" checked> done</li><li class="task-list-item"><input type="checkbox"> open</li></ul>',
    markdown: '- [x] done\n- [ ] open',
    words: '[x] done\n[ ] open',
    has: { ul: 1, li: 2 },
  },
  {
    name: 'GitHub: a comment with a user, an issue and an emoji',
    html: '<p dir="auto"><a class="user-mention notranslate" data-hovercard-type="user" href="https://github.com/ada">@ada</a> see <a class="issue-link" href="https://github.com/a/b/issues/1">#1</a> <g-emoji class="g-emoji">ok</g-emoji></p>',
    markdown: '[@ada](https://github.com/ada) see [#1](https://github.com/a/b/issues/1) ok',
    has: { a: 2, '.user-mention': 0 },
  },
  {
    name: 'Slack: a message in all its forms',
    html: '<meta charset="utf-8"><span><b data-stringify-type="bold">bold</b><span class="c-mrkdwn__br" data-stringify-type="paragraph-break"></span><code data-stringify-type="code" class="c-mrkdwn__code">a_b</code> <img class="c-emoji" data-stringify-type="emoji" data-stringify-emoji=":tada:" alt=":tada:"></span>',
    markdown: '**bold**\n\n`a_b` :tada:',
    words: 'bold\na_b 🎉',
    has: { strong: 1, code: 1, '.emoji': 1 },
  },
  {
    name: 'Slack: lists beside each other by their depth',
    html: '<ul data-stringify-type="unordered-list" data-indent="0"><li>a</li></ul><ul data-stringify-type="unordered-list" data-indent="1"><li>b</li><li>c</li></ul><ul data-stringify-type="unordered-list" data-indent="2"><li>d</li></ul>',
    markdown: '- a\n  - b\n  - c\n    - d',
    has: { ul: 3, li: 4 },
  },
  {
    name: 'Slack: a quote and a block of code',
    html: '<blockquote data-stringify-type="quote" class="c-mrkdwn__quote">said</blockquote><pre data-stringify-type="pre" class="c-mrkdwn__pre">x = *y</pre>',
    markdown: '> said\n\n```\nx = *y\n```',
    has: { blockquote: 1, pre: 1 },
  },
  {
    name: 'Teams and Discord: spans whose line breaks are text',
    html: '<span style="white-space: pre-wrap; font-family: Whitney">one\n<strong>two</strong>\nthree</span>',
    markdown: 'one\n**two**\nthree',
    has: { br: 2, strong: 1 },
  },
  {
    name: 'A page: words without any form',
    html: '<meta charset="utf-8"><span style="color: rgb(0, 0, 0); font-weight: 400;">**not** bold</span>',
    markdown: null,
  },
  {
    name: 'A page: a picture with words, and one that is an emoji',
    html: '<p><b>Look</b> <img src="https://x.example/a.png" alt="a cat"> <img alt="🎉" class="an1" data-emoji="🎉"></p>',
    markdown: '**Look** a cat 🎉',
    words: 'Look a cat 🎉',
    has: { 'img[src]': 0 },
  },
]
