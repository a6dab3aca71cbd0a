import hljs from 'highlight.js/lib/common'

/** highlight.js scopes → the Pygments classes that clients style (wire-protocol.md §2.14). */
const pygments: Readonly<Record<string, string>> = {
  'hljs-keyword': 'k',
  'hljs-literal': 'kc',
  'hljs-type': 'kt',
  'hljs-built_in': 'nb',
  'hljs-string': 's',
  'hljs-regexp': 'sr',
  'hljs-number': 'm',
  'hljs-comment': 'c1',
  'hljs-meta': 'cp',
  'hljs-title': 'nf',
  'hljs-attr': 'na',
  'hljs-attribute': 'na',
  'hljs-name': 'nt',
  'hljs-variable': 'nv',
  'hljs-symbol': 'ss',
  'hljs-operator': 'o',
  'hljs-params': 'n',
  'hljs-property': 'n',
  'hljs-addition': 'gi',
  'hljs-deletion': 'gd',
}

/** Escaped, highlighted HTML of `code`; an unknown language gives undefined. */
export function highlight(code: string, language: string): string | undefined {
  if (!hljs.getLanguage(language)) return undefined
  const html = hljs.highlight(code, { language, ignoreIllegals: true }).value
  return html.replaceAll(/<span class="([^"]+)">/g, (_, scope: string) => {
    const [first = ''] = scope.split(' ')
    return `<span class="${pygments[first] ?? 'n'}">`
  })
}
