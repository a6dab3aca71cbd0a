/**
 * highlight.js scopes → Pygments' short classes, which stock servers write and clients colour. All that this
 * server writes:
 *
 * | Classes | What |
 * |---|---|
 * | `k` `kc` `kd` `kn` `kt` `ow` | keyword; constant, declaration, import, type, operator that is a word |
 * | `s` `s1` `s2` `sb` `sd` `se` `si` `sr` `ss` | string; in ', in ", in backticks, documentation, escape, interpolation, regular expression, symbol |
 * | `mi` `mf` `mh` | number: whole, decimal, hexadecimal |
 * | `c1` `cm` `cp` | comment: line, block; preprocessor or other instruction |
 * | `n` `na` `nb` `bp` `nc` `nd` `nf` `nn` `no` `nt` `nv` | name; attribute, built-in, `this`, class, pseudo-class, function, namespace, constant, tag, variable |
 * | `o` `p` | operator, punctuation |
 * | `gd` `ge` `gh` `gi` `gp` `gs` | of documents: deleted, emphasised, heading, inserted, prompt, strong |
 */
const classes: Readonly<Record<string, string>> = {
  addition: 'gi',
  attr: 'na',
  attribute: 'na',
  built_in: 'nb',
  bullet: 'k',
  'char escape_': 'se',
  code: 'sb',
  deletion: 'gd',
  doctag: 'sd',
  emphasis: 'ge',
  formula: 'mi',
  link: 'na',
  literal: 'kc',
  meta: 'cp',
  'meta prompt_': 'gp',
  name: 'nt',
  operator: 'o',
  punctuation: 'p',
  quote: 'cm',
  regexp: 'sr',
  section: 'gh',
  'selector-attr': 'na',
  'selector-class': 'nc',
  'selector-id': 'nn',
  'selector-pseudo': 'nd',
  'selector-tag': 'nt',
  strong: 'gs',
  subst: 'si',
  symbol: 'ss',
  'template-tag': 'cp',
  'template-variable': 'nv',
  title: 'nf',
  'title class_': 'nc',
  'title class_ inherited__': 'nc',
  'title function_': 'nf',
  'title function_ invoke__': 'nf',
  type: 'kt',
  variable: 'nv',
  'variable constant_': 'no',
  'variable language_': 'bp',
}

const imports = new Set(['import', 'from', 'package', 'namespace', 'using', 'require', 'use'])
const declarations = new Set(['const', 'let', 'var', 'function', 'public', 'private', 'protected', 'static', 'final'])
const wordOperators = new Set(['and', 'or', 'not', 'in', 'is', 'instanceof', 'typeof'])

/** The class of a span of code, by its scope (`hljs-title function_`) and its first, escaped text. */
export function pygmentsClass(scope: string, text: string): string {
  const name = scope.replace(/^hljs-/, '')
  switch (name) {
    case 'keyword':
      return keywordClass(text)
    case 'number':
      return /^0x/i.test(text) ? 'mh' : /^[\d_]+$/.test(text) ? 'mi' : 'mf'
    case 'string':
      return text.startsWith('"') ? 's2' : text.startsWith("'") ? 's1' : text.startsWith('`') ? 'sb' : 's'
    case 'comment':
      return text.startsWith('/*') ? 'cm' : 'c1'
    default:
      return classes[name] ?? classes[name.split(' ')[0] ?? ''] ?? 'n'
  }
}

function keywordClass(word: string): string {
  if (imports.has(word)) return 'kn'
  if (declarations.has(word)) return 'kd'
  return wordOperators.has(word) ? 'ow' : 'k'
}
