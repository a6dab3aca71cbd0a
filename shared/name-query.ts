/**
 * The form in which words of messages are compared: without case, diacritics and compatibility forms. The search index
 * on disk contains this form.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (/^[\0-\u007f]*$/.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
}

/** Letters that Unicode does not decompose, in lower case, with their plain spelling. */
const letters = [
  'ßss æae ǣae œoe ĳij þth ðd đd ɖd ɗd ȡd øo ɔo ɵo łl ƚl ɫl ɬl ɭl ħh ɦh ŧt ƭt ʈt ŋn ɲn ɳn ƞn ıi ɨi ɩi ȷj ɉj ĸk ƙk',
  'ƀb ɓb ƈc ȼc ɛe əe ǝe ɇe ƒf ǥg ɠg ƥp ɋq ɍr ɽr ʂs ȿs ʉu ʋv ⱳw ƴy ɏy ƶz ȥz ɀz ⱥa ⱡl ⱦt ꞥn',
  'ςσ ґг ғг қк ҡк ңн ҥн ҙз ҫс ҭт үу ұу һх ҳх ҷч ҹч әа өо ҕг ҝк ӏі',
].flatMap((row) => row.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)] as const))

/** Characters that names contain in several forms and keyboards type in one. */
const signs = Array.from('’‘ʼʻʿ´′‛ʹ＇').map((sign) => [sign, "'"] as const)
const dashes = Array.from('‐‑‒–—―−﹣－').map((sign) => [sign, '-'] as const)

/** The replacements of letters and signs for comparisons. */
export const plainLetters: ReadonlyMap<string, string> = new Map([...letters, ...signs, ...dashes])

/** Matches the letters and signs of `plainLetters`. */
const plainMarks = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g')

/** Marks of Latin, Greek, Cyrillic, Hebrew, Arabic and Thai, and characters without a width. */
const unheard =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u0e47-\u0e4e\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g

/**
 * The form in which names of people, groups, streams, topics and commands are compared: `foldText`, with plain letters
 * instead of those that do not decompose (“Łukasz” is “lukasz”), and with one apostrophe and one hyphen.
 */
export function foldName(name: string): string {
  const lower = name.toLowerCase()
  if (/^[\0-\u007f]*$/.test(lower)) return lower
  // A spacing acute accent decomposes to a space, so signs are replaced first and letters with diacritics last.
  const composed = withPlainMarks(lower).normalize('NFKD').replaceAll(unheard, '').normalize('NFC').toLowerCase()
  return withPlainMarks(composed)
}

function withPlainMarks(text: string): string {
  return text.replaceAll(plainMarks, (mark) => plainLetters.get(mark) ?? mark)
}

/** How well a name matches, best first: equal, prefix, substring, or near match. */
export type NameRank = 0 | 1 | 2 | 3

/** A search for names that contain every word of a text. Names are given as `foldName` makes them. */
export class NameQuery {
  /** The folded text with single spaces. */
  readonly text: string
  readonly words: readonly string[]

  /** Words beyond the first `mostWords` are ignored. */
  constructor(text: string, mostWords = Infinity) {
    this.words = foldName(text).split(/\s+/).filter(Boolean).slice(0, mostWords)
    this.text = this.words.join(' ')
  }

  get isEmpty(): boolean {
    return this.words.length === 0
  }

  matches(name: string): boolean {
    return this.words.every((word) => name.includes(word))
  }

  /** The rank of a matching name. */
  rank(name: string): NameRank {
    if (!name.startsWith(this.text)) return 2
    return name.length === this.text.length ? 0 : 1
  }
}
