import { bareLinks } from '#shared/content/bare-links.ts'
import { emphasisOf, taken, type Span } from './emphasis.ts'
import { linkAt, type LinkSource } from './links.ts'
import { JoinedLines, type SourceLine } from './source-line.ts'
import { part, type NodeName, type SyntaxPart } from './syntax-node.ts'

/** Which names the organization has; a question that is not answered is taken for yes. */
export interface KnownNames {
  readonly hasEmoji?: (name: string) => boolean
  readonly hasPerson?: (name: string, id: number | undefined) => boolean
  readonly hasGroup?: (name: string) => boolean
  readonly hasStream?: (name: string) => boolean
  /** Whether a name mentions many people at once; newer servers know more of them. */
  readonly hasWildcard?: (name: string) => boolean
}

/** The longest name in a mention or link, in UTF-16 units. */
const longest = 260
const wildcards = new Set(['all', 'everyone', 'stream', 'channel', 'topic'])
const beforeMention = /[\s'"({[/<]/

/** The characters with which an atom begins, except addresses. */
const beginnings = new Set(Array.from('`@#$<:[', (character) => character.charCodeAt(0)))

/** A form in a line that emphasis goes around: its end, and its parts. */
interface Atom {
  readonly end: number
  readonly part: () => SyntaxPart | null
}

/** The forms within the lines of a paragraph, a heading or a cell. */
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

  /** The words of a link have no other forms than those that bind more tightly than it. */
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

  /** How many characters without a form are read at once. */
  #stepAt(at: number): number {
    return this.#text[at] === '`' ? runLength(this.#text, at) : 1
  }

  /** A part at offsets of the joined text. */
  #part(name: NodeName, from: number, to: number, children: SyntaxPart[] = []): SyntaxPart {
    return part(name, this.#joined.offset(from), this.#joined.offset(to), children)
  }

  #atomAt(at: number): Atom | null {
    const bare = this.#bare.size === 0 ? undefined : this.#bare.get(at)
    if (bare !== undefined) return { end: bare, part: () => this.#part('URL', at, bare) }
    return this.#markedAtomAt(at)
  }

  /** An atom that binds more tightly than links. */
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
        return this.#place(at)
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
   * Code closes with a run as long as the one that opens it; if there is none, it begins with some of the backticks. A
   * backslash takes the meaning of one backtick.
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

  /** The first run of backticks of a length from `from` on. */
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

  #place(at: number): Atom | null {
    if (!beforeMention.test(this.#text[at - 1] ?? ' ')) return null
    const match = /^#\*\*(?!\s)([^*>\n]+?)(?:>([^*\n]*?))?\*\*/.exec(this.#text.slice(at, at + longest))
    if (match === null) return null
    return (this.#names.hasStream?.(match[1] ?? '') ?? true) ? this.#found('PlaceLink', at, match[0].length) : null
  }

  #math(at: number): Atom | null {
    const text = this.#text
    if (!text.startsWith('$$', at) || /[\p{L}\p{N}_$]/u.test(text[at - 1] ?? '')) return null
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length : end)
    const match = /^\$\$[^\n_$](?:\\\$|[^$\n])*\$\$(?![\p{L}\p{N}_$])/u.exec(line)
    return match === null ? null : this.#found('InlineMath', at, match[0].length)
  }

  /** Servers take every such word for a time; one that they cannot read has no form here. */
  #time(at: number): Atom | null {
    const end = this.#text.startsWith('<time:', at) ? this.#text.indexOf('>', at) : -1
    if (end < 0) return null
    const words = this.#text.slice(at + '<time:'.length, end)
    return words.length <= 60 && isMoment(words) ? this.#found('Time', at, end + 1 - at) : formless(end + 1)
  }

  /** A name between colons; one that nobody knows takes its colons with it. */
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

  /** The bracket that closes the one at an offset; those in code, names and formulas do not count. */
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

  /** The text, in which all that binds more tightly than emphasis has no meaning. */
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

/** An atom without a form: no other one begins in it. */
function formless(end: number): Atom {
  return { end, part: () => null }
}

/** Whether a backslash stands before an offset that is not one with a backslash before it. */
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
