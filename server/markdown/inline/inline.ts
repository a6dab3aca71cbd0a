import MarkdownIt, { type Token } from 'markdown-it'
import { bareLinkRule, linkifierRule, textRule } from './bare-links.ts'
import { emphasisRule } from './emphasis.ts'
import type { Environment } from '../environment.ts'
import { escapeHtml, escapeText } from '../html/escape.ts'
import { codeRule, emojiRule, lineBreakRule, mathRule, timeRule } from './inline-rules.ts'
import { linkRule } from './links.ts'
import { mentionRule, streamRule } from './mentions.ts'
import type { InlineLink } from './previews.ts'
import { typedEmojiRule } from './text-rules.ts'

const markdown = createMarkdown()

/** The HTML of inline text and its links. */
export function renderInline(
  text: string,
  environment: Environment,
): { readonly html: string; readonly links: readonly InlineLink[] } {
  const children = markdown.parseInline(text, environment)[0]?.children ?? []
  return { html: markdown.renderer.render(children, markdown.options, environment), links: [...linksOf(children)] }
}

/** markdown-it with its own rules where they match the family's server, and with ours otherwise. */
function createMarkdown(): InstanceType<typeof MarkdownIt> {
  const md = new MarkdownIt({ html: false, linkify: false, breaks: true, typographer: false })
  md.renderer.rules.text = (tokens, index) => escapeText(tokens[index]?.content ?? '')
  md.renderer.rules.link_text = (tokens, index) => escapeMarks(tokens[index]?.content ?? '', anyEntity)
  md.renderer.rules.link_open = (tokens, index) => {
    const attributes = (tokens[index]?.attrs ?? []).map(
      ([name, value]) => ` ${name}="${escapeMarks(String(value), plainEntity)}"`,
    )
    return `<a${attributes.join('')}>`
  }
  md.renderer.rules.code_inline = (tokens, index) => `<code>${escapeText(tokens[index]?.content ?? '')}</code>`
  md.inline.ruler.enableOnly(['text', 'newline', 'backticks', 'link', 'entity'])
  md.inline.ruler.at('text', textRule)
  md.inline.ruler.at('newline', lineBreakRule)
  md.inline.ruler.at('backticks', codeRule)
  md.inline.ruler.before('text', 'bare_link', bareLinkRule)
  md.inline.ruler.before('entity', 'linkifier', linkifierRule)
  md.inline.ruler.before('link', 'mention', mentionRule)
  md.inline.ruler.before('link', 'stream_link', streamRule)
  md.inline.ruler.before('link', 'math', mathRule)
  md.inline.ruler.before('link', 'global_time', timeRule)
  md.inline.ruler.at('link', linkRule)
  md.inline.ruler.after('entity', 'emphasis_pairs', emphasisRule)
  md.inline.ruler.after('emphasis_pairs', 'emoji', emojiRule)
  md.inline.ruler2.enableOnly(['fragments_join'])
  md.core.ruler.enableOnly(['normalize', 'block', 'inline', 'text_join'])
  md.core.ruler.push('typed_emoji', typedEmojiRule)
  return md
}

/** Characters to escape in the text and the attributes of links; typed character references are kept. */
const anyEntity = /&(?!(?:#[0-9]+|#x[0-9a-f]+|[0-9a-z]+);)|[<>"]/gi
/** Characters to escape in an address; only character references that cannot change its target are kept. */
const plainEntity = /&(?!(?:amp|lt|gt|quot);)|[<>"]/g

function escapeMarks(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, escapeHtml)
}

function* linksOf(children: readonly Token[]): Generator<InlineLink> {
  for (const [index, token] of children.entries()) {
    if (token.type !== 'link_open') continue
    yield { href: String(token.attrGet('href') ?? ''), title: children[index + 1]?.content ?? '' }
  }
}
