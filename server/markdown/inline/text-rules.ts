import type { StateCore, Token } from 'markdown-it'
import { emojiHtml, typedEmoji } from './emoji.ts'
import type { Environment } from '../environment.ts'

/** A range of a text and its replacement tokens. */
interface Replacement {
  readonly start: number
  readonly end: number
  readonly tokens: readonly Token[]
}

/** Makes links of linkifier matches in plain text, outside of links. */
export function linkifierRule(state: StateCore): void {
  const { directory } = state.env as unknown as Environment // passed to render()
  replaceInTexts(state, (content) =>
    [...directory.linkify(content)].map(({ start, end, text, url }) => {
      const words = textToken(state, text)
      if (!state.md.validateLink(url)) return { start, end, tokens: [words] }
      const open = new state.Token('link_open', 'a', 1)
      open.attrs = [['href', state.md.normalizeLink(url)]]
      return { start, end, tokens: [open, words, new state.Token('link_close', 'a', -1)] }
    }),
  )
}

/** Renders emoji characters like named emoji, outside of links. */
export function typedEmojiRule(state: StateCore): void {
  replaceInTexts(state, (content) =>
    [...typedEmoji(content)].map(({ start, end, code, name }) => {
      const token = new state.Token('html_inline', '', 0)
      token.content = emojiHtml(code, name)
      return { start, end, tokens: [token] }
    }),
  )
}

/** A link without words shows its address. */
export function emptyLinkRule(state: StateCore): void {
  for (const { children } of state.tokens) {
    if (children === null) continue
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const token = children[index]
      if (token?.type !== 'link_open') continue
      const next = children[index + 1]
      const isBlank = next?.type === 'text' && next.content.trim() === '' && children[index + 2]?.type === 'link_close'
      if (next?.type !== 'link_close' && !isBlank) continue
      children.splice(index + 1, isBlank ? 1 : 0, textToken(state, String(token.attrGet('href') ?? '')))
    }
  }
}

/** Replaces ranges of plain text by tokens. The replacements of a text are in order and do not overlap. */
function replaceInTexts(state: StateCore, find: (content: string) => readonly Replacement[]): void {
  for (const block of state.tokens) {
    if (block.type !== 'inline' || block.children === null) continue
    let linkDepth = 0
    const children: Token[] = []
    for (const token of block.children) {
      if (token.type === 'link_open') linkDepth += 1
      if (token.type === 'link_close') linkDepth -= 1
      const replacements = token.type === 'text' && linkDepth === 0 ? find(token.content) : []
      if (replacements.length === 0) children.push(token)
      else children.push(...replaced(state, token.content, replacements))
    }
    block.children = children
  }
}

function* replaced(state: StateCore, content: string, replacements: readonly Replacement[]): Generator<Token> {
  let from = 0
  for (const { start, end, tokens } of replacements) {
    if (start > from) yield textToken(state, content.slice(from, start))
    yield* tokens
    from = end
  }
  if (from < content.length) yield textToken(state, content.slice(from))
}

function textToken(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0)
  token.content = content
  return token
}
