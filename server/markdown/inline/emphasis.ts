import type { StateInline } from 'markdown-it'

/** The kinds of emphasis, in the order in which they are tried. */
const kinds = [
  { mark: '***', tags: ['strong', 'em'], forbidden: '*^' },
  { mark: '**', tags: ['strong'], forbidden: '' },
  { mark: '*', tags: ['em'], forbidden: '*^' },
  { mark: '~~', tags: ['del'], forbidden: '~' },
] as const

type Kind = (typeof kinds)[number]

/**
 * `**bold**`, `*italic*`, `***both***` and `~~struck~~` within a line; underscores are literal (wire-protocol.md
 * §2.14). Code, links and mentions bind more tightly, so the search for their ends ignores emphasis.
 */
export function emphasisRule(state: StateInline, silent: boolean): boolean {
  const character = state.src[state.pos]
  if (silent || (character !== '*' && character !== '~')) return false
  for (const kind of kinds) {
    const end = endOf(state, state.pos, kind)
    if (end === undefined) continue
    push(state, kind, end)
    return true
  }
  return false
}

/** The offset of the mark that closes the emphasis at `start`. */
function endOf(state: StateInline, start: number, kind: Kind): number | undefined {
  const { mark } = kind
  const { src } = state
  const from = start + mark.length
  if (!src.startsWith(mark, start) || src.indexOf(mark, from + 1) < 0) return undefined
  // Only bold and struck text may have blanks at its edges.
  const isTight = mark === '*' || mark === '***'
  if (isTight && /\s/.test(src[from] ?? ' ')) return undefined
  if (mark === '~~' && (src[start - 1] === '~' || src[from] === '~')) return undefined
  const before = state.pos
  state.pos = from
  const end = find(state, from, kind, isTight)
  state.pos = before
  return end
}

function find(state: StateInline, from: number, { mark, forbidden }: Kind, isTight: boolean): number | undefined {
  const { src, posMax } = state
  while (state.pos < posMax) {
    const at = state.pos
    const character = src[at] ?? ''
    if (character === '\n') return undefined
    if (mark === '*' && character === '*' && src[at + 1] === '*') {
      // Bold text inside italic text.
      const end = endOf(state, at, kinds[1])
      if (end === undefined) return undefined
      state.pos = end + 2
      continue
    }
    if (
      at > from &&
      at + mark.length <= posMax &&
      src.startsWith(mark, at) &&
      !(isTight && /\s/.test(src[at - 1] ?? ''))
    ) {
      return mark === '~~' && src[at + 2] === '~' ? undefined : at
    }
    if (character !== '' && forbidden.includes(character)) return undefined
    state.md.inline.skipToken(state)
  }
  return undefined
}

function push(state: StateInline, { mark, tags }: Kind, end: number): void {
  const { posMax } = state
  for (const tag of tags) state.push(`${tag}_open`, tag, 1)
  state.pos += mark.length
  state.posMax = end
  state.md.inline.tokenize(state)
  state.posMax = posMax
  for (const tag of [...tags].reverse()) state.push(`${tag}_close`, tag, -1)
  state.pos = end + mark.length
}
