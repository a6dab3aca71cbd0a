import MarkdownIt, { type Token } from 'markdown-it'
import { bareLinkRule, textRule } from './bare-links.ts'
import { emphasisRule } from './emphasis.ts'
import type { Environment } from '../environment.ts'
import { escapeText } from '../html/escape.ts'
import { allowedSchemes, linkAddress } from './link-address.ts'
import { codeRule, emojiRule, lineBreakRule, mathRule, noImageRule, timeRule } from './inline-rules.ts'
import { mentionRule, streamRule } from './mentions.ts'
import type { InlineLink } from './previews.ts'
import { emptyLinkRule, linkifierRule, typedEmojiRule } from './text-rules.ts'

const markdown = createMarkdown()

/** The HTML of inline text and its links. */
export function renderInline(
  text: string,
  environment: Environment,
): { readonly html: string; readonly links: readonly InlineLink[] } {
  const children = markdown.parseInline(text, environment)[0]?.children ?? []
  return { html: markdown.renderer.render(children, markdown.options, environment), links: [...linksOf(children)] }
}

/** markdown-it with its own rules where the family's server has the same, and ours where it differs. */
function createMarkdown(): InstanceType<typeof MarkdownIt> {
  const md = new MarkdownIt({ html: false, linkify: false, breaks: true, typographer: false })
  md.normalizeLink = linkAddress
  md.validateLink = (address) => address.startsWith('/') || address.startsWith('#') || allowedSchemes.test(address)
  md.renderer.rules.text = (tokens, index) => escapeText(tokens[index]?.content ?? '')
  md.renderer.rules.code_inline = (tokens, index) => `<code>${escapeText(tokens[index]?.content ?? '')}</code>`
  md.inline.ruler.enableOnly(['text', 'newline', 'backticks', 'link', 'entity'])
  md.inline.ruler.at('text', textRule)
  md.inline.ruler.at('newline', lineBreakRule)
  md.inline.ruler.at('backticks', codeRule)
  md.inline.ruler.before('text', 'bare_link', bareLinkRule)
  md.inline.ruler.before('link', 'mention', mentionRule)
  md.inline.ruler.before('link', 'stream_link', streamRule)
  md.inline.ruler.before('link', 'math', mathRule)
  md.inline.ruler.before('link', 'global_time', timeRule)
  md.inline.ruler.before('link', 'no_image', noImageRule)
  md.inline.ruler.after('entity', 'emphasis_pairs', emphasisRule)
  md.inline.ruler.after('emphasis_pairs', 'emoji', emojiRule)
  md.inline.ruler2.enableOnly(['fragments_join'])
  md.core.ruler.enableOnly(['normalize', 'block', 'inline', 'text_join'])
  md.core.ruler.push('empty_links', emptyLinkRule)
  md.core.ruler.push('linkifiers', linkifierRule)
  md.core.ruler.push('typed_emoji', typedEmojiRule)
  return md
}

function* linksOf(children: readonly Token[]): Generator<InlineLink> {
  for (const [index, token] of children.entries()) {
    if (token.type !== 'link_open') continue
    yield { href: String(token.attrGet('href') ?? ''), title: children[index + 1]?.content ?? '' }
  }
}
