import { bareLinks } from '#shared/content/bare-links.ts'
import { emphasisOf, taken, type Span } from './emphasis.ts'
import { linkAt, type LinkSource } from './links.ts'
import { JoinedLines, type SourceLine } from './source-line.ts'
import { part, type NodeName, type SyntaxPart } from './syntax-node.ts'

/** The names that the organization has. A name of a kind whose function is missing counts as known. */
export interface KnownNames {
  readonly hasEmoji?: (name: string) => boolean
  readonly hasPerson?: (name: string, id: number | undefined) => boolean
  readonly hasGroup?: (name: string) => boolean
  readonly hasStream?: (name: string) => boolean
  /** Returns whether a name mentions many people at once. Newer servers have more such names. */
  readonly hasWildcard?: (name: string) => boolean
}

/** The greatest length of a name in a mention or link, in UTF-16 units. */
const longest = 260
const wildcards = new Set(['all', 'everyone', 'stream', 'channel', 'topic'])
const beforeMention = /[\s'"({[/<]/

/** The characters with which an atom begins, except for addresses. */
const beginnings = new Set(Array.from('`@#$<:[', (character) => character.charCodeAt(0)))

/** A form within a line that binds more tightly than emphasis, with its end. */
interface Atom {
  readonly end: number
  readonly part: () => SyntaxPart | null
}

/** Reads the forms within the lines of a paragraph, a heading or a cell. */
export function readInline(lines: readonly SourceLine[], names: KnownNames): SyntaxPart[] {
  const joined = new JoinedLines(lines)
  return new InlineReader(joined, names).read(0, joined.text.length)
}

class InlineReader {
  readonly #text: string
  readonly #joined: JoinedLines
  readonly #names: KnownNames
  readonly #bare: ReadonlyMap<number, number>
  readonly #atoms = new Map<number, Atom | null>()
  #brackets: ReadonlyMap<number, number> | null = null
  #runs: ReadonlyMap<number, readonly number[]> | null = null
  #spans: ReadonlyMap<number, Span> | null = null

  constructor(joined: JoinedLines, names: KnownNames) {
    this.#joined = joined
    this.#text = joined.text
    this.#names = names
    this.#bare = new Map([...bareLinks(joined.text)].map(({ start, end }) => [start, end]))
  }

  read(from: number, to: number): SyntaxPart[] {
    const parts: SyntaxPart[] = []
    for (let at = from; at < to;) {
      const atom = this.#atomAt(at)
      if (atom !== null && atom.end <= to) {
        const made = atom.part()
        if (made !== null) parts.push(made)
        at = atom.end
        continue
      }
      const span = this.#emphasis().get(at)
      if (span !== undefined && span.end <= to) {
        parts.push(this.#emphasized(at, span))
        at = span.end
      } else at += this.#stepAt(at)
    }
    return parts
  }

  /** Reads the text of a link, which has only forms that bind more tightly than the link. */
  #readWords(from: number, to: number): SyntaxPart[] {
    const parts: SyntaxPart[] = []
    for (let at = from; at < to;) {
      const atom = this.#tightAtomAt(at)
      const made = atom !== null && atom.end <= to ? atom.part() : null
      if (made !== null) parts.push(made)
      at = atom !== null && atom.end <= to ? atom.end : at + this.#stepAt(at)
    }
    return parts
  }

  /** Returns the number of characters without a form that are read at once. */
  #stepAt(at: number): number {
    return this.#text[at] === '`' ? runLength(this.#text, at) : 1
  }

  /** Creates a part from offsets of the joined text. */
  #part(name: NodeName, from: number, to: number, children: SyntaxPart[] = []): SyntaxPart {
    return part(name, this.#joined.offset(from), this.#joined.offset(to), children)
  }

  #atomAt(at: number): Atom | null {
    const bare = this.#bare.size === 0 ? undefined : this.#bare.get(at)
    if (bare !== undefined) return { end: bare, part: () => this.#part('URL', at, bare) }
    return this.#markedAtomAt(at)
  }

  /** Returns the atom at an offset that binds more tightly than links; null for none. */
  #tightAtomAt(at: number): Atom | null {
    return this.#text[at] === '[' || this.#text[at] === ':' ? null : this.#markedAtomAt(at)
  }

  #markedAtomAt(at: number): Atom | null {
    if (!beginnings.has(this.#text.charCodeAt(at))) return null
    const known = this.#atoms.get(at)
    if (known !== undefined) return known
    const made = this.#readAtom(at)
    this.#atoms.set(at, made)
    return made
  }

  #readAtom(at: number): Atom | null {
    switch (this.#text[at]) {
      case '`':
        return this.#code(at)
      case '@':
        return this.#mention(at)
      case '#':
        return this.#narrowLink(at)
      case '$':
        return this.#math(at)
      case '<':
        return this.#time(at)
      case ':':
        return this.#emoji(at)
      case '[':
        return this.#link(at)
      default:
        return null
    }
  }

  #found(name: NodeName, at: number, length: number): Atom {
    return { end: at + length, part: () => this.#part(name, at, at + length) }
  }

  /**
   * Reads code, which a run of backticks closes that is as long as the opening one. Without such a run, the code begins
   * with a part of the opening one. A backslash escapes one backtick.
   */
  #code(at: number): Atom | null {
    const text = this.#text
    if (text[at - 1] === '`') return null
    const run = runLength(text, at)
    const from = isEscaped(text, at) ? at + 1 : at
    for (let length = run - (from - at); length > 0; length -= 1) {
      const close = this.#runOf(length, at + run)
      if (close === undefined) continue
      const end = close + length
      return {
        end,
        part: () =>
          this.#part('InlineCode', from, end, [
            this.#part('CodeMark', from, from + length),
            this.#part('CodeMark', close, end),
          ]),
      }
    }
    return null
  }

  /** Returns the first run of backticks of a length from `from` on. */
  #runOf(length: number, from: number): number | undefined {
    if (this.#runs === null) {
      const runs = new Map<number, number[]>()
      for (const { 0: run, index } of this.#text.matchAll(/`+/g)) {
        const positions = runs.get(run.length)
        if (positions === undefined) runs.set(run.length, [index])
        else positions.push(index)
      }
      this.#runs = runs
    }
    const positions = this.#runs.get(length) ?? []
    let low = 0
    for (let high = positions.length; low < high;) {
      const middle = (low + high) >> 1
      if ((positions[middle] ?? 0) < from) low = middle + 1
      else high = middle
    }
    return positions[low]
  }

  #mention(at: number): Atom | null {
    if (!beforeMention.test(this.#text[at - 1] ?? ' ')) return null
    const text = this.#text.slice(at, at + longest)
    const person = /^@_?\*\*(?!\s)([^*\n]+?)(?:\|(\d{1,15}))?\*\*/.exec(text)
    if (person !== null) {
      const [whole, name = '', id] = person
      const isKnown =
        (id === undefined && (this.#names.hasWildcard?.(name) ?? wildcards.has(name))) ||
        (this.#names.hasPerson?.(name, id === undefined ? undefined : Number(id)) ?? true)
      return isKnown ? this.#found('Mention', at, whole.length) : null
    }
    const group = /^@_?\*(?![*\s])([^*\n]+?)\*(?!\*)/.exec(text)
    if (group === null) return null
    return (this.#names.hasGroup?.(group[1] ?? '') ?? true) ? this.#found('Mention', at, group[0].length) : null
  }

  #narrowLink(at: number): Atom | null {
    if (!beforeMention.test(this.#text[at - 1] ?? ' ')) return null
    const match = /^#\*\*(?!\s)([^*>\n]+?)(?:>([^*\n]*?))?\*\*/.exec(this.#text.slice(at, at + longest))
    if (match === null) return null
    return (this.#names.hasStream?.(match[1] ?? '') ?? true) ? this.#found('NarrowLink', at, match[0].length) : null
  }

  #math(at: number): Atom | null {
    const text = this.#text
    if (!text.startsWith('$$', at) || /[\p{L}\p{N}_$]/u.test(text[at - 1] ?? '')) return null
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length : end)
    const match = /^\$\$[^\n_$](?:\\\$|[^$\n])*\$\$(?![\p{L}\p{N}_$])/u.exec(line)
    return match === null ? null : this.#found('InlineMath', at, match[0].length)
  }

  /** Reads a time. Servers take every such text for a time; one that they cannot parse has no form here. */
  #time(at: number): Atom | null {
    const end = this.#text.startsWith('<time:', at) ? this.#text.indexOf('>', at) : -1
    if (end < 0) return null
    const words = this.#text.slice(at + '<time:'.length, end)
    return words.length <= 60 && isMoment(words) ? this.#found('Time', at, end + 1 - at) : formless(end + 1)
  }

  /** Reads an emoji. An unknown name keeps its colons, which no other emoji can use. */
  #emoji(at: number): Atom | null {
    const [whole, name = ''] = /^:([a-z0-9_+-]+):/i.exec(this.#text.slice(at, at + 100)) ?? []
    if (whole === undefined || this.#hasBare(at + 1, at + whole.length)) return null
    const isKnown = this.#names.hasEmoji?.(name) ?? /\D/.test(name)
    return isKnown ? this.#found('EmojiName', at, whole.length) : formless(at + whole.length)
  }

  #hasBare(from: number, to: number): boolean {
    if (this.#bare.size === 0) return false
    for (let at = from; at < to; at += 1) if (this.#bare.has(at)) return true
    return false
  }

  #link(at: number): Atom | null {
    const link = this.#linkAt(at)
    if (link === null) return null
    const { close, addressFrom, addressTo, end } = link
    return {
      end,
      part: () => {
        const children = [this.#part('LinkMark', at, at + 1), ...this.#readWords(at + 1, close)]
        children.push(this.#part('LinkMark', close, close + 2))
        if (addressTo > addressFrom) children.push(this.#part('URL', addressFrom, addressTo))
        children.push(this.#part('LinkMark', end - 1, end))
        return this.#part('Link', at, end, children)
      },
    }
  }

  #linkAt(at: number): LinkSource | null {
    const close = this.#text[at - 1] === '!' ? undefined : this.#closeOf(at)
    return close === undefined ? null : linkAt(this.#text, close)
  }

  /** Returns the bracket that closes the one at an offset. Brackets in code, names and formulas do not count. */
  #closeOf(at: number): number | undefined {
    if (this.#brackets === null) {
      const closes = new Map<number, number>()
      const open: number[] = []
      for (let index = 0; index < this.#text.length;) {
        const character = this.#text[index]
        const atom = this.#tightAtomAt(index)
        if (character === '[') open.push(index)
        const opening = character === ']' ? open.pop() : undefined
        if (opening !== undefined) closes.set(opening, index)
        index = atom?.end ?? index + this.#stepAt(index)
      }
      this.#brackets = closes
    }
    return this.#brackets.get(at)
  }

  #emphasized(at: number, { mark, names, end }: Span): SyntaxPart {
    const close = end - mark.length
    const name = mark === '~~' ? 'StrikethroughMark' : 'EmphasisMark'
    const children = [
      this.#part(name, at, at + mark.length),
      ...this.read(at + mark.length, close),
      this.#part(name, close, end),
    ]
    const [outer = 'Emphasis', inner] = names
    return this.#part(outer, at, end, inner === undefined ? children : [this.#part(inner, at, end, children)])
  }

  #emphasis(): ReadonlyMap<number, Span> {
    this.#spans ??= emphasisOf(this.#withoutAtoms())
    return this.#spans
  }

  /** Returns the text in which all markup that binds more tightly than emphasis is `taken`. */
  #withoutAtoms(): string {
    let text = ''
    for (let at = 0; at < this.#text.length;) {
      const end = this.#atomAt(at)?.end ?? at + this.#stepAt(at)
      const part = this.#text.slice(at, end)
      text += part.length > 1 && /[*~^]/.test(part) ? taken.repeat(part.length) : part
      at = end
    }
    return text
  }
}

/** Creates an atom without a form, in which no other form begins. */
function formless(end: number): Atom {
  return { end, part: () => null }
}

/** Returns whether the character at an offset is escaped by a backslash that is not escaped itself. */
function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text[start - 1] === '\\') start -= 1
  return (at - start) % 2 === 1
}

function runLength(text: string, from: number): number {
  let end = from
  while (text[end] === '`') end += 1
  return end - from
}

function isMoment(text: string): boolean {
  const date = text.replaceAll(/(\d)(?:st|nd|rd|th)\b/g, '$1').replace(/(\d)(?=[ap]m\b)/i, '$1 ')
  return /^\d{1,11}$/.test(text) || !Number.isNaN(Date.parse(date))
}
