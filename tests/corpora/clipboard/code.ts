import type { ClipboardEntry } from './entry.ts'

/** Code editors, terminals, and code in pages. */
export const code: readonly ClipboardEntry[] = [
  {
    name: 'VS Code: coloured lines',
    html: '<meta charset=\'utf-8\'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Consolas, \'Courier New\', monospace;font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;"><div><span style="color: #569cd6;">const</span><span style="color: #d4d4d4;"> a = b * c * d</span></div><br><div><span style="color: #6a9955;">// two</span></div></div>',
    markdown: null,
  },
  {
    name: 'VS Code: a theme with bold and slanted words',
    html: '<div style="font-family: \'Droid Sans Mono\', monospace;white-space: pre;"><div><span style="font-weight: bold;">def</span> <span style="font-style: italic;">f</span>(*args, **kw):</div></div>',
    markdown: null,
  },
  {
    name: 'A JetBrains editor',
    html: '<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="background-color:#2b2b2b;color:#a9b7c6;font-family:\'JetBrains Mono\',monospace;font-size:9.8pt;"><span style="color:#cc7832;">def </span>f():<br></pre></body></html>',
    markdown: null,
  },
  {
    name: 'A text file in a browser',
    html: '<pre style="word-wrap: break-word; white-space: pre-wrap;"># Title\n\n**bold** already</pre>',
    markdown: null,
  },
  {
    name: 'A terminal that copies colours',
    html: '<div style=\'font-family: "DejaVu Sans Mono"; white-space: pre\'><span style="color:#00ff00">$ ls -l *</span><br>total 0</div>',
    markdown: null,
  },
  {
    name: 'GitHub: highlighted code with its language',
    html: '<p>Run:</p><div class="highlight highlight-source-js notranslate position-relative" dir="auto"><pre><span class="pl-k">const</span> <span class="pl-s1">a</span> <span class="pl-c1">=</span> `x`\n\nf(a)</pre><div class="zeroclipboard-container"><clipboard-copy><svg><title>copy</title></svg></clipboard-copy></div></div>',
    markdown: 'Run:\n\n```js\nconst a = `x`\n\nf(a)\n```',
    words: 'Run:\nconst a = `x` f(a)',
    has: { 'pre code': 1, p: 1 },
  },
  {
    name: 'Code with a fence in it',
    html: '<p><b>How</b></p><pre><code class="language-markdown">```js\na\n```</code></pre>',
    markdown: '**How**\n\n````markdown\n```js\na\n```\n````',
    words: 'How\n```js a ```',
    has: { pre: 1, blockquote: 0 },
  },
  {
    name: 'GitHub: lines of a file',
    html: '<table class="highlight"><tbody><tr><td id="L1" data-line-number="1"></td><td class="blob-code"><span>if (a)</span></td></tr><tr><td data-line-number="2"></td><td class="blob-code">  b()</td></tr></tbody></table>',
    markdown: '```\nif (a)\n  b()\n```',
    words: 'if (a) b()',
    has: { pre: 1, table: 0 },
  },
  {
    name: 'Code in a line with backticks in it',
    html: '<p>Use <code>`a` and ``b``</code> or <code>x</code><code>y</code></p>',
    markdown: 'Use ``` `a` and ``b`` ``` or `xy`',
    words: 'Use `a` and ``b`` or xy',
    has: { code: 2 },
  },
  {
    name: 'Code after a backslash',
    html: '<p>In C:\\<code>dir</code> <b>now</b></p>',
    markdown: 'In `C:\\dir` **now**',
    has: { code: 1 },
  },
  {
    name: 'Keys and what a program writes',
    html: '<p>Press <kbd>Ctrl</kbd>+<kbd>C</kbd>, it says <samp>a*b*c</samp></p>',
    markdown: 'Press `Ctrl`+`C`, it says `a*b*c`',
    has: { code: 3, em: 0 },
  },
  {
    name: 'Code in a numbered list, whose numbers go on',
    html: '<ol><li>Install<pre><code class="language-bash">npm i</code></pre></li><li>Start</li></ol>',
    markdown: '1. Install\n\n```bash\nnpm i\n```\n\n2. Start',
    has: { ol: 2, 'ol[start="2"]': 1, pre: 1 },
  },
  {
    name: 'Code in an inner item',
    html: '<ul><li>a<ul><li>b<pre>x\n  y</pre></li></ul></li></ul>',
    markdown: '- a\n  - b\n\n        x\n          y',
    words: 'a\nb\nx y',
    has: { ul: 2, pre: 1 },
  },
  {
    name: 'A page of documentation with hljs',
    html: '<h3>Use</h3><pre><code class="hljs language-python"><span class="hljs-keyword">import</span> os\n</code></pre>',
    markdown: '### Use\n\n```python\nimport os\n```',
    has: { h3: 1, pre: 1 },
  },
  {
    name: 'Code that people have set in paragraphs with signs of the family',
    html: '<p>Call <b>f</b>(*args, **kwargs) in __init__.py, `x` and 2**3**4</p>',
    markdown: 'Call **f**(`*args`, `**kwargs`) in __init__.py, `` `x` `` and `2**3**4`',
    words: 'Call f(*args, **kwargs) in __init__.py, `x` and 2**3**4',
    has: { strong: 1, em: 0 },
  },
]
