/** The filters of a search, by the names under which they can be written. */
const filterNames = {
  sender: 'sender',
  from: 'sender',
  stream: 'stream',
  channel: 'stream',
  in: 'stream',
  topic: 'topic',
  dm: 'dm',
  'pm-with': 'dm',
  with: 'with',
  'dm-including': 'with',
  has: 'has',
  is: 'is',
  before: 'before',
  after: 'after',
  on: 'on',
} as const

export type SearchFilter = (typeof filterNames)[keyof typeof filterNames]

/** A part of a search. */
export type SearchTerm = {
  /** Whether matching messages are excluded: the term has a minus before it. */
  readonly isNegated: boolean
  /** The term as typed, with its minus. */
  readonly written: string
  /** Offsets in the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
} & (
  | { readonly kind: 'filter'; readonly filter: SearchFilter; readonly operand: string }
  /** `text` does not contain the quotation marks. */
  | { readonly kind: 'words'; readonly text: string; readonly isQuoted: boolean }
)

/** A minus before a word excludes; two are part of the word, as in `--verbose`. */
const termPattern = /(-(?=[^\s-]))?(?:([a-z]+(?:-[a-z]+)?):(?:"((?:[^"\\]|\\.)*)"?|([^\s"]+))|"([^"]*)"?|[^\s"]+)/giu

/**
 * Splits a search into words, "quoted phrases" and filters such as `sender:ada`, `-stream:"arm firmware"`. In the
 * quoted text of a filter a backslash escapes the next character. A colon without a known filter before it is part of
 * the words.
 */
export function searchTerms(text: string): SearchTerm[] {
  return [...text.matchAll(termPattern)].map((match) => {
    const [written, minus, name, quotedOperand, operand, quoted] = match
    const place = { isNegated: minus !== undefined, written, start: match.index, end: match.index + written.length }
    const filter = name === undefined ? undefined : filterNamed(name)
    if (filter !== undefined) {
      const value = quotedOperand?.replaceAll(/\\(.)/gu, '$1') ?? operand ?? ''
      return { ...place, kind: 'filter', filter, operand: value }
    }
    const isQuoted = quoted !== undefined
    return { ...place, kind: 'words', text: quoted ?? written.slice(minus?.length ?? 0), isQuoted }
  })
}

/** The filter of a name, case-insensitively; undefined if there is none. */
export function filterNamed(name: string): SearchFilter | undefined {
  const names: Readonly<Record<string, SearchFilter>> = filterNames
  const lower = name.toLowerCase()
  return Object.hasOwn(names, lower) ? names[lower] : undefined
}

/**
 * A filter as it is written in a search.
 * @param name one of the names of the filter
 */
export function filterText(filter: SearchFilter, operand: string, isNegated = false, name: string = filter): string {
  const isPlain = /^[^\s"\\]+$/u.test(operand)
  const written = isPlain ? operand : `"${operand.replaceAll(/["\\]/gu, String.raw`\$&`)}"`
  return `${isNegated ? '-' : ''}${name}:${written}`
}

/** A name with the id of its entity, since names need not be unique. */
export function nameWithId(name: string, id: number): string {
  return `${name}|${id}`
}

/** Splits the result of `nameWithId`; null for other texts. */
export function splitName(operand: string): { readonly name: string; readonly id: number } | null {
  const [, name = '', id = ''] = /^(.*)\|(\d{1,15})$/su.exec(operand.trim()) ?? []
  return id === '' ? null : { name, id: Number(id) }
}
