import { Parser } from 'htmlparser2'
import { blocks } from './blocks.ts'
import { pictureReferences } from './content-media.ts'
import { contentKinds } from '../../values/content-kinds.ts'
import { emojiCharacter, emojiCodeOf, emojiNamed } from '../../values/emoji-names.ts'
import { textOf } from './html-text.ts'
import { clientLimits } from '../../../../shared/client-limits.ts'
import { fileNameAt } from '../../../../shared/file-name.ts'
import { isMediaPath } from '../../../../shared/media-path.ts'
import { unformatted } from '../../../../shared/unformatted.ts'

/** A message body after its one pass at ingest (design.md §4). */
export interface Content {
  /** HTML of allow-listed elements, classes and addresses only. */
  readonly html: string
  /** The words, without markup. */
  readonly plain: string
}

/** What is in allow-listed HTML, as bits of `contentKinds`. A mention is no link. */
export function kindsOf(html: string): number {
  const hasAttachment = /(?:href="[^"]*|data-(?:media|full|file)=")\/user_uploads\//.test(html)
  const hasImage = /<(?:img|video)[^>]* data-media="|<span class="image-loading-placeholder[ "]/.test(html)
  // Servers take every address of a file for a link.
  const hasLink = hasAttachment || /<a [^>]*href="/.test(html)
  return (
    (hasAttachment ? contentKinds.attachment : 0) |
    (hasImage ? contentKinds.image : 0) |
    (hasLink ? contentKinds.link : 0)
  )
}

const voidElements = new Set(['br', 'hr', 'img'])
/** The class of a link card's picture, which is a background there (wire-protocol.md §2.14). */
const cardPicture = 'message_embed_image'
/** The class of a picture that the server has no thumbnail of yet (level 276); one that is `rendering_only` follows. */
const placeholder = 'image-loading-placeholder'
/** The class of cards that servers below level 395 made of files elsewhere; the link stands before them. */
const legacyCard = 'message_inline_ref'

/** Elements that message HTML may have (wire-protocol.md §2.14), with the attributes that each may keep. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  hr: [],
  em: [],
  strong: [],
  del: [],
  s: [],
  sup: [],
  sub: [],
  u: [],
  code: [],
  pre: [],
  blockquote: [],
  ul: [],
  ol: ['start'],
  li: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['data-align'],
  td: ['data-align'],
  a: ['class', 'href', 'title', 'data-stream-id', 'data-id'],
  span: ['class', 'data-user-id', 'data-user-group-id', 'role', 'aria-label', 'title'],
  div: ['class', 'data-code-language', 'aria-hidden'],
  time: ['datetime'],
  img: ['class', 'alt', 'title'],
  video: ['data-media'],
}

/** Elements whose text is no content either. */
const dropped = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'svg',
  'noscript',
  'head',
  'title',
])

const classPattern = /^[a-z0-9_-]{1,40}$/i
const maxClasses = clientLimits.contentClasses.most
const maxDepth = clientLimits.contentDepth.most
const longestAddress = clientLimits.mediaPath.most
const longestLink = clientLimits.pageLink.most
const longestSource = clientLimits.contentSource.most
const longestHtml = clientLimits.contentHtml.most
const mostElements = clientLimits.contentElements.most
const mostNesting = clientLimits.contentNesting.most

/** Ends the reading of HTML that is beyond the bounds. */
class TooLarge extends Error {}

/**
 * Turns a server's HTML into what the renderer may draw. Unknown elements give way to their text; addresses keep only
 * harmless schemes; pictures become references below the account's own server (`data-media`), never addresses. Of HTML
 * beyond the bounds (`clientLimits.content…`, P8) the text is left.
 */
export function readContent(source: string, serverOrigin: string): Content {
  if (source.length > longestSource) return unformattedContent(source)
  try {
    const content = readFormatted(source, serverOrigin)
    return content.html.length > longestHtml ? unformattedContent(source) : content
  } catch (error) {
    if (error instanceof TooLarge) return unformattedContent(source)
    throw error
  }
}

function unformattedContent(source: string): Content {
  const { text, isCut } = textOf(source)
  const mark = isCut ? unformatted.cut : unformatted.whole
  return { html: `${mark}<p>${escapeText(text).replaceAll('\n', '<br>')}</p>`, plain: text }
}

function readFormatted(source: string, serverOrigin: string): Content {
  let elements = 0
  /** The parser's own stack costs more the longer it is, whatever becomes of the elements. */
  let nesting = 0
  let html = ''
  let plain = ''
  let isInLine = false
  /** Looking at the end of a text that grows would copy all of it each time. */
  const say = (words: string) => {
    if (words === '') return
    plain += words
    isInLine = !words.endsWith('\n')
  }
  let opened = { tag: '', end: 0 }
  const open: (string | null)[] = []
  /** Depth inside of an element that is left out with all it contains. */
  let leftOut = 0
  /** Where the link around leads, as the server wrote it. */
  let link: string | null = null
  const pathOf = (address: string | undefined) => mediaPath(address, serverOrigin)
  let formula: Formula | null = null
  let emoji: Emoji | null = null

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        elements += 1
        nesting += 1
        if (elements > mostElements || nesting > mostNesting || html.length > longestHtml) throw new TooLarge()
        if (formula !== null) {
          formula.depth += 1
          if (name === 'annotation' && attributes.encoding === 'application/x-tex') formula.sourceDepth = formula.depth
          return
        }
        if (emoji !== null) {
          emoji.depth += 1
          return
        }
        if (leftOut > 0) {
          leftOut += 1
          return
        }
        if (name === 'span' && hasClass(attributes, 'emoji')) {
          emoji = { depth: 0, text: '', attributes }
          return
        }
        if (name === 'span' && hasClass(attributes, 'katex')) {
          formula = {
            depth: 0,
            sourceDepth: null,
            source: '',
            isDisplay: html.length === opened.end && opened.tag.endsWith('katex-display">'),
          }
          return
        }
        if (dropped.has(name) || hasClass(attributes, legacyCard)) {
          leftOut = 1
          return
        }
        if (name === 'audio') {
          const drawn = sound(attributes, link !== null, serverOrigin)
          html += drawn.html
          say(drawn.plain)
          // What stands inside is for programs that play nothing.
          leftOut = 1
          return
        }
        const keeps = allowed[name]
        if (blocks.has(name) && isInLine) say('\n')
        if (name === 'img') {
          const drawn = picture(attributes, link, pathOf)
          html += drawn.html
          say(drawn.plain)
          return
        }
        if (voidElements.has(name)) {
          if (keeps !== undefined) html += startTag(name, attributes, keeps, serverOrigin)
          return
        }
        if (name === 'a') link = attributes.href ?? ''
        if (keeps === undefined || open.length >= maxDepth) {
          open.push(null)
          return
        }
        const tag = startTag(name, attributes, keeps, serverOrigin)
        html += tag
        opened = { tag, end: html.length }
        if (name === 'a' && hasClass(attributes, cardPicture)) html += cardImage(attributes.style, serverOrigin)
        open.push(name)
      },
      ontext(text) {
        if (leftOut > 0) return
        if (formula !== null) {
          if (formula.sourceDepth !== null) formula.source += text
          return
        }
        if (emoji !== null) {
          emoji.text += text
          return
        }
        html += escapeText(text)
        say(text)
      },
      onclosetag(name) {
        nesting -= 1
        if (formula !== null) {
          if (formula.depth === formula.sourceDepth) formula.sourceDepth = null
          formula.depth -= 1
          if (formula.depth >= 0) return
          // The drawing is made anew from the source: nothing of the server's markup and styles is needed.
          html += `<span class="tex${formula.isDisplay ? ' tex-display' : ''}">${escapeText(formula.source)}</span>`
          say(formula.source)
          formula = null
          return
        }
        if (emoji !== null) {
          emoji.depth -= 1
          if (emoji.depth >= 0) return
          const drawn = emojiSpan(emoji.attributes, emoji.text)
          html += drawn.html
          say(drawn.plain)
          emoji = null
          return
        }
        if (leftOut > 0) {
          leftOut -= 1
          return
        }
        if (voidElements.has(name)) return
        if (name === 'a') link = null
        const element = open.pop()
        if (element != null) html += `</${element}>`
      },
    },
    { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: false },
  )
  parser.end(source)
  return { html, plain: plain.trim() }
}

interface Emoji {
  depth: number
  text: string
  readonly attributes: Readonly<Record<string, string>>
}

/** An emoji of Unicode: whichever way a server writes it, the text is the character, and the class has the code (F1). */
export function emojiSpan(attributes: Readonly<Record<string, string>>, text: string): Content {
  const written = /(?:^|\s)emoji-([0-9a-f-]{4,100})(?:\s|$)/.exec(attributes.class ?? '')?.[1]
  const name = (attributes['aria-label'] ?? attributes.title ?? text.replaceAll(/^:|:$/g, '')).slice(0, 100)
  // Codes of more than 34 characters were once lost on the way; the name still tells them.
  const code = written === undefined ? emojiNamed(name.replaceAll(' ', '_')) : emojiCodeOf(written)
  const character = code === undefined ? '' : emojiCharacter(code)
  const shown = character === '' ? text : character
  const label = escapeAttribute(name)
  return {
    html: `<span class="emoji${character === '' ? '' : ` emoji-${code ?? ''}`}" role="img" aria-label="${label}" title="${label}">${escapeText(shown)}</span>`,
    plain: shown,
  }
}

interface Formula {
  depth: number
  /** Set while the source is being read. */
  sourceDepth: number | null
  source: string
  readonly isDisplay: boolean
}

function hasClass(attributes: Readonly<Record<string, string>>, name: string): boolean {
  return (attributes.class ?? '').split(/\s+/).includes(name)
}

/** A picture, or what holds its place while the server has none of its size yet; the words are its description. */
function picture(
  attributes: Readonly<Record<string, string>>,
  link: string | null,
  pathOf: (address: string | undefined) => string | null,
): Content {
  const isPending = hasClass(attributes, placeholder)
  // What stands in its place until then is a drawing of the server's, which is not shown.
  const { media, full, file, size, isAnimated } = pictureReferences(
    isPending ? { ...attributes, src: undefined } : attributes,
    link,
    pathOf,
  )
  const isInline = hasClass(attributes, 'inline-image')
  const described = attributes.alt ?? ''
  const name = described === '' && isInline ? fileNameAt(file ?? full ?? media ?? '').slice(0, 200) : described
  const references =
    dataAttribute('full', full) +
    dataAttribute('file', file) +
    dataAttribute('size', size) +
    dataAttribute('animated', isAnimated ? 'true' : null)
  if (isPending) {
    const classes = isInline ? `${placeholder} inline-image` : placeholder
    const title = name === '' ? '' : ` title="${escapeAttribute(name.slice(0, 500))}"`
    return { html: `<span class="${classes}"${title}${references}></span>`, plain: name }
  }
  const tag = startTag('img', attributes, allowed.img ?? [], '').slice(0, -1)
  return { html: `${tag}${dataAttribute('media', media)}${references}>`, plain: name }
}

function dataAttribute(name: string, value: string | null): string {
  return value === null ? '' : ` data-${name}="${escapeAttribute(value)}"`
}

/** A sound that can be played from the own server, and a link to it for whoever wants the file (level 405); the words are its name. */
function sound(attributes: Readonly<Record<string, string>>, isInLink: boolean, serverOrigin: string): Content {
  const path = mediaPath(attributes.src, serverOrigin)
  const href = safeLink(attributes['data-original-url'] ?? attributes.src, serverOrigin)
  const named = (attributes.title ?? '').slice(0, 200)
  const fileName = named === '' ? fileNameAt(href ?? '').slice(0, 200) : named
  const name = fileName === '' ? 'Audio' : fileName
  const words = escapeText(name)
  const shown = href === null || isInLink ? words : `<a href="${escapeAttribute(href)}">${words}</a>`
  const player = `<audio title="${escapeAttribute(name)}"${dataAttribute('media', path)}></audio>`
  return { html: path === null ? shown : `<span class="sound">${player}${shown}</span>`, plain: name }
}

/** The picture of a link card as a picture: styles of servers are not taken over. */
function cardImage(style: string | undefined, serverOrigin: string): string {
  const address = /background-image:\s*url\(\s*["']?([^"')]+)/i.exec(style ?? '')?.[1]
  const path = mediaPath(address, serverOrigin)
  return path === null ? '' : `<img data-media="${escapeAttribute(path)}" alt="">`
}

function startTag(
  name: string,
  attributes: Readonly<Record<string, string>>,
  keeps: readonly string[],
  serverOrigin: string,
): string {
  let tag = `<${name}`
  for (const attribute of keeps) {
    const value = attributeValue(attribute, attributes, serverOrigin)
    if (value !== null) tag += ` ${attribute}="${escapeAttribute(value)}"`
  }
  return `${tag}>`
}

function attributeValue(
  attribute: string,
  attributes: Readonly<Record<string, string>>,
  serverOrigin: string,
): string | null {
  switch (attribute) {
    case 'class': {
      const classes = (attributes.class ?? '').split(/\s+/).filter((name) => classPattern.test(name))
      return classes.length === 0 ? null : classes.slice(0, maxClasses).join(' ')
    }
    case 'href':
      return safeLink(attributes.href, serverOrigin)
    case 'data-media':
      return mediaPath(attributes.src, serverOrigin)
    case 'data-align':
      return /text-align:\s*(left|center|right)/.exec(attributes.style ?? '')?.[1] ?? null
    case 'datetime':
      return /^[0-9TZ:.+-]{1,40}$/.test(attributes.datetime ?? '') ? (attributes.datetime ?? null) : null
    default:
      return attributes[attribute]?.slice(0, 500) ?? null
  }
}

/** An absolute link of a scheme that opens nothing by itself; hash links of the server stay relative. */
function safeLink(href: string | undefined, serverOrigin: string): string | null {
  if (href === undefined) return null
  try {
    const url = new URL(href, serverOrigin)
    if (url.href.length > longestLink) return null
    return url.protocol === 'https:' || url.protocol === 'http:' || url.protocol === 'mailto:' ? url.href : null
  } catch {
    return null
  }
}

/**
 * The path of a picture on the account's own server; pictures elsewhere are never fetched (wire-protocol.md §2.10). An
 * address that a parser has to mend first is none: `/a/..//host/b` would lead elsewhere (X1).
 */
export function mediaPath(source: string | null | undefined, serverOrigin: string): string | null {
  if (source == null || source === '' || source.length > longestAddress) return null
  const written = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*(.*)$/is.exec(source)?.[1] ?? source
  if (!isMediaPath(written.startsWith('/') ? written : `/${written}`)) return null
  try {
    const url = new URL(source, serverOrigin)
    const path = url.pathname + url.search
    return url.origin === new URL(serverOrigin).origin && isMediaPath(path) ? path : null
  } catch {
    return null
  }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}
