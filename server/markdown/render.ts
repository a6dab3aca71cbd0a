import MarkdownIt from 'markdown-it'
import type { Token } from 'markdown-it'
import type { Directory, Environment, Rendered } from './environment.ts'
import { highlight } from './highlight.ts'
import { emojiRule, formula, insertFormulas, mathRule, timeRule } from './inline-rules.ts'
import { mentionRule, streamRule } from './mentions.ts'
import { sanitizeRendered } from './sanitize.ts'
import { linkifierRule, typedEmojiRule } from './text-rules.ts'

export type { Directory, Rendered } from './environment.ts'

type Markdown = InstanceType<typeof MarkdownIt>

const deepestNesting = 6
const markdown = createMarkdown()

/** Markdown → HTML as wire-protocol.md §2.14 describes it. Raw HTML in the text is shown, never passed through. */
export function renderMarkdown(text: string, directory: Directory): Rendered {
  const environment: Environment = {
    directory,
    mentionedUserIds: new Set(),
    mentionedGroupIds: new Set(),
    wildcards: new Set(),
    uploads: new Set(),
    formulas: [],
    depth: 0,
    isQuoted: false,
  }
  const html = sanitizeRendered(markdown.render(text, environment)).trim()
  return {
    html: insertFormulas(html, environment.formulas),
    mentionedUserIds: environment.mentionedUserIds,
    mentionedGroupIds: environment.mentionedGroupIds,
    mentionsEveryone: environment.wildcards.has('stream'),
    mentionsTopic: environment.wildcards.has('topic'),
    uploads: environment.uploads,
    hasLink: html.includes('<a href="') || html.includes('<a title="'),
    hasImage: html.includes('<div class="message_inline_image'),
  }
}

function createMarkdown(): Markdown {
  const md = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false })
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  md.disable(['image', 'reference', 'html_block', 'html_inline', 'lheading'])
  md.core.ruler.after('linkify', 'linkifiers', linkifierRule)
  md.core.ruler.after('linkifiers', 'typed_emoji', typedEmojiRule)
  md.inline.ruler.before('emphasis', 'mention', mentionRule)
  md.inline.ruler.before('emphasis', 'stream_link', streamRule)
  md.inline.ruler.before('emphasis', 'emoji', emojiRule)
  md.inline.ruler.before('escape', 'math', mathRule)
  md.inline.ruler.before('autolink', 'global_time', timeRule)
  md.renderer.rules.s_open = () => '<del>'
  md.renderer.rules.s_close = () => '</del>'
  md.renderer.rules.fence = (tokens, index, _options, env: unknown) => {
    const token = tokens[index]
    if (token === undefined) return ''
    const [kind = '', ...rest] = token.info.trim().split(/\s+/)
    return fence(md, { kind, title: rest.join(' '), content: token.content }, env as Environment) // as render() was given
  }
  md.renderer.rules.paragraph_close = (tokens, index, _options, env: unknown) =>
    `${tokens[index]?.hidden === true ? '' : '</p>\n'}${previews(md, tokens[index - 1]?.children ?? [], env as Environment)}` // as render() was given
  md.renderer.rules.code_block = (tokens, index) => codeBlock(md, tokens[index]?.content ?? '', '')
  return md
}

function fence(
  md: Markdown,
  block: { kind: string; title: string; content: string },
  environment: Environment,
): string {
  const { kind, title, content } = block
  const canNest = environment.depth < deepestNesting
  if (kind === 'quote' && canNest) {
    const inner = md.render(content, { ...environment, depth: environment.depth + 1, isQuoted: true })
    return `<blockquote>\n${inner}</blockquote>\n`
  }
  if (kind === 'spoiler' && canNest) {
    const inner = md.render(content, { ...environment, depth: environment.depth + 1 })
    const header = title === '' ? '' : `\n<p>${md.renderInline(title, environment)}</p>\n`
    return `<div class="spoiler-block"><div class="spoiler-header">${header}</div><div class="spoiler-content" aria-hidden="true">\n${inner}</div></div>\n`
  }
  if (kind === 'math' || kind === 'latex' || kind === 'tex') {
    return `<p>${formula(environment, content.trim(), { isBlock: true }, md.utils.escapeHtml)}</p>\n`
  }
  return codeBlock(md, content, kind)
}

/** Pictures and videos of the organization that a paragraph links to stand below it (wire-protocol.md §2.14). */
function previews(md: Markdown, children: readonly Token[], environment: Environment): string {
  let html = ''
  for (const [index, token] of children.entries()) {
    if (token.type !== 'link_open') continue
    const href = String(token.attrGet('href') ?? '')
    const path = /^\/user_uploads\/([^?#]+)$/.exec(href)?.[1]
    if (path === undefined) continue
    environment.uploads.add(decodePath(path))
    const escaped = md.utils.escapeHtml(href)
    const title = md.utils.escapeHtml(children[index + 1]?.content ?? '')
    if (/\.(?:png|jpe?g|gif|webp|avif|bmp)$/i.test(path)) {
      html += `<div class="message_inline_image"><a href="${escaped}" title="${title}"><img src="${escaped}"></a></div>\n`
    } else if (/\.(?:mp4|webm|mov)$/i.test(path)) {
      html += `<div class="message_inline_image message_inline_video"><a href="${escaped}" title="${title}"><video preload="metadata" src="${escaped}"></video></a></div>\n`
    }
  }
  return html
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function codeBlock(md: Markdown, code: string, language: string): string {
  const highlighted = language === '' ? undefined : highlight(code, language)
  const attribute = highlighted === undefined ? '' : ` data-code-language="${md.utils.escapeHtml(language)}"`
  return `<div class="codehilite"${attribute}><pre><span></span><code>${highlighted ?? md.utils.escapeHtml(code)}</code></pre></div>\n`
}
