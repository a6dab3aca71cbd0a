/** A range of a text, `end` exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** The character that stands in a line for a part that is not text: code, a link, a mention. */
export const opaque = '\uFFFC'

/** The surroundings of a text in its line. */
export interface Beside {
  /** Whether the line has emphasis, whose stars would pair with those of the text. */
  readonly hasStars: boolean
  /** Returns whether the text at an offset is emphasized. */
  readonly isEmphasized: (at: number) => boolean
  readonly hasTildes: boolean
  /** Whether a name of an emoji that only an organization has may become its picture. */
  readonly mayNameEmoji: boolean
  readonly isInTable: boolean
  /** Whether the text is that of a link, in which an address does not become a link. */
  readonly isInLink?: boolean
}

/** The length above which a range is broken at its first mark, so that no whole sentence becomes code. */
const longestWhole = 40

/**
 * Returns the ranges of a line's text that a server of the family would take for markup. The family has no escapes, so
 * these ranges are written as code. A bare address is not a range, because it binds more tightly than its content.
 */
export function markRanges(line: string, beside: Beside): Range[] {
  const text = line.replaceAll(/(?<![^\s'"(,:<])https?:\/\/[^\s\uFFFC`]+/g, (address) => 'x'.repeat(address.length))
  /** The text in which marks that bind more tightly than a link are looked for. */
  const tight = beside.isInLink === true ? line : text
  const ranges = [
    ...matches(tight, /[@#]_?\*{1,2}[^*\n]{1,100}\*{1,2}/g),
    ...starRanges(text, beside),
    ...tildeRanges(text, beside.hasTildes),
    ...dollarRanges(tight),
    ...linkRanges(text),
    ...emojiRanges(text, beside.mayNameEmoji),
    ...matches(tight, /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi),
    ...matches(tight, /<time:[^>\n]{1,60}>/g),
    // The family shows one of two backslashes before a backtick.
    ...matches(text, /(?<!\\)(?:\\\\)+`+/g),
    ...matches(text, /!time\([^)\n]{1,80}\)/g),
    ...(beside.isInTable ? matches(text, /\|/g) : []),
  ]
  return merged(ranges.map((range) => wholeWords(text, shortened(text, range))))
}

/** Returns the ranges of words with backticks. */
export function tickRanges(line: string): Range[] {
  return merged(matches(line, /`+/g).map((range) => wholeWords(line, range)))
}

function matches(text: string, pattern: RegExp): Range[] {
  return [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
}

/** Returns pairs of stars that would emphasize. `@**name**` and `#**stream**` are such pairs. */
function starRanges(text: string, { hasStars, isEmphasized }: Beside): Range[] {
  const runs = matches(text, /\*+/g)
  const isInk = (at: number) => /\S/.test(text[at] ?? ' ')
  if (hasStars) {
    return runs.filter(({ start, end }) => end - start > 1 || isInk(end) || isInk(start - 1) || isEmphasized(start))
  }
  const lastDouble = runs.findLastIndex(({ start, end }) => end - start > 1)
  const found: Range[] = []
  for (let index = 0; index < runs.length; index += 1) {
    const run = runs[index]
    if (run === undefined) break
    let next = index + 1
    if (run.end - run.start > 1 && lastDouble > index) {
      while (next < lastDouble && (runs[next]?.end ?? 0) - (runs[next]?.start ?? 0) < 2) next += 1
    } else if (!isInk(run.end) || !isInk((runs[next]?.start ?? 0) - 1)) {
      // A run of more than four stars pairs with itself.
      if (run.end - run.start > 4) found.push(run)
      continue
    }
    found.push({ start: run.start, end: runs[next]?.end ?? run.end })
    index = next
  }
  return found.filter(({ start, end }) => text.slice(start, end).replaceAll('*', '') !== '' || end - start > 4)
}

function tildeRanges(text: string, isBesideTildes: boolean): Range[] {
  const runs = matches(text, /~+/g)
  if (isBesideTildes) return runs
  return pairs(runs.filter(({ start, end }) => end - start === 2))
}

function dollarRanges(text: string): Range[] {
  return pairs(matches(text, /\$\$+/g))
}

function pairs(runs: readonly Range[]): Range[] {
  const found: Range[] = []
  for (let index = 0; index + 1 < runs.length; index += 2) {
    found.push({ start: runs[index]?.start ?? 0, end: runs[index + 1]?.end ?? 0 })
  }
  return found
}

/** Returns the ranges of `[words](address)`, whose parts may be in several lines. */
function linkRanges(text: string): Range[] {
  const found: Range[] = []
  for (const { index: middle } of text.matchAll(/\]\(/g)) {
    // The text of a link is short, so the search for its start is limited.
    const after = Math.max(found.at(-1)?.end ?? 0, middle - 1_000)
    const start = text.slice(after, middle).lastIndexOf('[')
    const end = text.slice(middle, middle + 1_000).indexOf(')')
    found.push({ start: start < 0 ? middle : after + start, end: middle + (end < 0 ? 2 : end + 1) })
  }
  return found
}

/** Returns the ranges of `:name:`. A number between colons is a time or an address, except for a few names of emoji. */
function emojiRanges(text: string, mayNameEmoji: boolean): Range[] {
  if (!mayNameEmoji) return []
  return [...text.matchAll(/:(?=([a-z0-9_+-]{1,80}):)/gi)]
    .filter(([, name = '']) => /[a-z]/i.test(name) || /^(?:100|1234|[+-]1)$/.test(name))
    .map(({ index, 1: name = '' }) => ({ start: index, end: index + name.length + 2 }))
}

/** Shortens a range that is long or contains a part that is not text to its first word. */
function shortened(text: string, { start, end }: Range): Range {
  const range = text.slice(start, end)
  if (range.length <= longestWhole && !range.includes(opaque)) return { start, end }
  const [first = ''] = /^[^\s\uFFFC]+/.exec(range) ?? []
  return { start, end: start + first.length }
}

/** Extends a range to the ends of its first and last word, without the punctuation around them. */
function wholeWords(text: string, range: Range): Range {
  let { start, end } = range
  while (start > 0 && /[^\s\uFFFC()[\]{}"'“”‘’,;<>|]/.test(text[start - 1] ?? ' ')) start -= 1
  while (end < text.length && /[\p{L}\p{N}\p{M}_\\/@#*~$^=+:.`-]/u.test(text[end] ?? ' ')) end += 1
  while (end > range.end && /[.:]/.test(text[end - 1] ?? '')) end -= 1
  return { start, end }
}

function merged(ranges: readonly Range[]): Range[] {
  const all: Range[] = []
  for (const range of [...ranges].sort((one, other) => one.start - other.start)) {
    const last = all.at(-1)
    if (last !== undefined && range.start <= last.end) {
      all[all.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
    } else all.push(range)
  }
  return all
}
