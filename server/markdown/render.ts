import MarkdownIt from 'markdown-it'
import type { StateInline, Token } from 'markdown-it'
import { emojiCharacter, emojiCode } from './emoji.ts'
import { highlight } from './highlight.ts'

/** What the renderer must know of the organization. */
export interface Directory {
  /** A user by full name, optionally with the id that the writer gave (`@**Name|12**`). */
  user(name: string, id: number | undefined): { id: number; fullName: string } | undefined
  stream(name: string): { id: number; name: string } | undefined
  customEmoji(name: string): { id: number; source: string } | undefined
}

export interface Rendered {
  readonly html: string
  /** Users that the text mentions aloud (silent mentions are left out). */
  readonly mentionedUserIds: ReadonlySet<number>
  readonly mentionsEveryone: boolean
  /** Files of the organization that the text links to, by their paths below `/user_uploads/`. */
  readonly uploads: ReadonlySet<string>
}

interface Environment extends Record<PropertyKey, unknown> {
  directory: Directory
  mentionedUserIds: Set<number>
  mentionsEveryone: boolean
  uploads: Set<string>
  quoteDepth: number
}

const wildcards = new Set(['all', 'everyone', 'stream', 'topic'])

type Markdown = InstanceType<typeof MarkdownIt>

const markdown = createMarkdown()

/** Markdown → HTML as wire-protocol.md §2.14 describes it. Raw HTML in the text is shown, never passed through. */
export function renderMarkdown(text: string, directory: Directory): Rendered {
  const environment: Environment = {
    directory,
    mentionedUserIds: new Set(),
    mentionsEveryone: false,
    uploads: new Set(),
    quoteDepth: 0,
  }
  const html = markdown.render(text, environment).trim()
  return {
    html,
    mentionedUserIds: environment.mentionedUserIds,
    mentionsEveryone: environment.mentionsEveryone,
    uploads: environment.uploads,
  }
}

function createMarkdown(): Markdown {
  const md = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false })
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  md.disable(['image', 'reference', 'html_block', 'html_inline', 'lheading'])
  md.inline.ruler.before('emphasis', 'mention', mentionRule)
  md.inline.ruler.before('emphasis', 'stream_link', streamRule)
  md.inline.ruler.before('emphasis', 'emoji', emojiRule)
  md.inline.ruler.before('autolink', 'global_time', timeRule)
  md.renderer.rules.fence = (tokens, index, _options, env: unknown) => {
    const token = tokens[index]
    if (token === undefined) return ''
    const [kind = '', ...rest] = token.info.trim().split(/\s+/)
    const environment = env as Environment // markdown-it passes back the very object that render() was given
    if ((kind === 'quote' || kind === 'spoiler') && environment.quoteDepth < 6) {
      environment.quoteDepth += 1
      const inner = md.render(token.content, silenced(environment, kind === 'quote'))
      environment.quoteDepth -= 1
      if (kind === 'quote') return `<blockquote>\n${inner}</blockquote>\n`
      const header = md.renderInline(rest.join(' '), environment)
      return `<div class="spoiler-block"><div class="spoiler-header">\n<p>${header}</p>\n</div><div class="spoiler-content" aria-hidden="true">\n${inner}</div></div>\n`
    }
    return codeBlock(md, token.content, kind)
  }
  md.renderer.rules.paragraph_close = (tokens, index, _options, env: unknown) =>
    `${tokens[index]?.hidden === true ? '' : '</p>\n'}${previews(md, tokens[index - 1]?.children ?? [], env as Environment)}` // the object that render() was given
  md.renderer.rules.code_block = (tokens, index) => codeBlock(md, tokens[index]?.content ?? '', '')
  return md
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

/** In a quotation mentions are shown but alert nobody. */
function silenced(environment: Environment, silent: boolean): Environment {
  return silent ? { ...environment, mentionedUserIds: new Set(), mentionsEveryone: false } : environment
}

function codeBlock(md: Markdown, code: string, language: string): string {
  const highlighted = language === '' ? undefined : highlight(code, language)
  const attribute = highlighted === undefined ? '' : ` data-code-language="${md.utils.escapeHtml(language)}"`
  return `<div class="codehilite"${attribute}><pre><span></span><code>${highlighted ?? md.utils.escapeHtml(code)}</code></pre></div>\n`
}

function push(state: StateInline, html: string): void {
  const token = state.push('html_inline', '', 0)
  token.content = html
}

function environmentOf(state: StateInline): Environment {
  return state.env as unknown as Environment // the object that renderMarkdown() made
}

function mentionRule(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '@') return false
  const match = /^@(_?)\*\*([^*\n]+?)(?:\|(\d+))?\*\*/.exec(state.src.slice(state.pos, state.pos + 200))
  if (match === null) return false
  const [whole, quiet, name = '', id] = match
  const escape = state.md.utils.escapeHtml
  const environment = environmentOf(state)
  if (wildcards.has(name)) {
    if (!silent) {
      if (quiet === '') environment.mentionsEveryone = true
      push(state, mentionHtml('*', `${quiet === '' ? '@' : ''}${escape(name)}`, quiet !== ''))
    }
  } else {
    const user = environment.directory.user(name, id === undefined ? undefined : Number(id))
    if (user === undefined) return false
    if (!silent) {
      if (quiet === '') environment.mentionedUserIds.add(user.id)
      push(state, mentionHtml(String(user.id), `${quiet === '' ? '@' : ''}${escape(user.fullName)}`, quiet !== ''))
    }
  }
  state.pos += whole.length
  return true
}

function mentionHtml(id: string, text: string, silent: boolean): string {
  return `<span class="user-mention${silent ? ' silent' : ''}" data-user-id="${id}">${text}</span>`
}

function streamRule(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '#') return false
  const match = /^#\*\*([^*>\n]+?)(?:>([^*\n]+?))?\*\*/.exec(state.src.slice(state.pos, state.pos + 200))
  if (match === null) return false
  const [whole, name = '', topic] = match
  const stream = environmentOf(state).directory.stream(name)
  if (stream === undefined) return false
  if (!silent) {
    const escape = state.md.utils.escapeHtml
    const base = `/#narrow/stream/${stream.id}-${hashEncode(stream.name.replaceAll(' ', '-'))}`
    push(
      state,
      topic === undefined
        ? `<a class="stream" data-stream-id="${stream.id}" href="${base}">#${escape(stream.name)}</a>`
        : `<a class="stream-topic" data-stream-id="${stream.id}" href="${base}/topic/${hashEncode(topic)}">#${escape(stream.name)} &gt; ${escape(topic)}</a>`,
    )
  }
  state.pos += whole.length
  return true
}

function emojiRule(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== ':') return false
  const match = /^:([a-z0-9_+-]+):/i.exec(state.src.slice(state.pos, state.pos + 60))
  if (match === null) return false
  const [whole, name = ''] = match
  const custom = environmentOf(state).directory.customEmoji(name)
  if (custom !== undefined) {
    if (!silent) {
      const title = name.replaceAll('_', ' ')
      push(state, `<img alt=":${name}:" class="emoji" src="${custom.source}" title="${title}">`)
    }
    state.pos += whole.length
    return true
  }
  const code = emojiCode(name)
  if (code === undefined) return false
  if (!silent) {
    const title = name.replaceAll('_', ' ')
    push(
      state,
      `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">${emojiCharacter(code)}</span>`,
    )
  }
  state.pos += whole.length
  return true
}

function timeRule(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('<time:', state.pos)) return false
  const match = /^<time:([^>\n]{1,60})>/.exec(state.src.slice(state.pos, state.pos + 80))
  if (match === null) return false
  const [whole, text = ''] = match
  if (!silent) {
    const milliseconds = Date.parse(text)
    const escaped = state.md.utils.escapeHtml(text)
    push(
      state,
      Number.isNaN(milliseconds)
        ? `<span class="timestamp-error">Invalid time format: ${escaped}</span>`
        : `<time datetime="${new Date(milliseconds).toISOString().replace('.000', '')}">${escaped}</time>`,
    )
  }
  state.pos += whole.length
  return true
}

/** The encoding of `#narrow` links (wire-protocol.md §2.14). */
export function hashEncode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('.', '%2E')
    .replaceAll('%', '.')
    .replaceAll('(', '.28')
    .replaceAll(')', '.29')
}
