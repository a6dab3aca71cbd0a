import { bareLinks } from '../../../../shared/content/bare-links.ts'
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
const beforePlace = /[\s'"(,:<]/

/** The characters with which an atom begins, except addresses. */
const beginnings = new Set(Array.from('`@#$<:[', (character) => character.charCodeAt(0)))

/** The kinds of emphasis, in the order in which they are tried. */
const kinds = [
  { mark: '***', names: ['StrongEmphasis', 'Emphasis'], forbidden: '*^' },
  { mark: '**', names: ['StrongEmphasis'], forbidden: '' },
  { mark: '*', names: ['Emphasis'], forbidden: '*^' },
  { mark: '~~', names: ['Strikethrough'], forbidden: '~' },
] as const satisfies readonly { mark: string; names: readonly NodeName[]; forbidden: string }[]

type Kind = (typeof kinds)[number]

/** A form in a line that emphasis goes around: its end, and its parts. */
interface Atom {
  readonly end: number
  readonly part: () => SyntaxPart | null
}

/** The forms within the lines of a paragraph, a heading or a cell. */
export function readInline(lines: readonly SourceLine[], names: KnownNames): SyntaxPart[] {
  const joined = new JoinedLines(lines)
  return new InlineReader(joined, names).read(0, joined.text.length, false)
}

class InlineReader {
  readonly #text: string
  readonly #joined: JoinedLines
  readonly #names: KnownNames
  readonly #bare: ReadonlyMap<number, number>
  readonly #atoms = new Map<number, Atom | null>()
  readonly #links = new Map<number, LinkSource | null>()
  #brackets: ReadonlyMap<number, number> | null = null
  #runs: ReadonlyMap<number, readonly number[]> | null = null

  constructor(joined: JoinedLines, names: KnownNames) {
    this.#joined = joined
    this.#text = joined.text
    this.#names = names
    this.#bare = new Map([...bareLinks(joined.text)].map(({ start, end }) => [start, end]))
  }

  read(from: number, to: number, isInLink: boolean): SyntaxPart[] {
    const parts: SyntaxPart[] = []
    for (let at = from; at < to;) {
      const atom = this.#atomAt(at, isInLink)
      if (atom !== null && atom.end <= to) {
        const made = atom.part()
        if (made !== null) parts.push(made)
        at = atom.end
        continue
      }
      const emphasis = this.#emphasisAt(at, to, isInLink)
      if (emphasis !== null) {
        parts.push(emphasis.part)
        at = emphasis.end
      } else at += this.#text.startsWith('![', at) ? 2 : this.#text[at] === '`' ? runLength(this.#text, at) : 1
    }
    return parts
  }

  /** A part at offsets of the joined text. */
  #part(name: NodeName, from: number, to: number, children: SyntaxPart[] = []): SyntaxPart {
    return part(name, this.#joined.offset(from), this.#joined.offset(to), children)
  }

  #atomAt(at: number, isInLink: boolean): Atom | null {
    const bare = isInLink || this.#bare.size === 0 ? undefined : this.#bare.get(at)
    if (bare !== undefined) return { end: bare, part: () => this.#part('URL', at, bare) }
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

  #code(at: number): Atom | null {
    const text = this.#text
    if (text[at - 1] === '`' || text[at - 1] === '\\') return null
    const length = runLength(text, at)
    const close = this.#runsOf(length).find((place) => place >= at + length)
    if (close === undefined) return null
    const end = close + length
    return {
      end,
      part: () =>
        this.#part('InlineCode', at, end, [
          this.#part('CodeMark', at, at + length),
          this.#part('CodeMark', close, end),
        ]),
    }
  }

  #runsOf(length: number): readonly number[] {
    if (this.#runs === null) {
      const runs = new Map<number, number[]>()
      for (const { 0: run, index } of this.#text.matchAll(/`+/g)) {
        const places = runs.get(run.length)
        if (places === undefined) runs.set(run.length, [index])
        else places.push(index)
      }
      this.#runs = runs
    }
    return this.#runs.get(length) ?? []
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
    if (!beforePlace.test(this.#text[at - 1] ?? ' ')) return null
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

  #time(at: number): Atom | null {
    const match = /^<time:([^>\n]{1,60})>/.exec(this.#text.slice(at, at + 80))
    return match !== null && isMoment(match[1] ?? '') ? this.#found('Time', at, match[0].length) : null
  }

  #emoji(at: number): Atom | null {
    const match = /^:([a-z0-9_+-]+):/i.exec(this.#text.slice(at, at + 100))
    if (match === null || !(this.#names.hasEmoji?.(match[1] ?? '') ?? /\D/.test(match[1] ?? ''))) return null
    return this.#found('EmojiName', at, match[0].length)
  }

  #link(at: number): Atom | null {
    const link = this.#linkAt(at)
    if (link === null) return null
    const { close, addressFrom, addressTo, end } = link
    return {
      end,
      part: () => {
        const children = [this.#part('LinkMark', at, at + 1), ...this.read(at + 1, close, true)]
        children.push(this.#part('LinkMark', close, close + 2))
        if (addressTo > addressFrom) children.push(this.#part('URL', addressFrom, addressTo))
        children.push(this.#part('LinkMark', end - 1, end))
        return this.#part('Link', at, end, children)
      },
    }
  }

  /** The link that begins at a bracket, unless another one is in its words. */
  #linkAt(at: number): LinkSource | null {
    const known = this.#links.get(at)
    if (known !== undefined) return known
    const close = this.#text[at - 1] === '!' ? undefined : this.#closeOf(at)
    let link = close === undefined ? null : linkAt(this.#text, close)
    if (close !== undefined && link !== null) {
      for (let inner = this.#text.indexOf('[', at + 1); inner >= 0 && inner < close;) {
        if (this.#linkAt(inner) !== null) link = null
        inner = link === null ? -1 : this.#text.indexOf('[', inner + 1)
      }
    }
    this.#links.set(at, link)
    return link
  }

  /** The bracket that closes the one at an offset; those in code, names and formulas do not count. */
  #closeOf(at: number): number | undefined {
    if (this.#brackets === null) {
      const closes = new Map<number, number>()
      const open: number[] = []
      for (let index = 0; index < this.#text.length;) {
        const character = this.#text[index]
        const atom = character === '[' || character === ':' ? null : this.#atomAt(index, true)
        if (character === '[') open.push(index)
        const opening = character === ']' ? open.pop() : undefined
        if (opening !== undefined) closes.set(opening, index)
        index = atom?.end ?? index + (character === '`' ? runLength(this.#text, index) : 1)
      }
      this.#brackets = closes
    }
    return this.#brackets.get(at)
  }

  #emphasisAt(at: number, to: number, isInLink: boolean): { readonly part: SyntaxPart; readonly end: number } | null {
    const character = this.#text[at]
    if (character !== '*' && character !== '~') return null
    for (const kind of kinds) {
      const close = this.#endOf(at, to, kind, isInLink)
      if (close === null) continue
      const { mark, names } = kind
      const end = close + mark.length
      const name = mark === '~~' ? 'StrikethroughMark' : 'EmphasisMark'
      const children = [
        this.#part(name, at, at + mark.length),
        ...this.read(at + mark.length, close, isInLink),
        this.#part(name, close, end),
      ]
      const [outer, inner] = names as readonly NodeName[]
      const made = inner === undefined ? children : [this.#part(inner, at, end, children)]
      return { part: this.#part(outer ?? 'Emphasis', at, end, made), end }
    }
    return null
  }

  /** The offset of the mark that closes the emphasis at `start`. */
  #endOf(start: number, to: number, kind: Kind, isInLink: boolean): number | null {
    const { mark } = kind
    const text = this.#text
    const from = start + mark.length
    if (!text.startsWith(mark, start) || text.indexOf(mark, from + 1) < 0) return null
    // Only bold and struck text may have blanks at its edges.
    const isTight = mark === '*' || mark === '***'
    if (isTight && /\s/.test(text[from] ?? ' ')) return null
    if (mark === '~~' && (text[start - 1] === '~' || text[from] === '~')) return null
    for (let at = from; at < to;) {
      const character = text[at] ?? ''
      if (character === '\n') return null
      if (mark === '*' && character === '*' && text[at + 1] === '*') {
        // Bold text inside italic text.
        const end = this.#endOf(at, to, kinds[1], isInLink)
        if (end === null) return null
        at = end + 2
        continue
      }
      const isClose = at > from && at + mark.length <= to && text.startsWith(mark, at)
      if (isClose && !(isTight && /\s/.test(text[at - 1] ?? '')))
        return mark === '~~' && text[at + 2] === '~' ? null : at
      if (character !== '' && kind.forbidden.includes(character)) return null
      at = this.#atomAt(at, isInLink)?.end ?? at + (character === '`' ? runLength(text, at) : 1)
    }
    return null
  }
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
