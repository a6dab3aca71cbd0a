import type { StateCore, Token } from 'markdown-it'
import type { Environment } from '../environment.ts'
import { emojiHtml, typedEmoji } from './emoji.ts'

/** A range of a text and its replacement tokens. */
interface Replacement {
  readonly start: number
  readonly end: number
  readonly tokens: readonly Token[]
}

/** Renders emoji characters like named emoji, outside of links. */
export function typedEmojiRule(state: StateCore): void {
  const { directory } = state.env as unknown as Environment // passed to render()
  replaceInTexts(state, (content) =>
    [...typedEmoji(content, { withNewer: directory.hasNewerEmoji === true })].map(({ start, end, code, name }) => {
      const token = new state.Token('html_inline', '', 0)
      token.content = emojiHtml(code, name)
      return { start, end, tokens: [token] }
    }),
  )
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
