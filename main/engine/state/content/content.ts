import { Parser } from 'htmlparser2'
import { clientLimits } from '#shared/client-limits.ts'
import { unformatted } from '#shared/unformatted.ts'
import { contentKinds } from '../../values/message-text.ts'
import { mediaPath } from './addresses.ts'
import { allowed, dropped, startTag } from './elements.ts'
import { textOf } from './html-text.ts'
import { emojiSpan, blocks, escapeText, hasClass, type Attributes, type Content } from './markup.ts'
import { cardImage, picture, sound } from './media-elements.ts'

/** Returns the kinds of content in allow-listed HTML, as bits of `contentKinds`. A mention is not a link. */
export function kindsOf(html: string): number {
  const hasAttachment = /(?:href="[^"]*|data-(?:media|full|file)=")\/user_uploads\//.test(html)
  const hasImage = /<(?:img|video)[^>]* data-media="|<span class="image-loading-placeholder[ "]/.test(html)
  // Servers count every address of a file as a link.
  const hasLink = hasAttachment || /<a [^>]*href="/.test(html)
  return (
    (hasAttachment ? contentKinds.attachment : 0) |
    (hasImage ? contentKinds.image : 0) |
    (hasLink ? contentKinds.link : 0)
  )
}

const voidElements = new Set(['br', 'hr', 'img'])
/** The class of a link card's image, which is a CSS background (wire-protocol.md §2.14). */
const cardPicture = 'message_embed_image'
/** The class of cards for external files of servers below level 395. A link to the file precedes the card. */
const legacyCard = 'message_inline_ref'

const maxDepth = clientLimits.contentDepth.most
const longestSource = clientLimits.contentSource.most
const longestHtml = clientLimits.contentHtml.most
const mostElements = clientLimits.contentElements.most
const mostNesting = clientLimits.contentNesting.most

/** Aborts the parsing of HTML that exceeds the limits. */
class TooLarge extends Error {}

/**
 * Converts a server's HTML to HTML that the renderer may draw. Unknown elements are replaced by their text, only
 * harmless schemes are kept, and images become paths on the account's server (`data-media`). HTML beyond the limits
 * (`clientLimits.content…`) is reduced to its text.
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
  /** The depth of the parser's own stack, which slows down with the depth even if elements are dropped. */
  let nesting = 0
  let html = ''
  let plain = ''
  let isInLine = false
  /** Appends to the plain text without reading its end, which would copy the text each time. */
  const append = (words: string) => {
    if (words === '') return
    plain += words
    isInLine = !words.endsWith('\n')
  }
  let opened = { tag: '', end: 0 }
  const open: (string | null)[] = []
  /** The depth inside an element that is removed with its contents. */
  let leftOut = 0
  /** The target of the surrounding link, as the server sent it. */
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
          append(drawn.plain)
          // The contents are a fallback for programs without audio.
          leftOut = 1
          return
        }
        const keeps = allowed[name]
        if (blocks.has(name) && isInLine) append('\n')
        if (name === 'img') {
          const drawn = picture(attributes, link, pathOf)
          html += drawn.html
          append(drawn.plain)
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
        append(text)
      },
      onclosetag(name) {
        nesting -= 1
        if (formula !== null) {
          if (formula.depth === formula.sourceDepth) formula.sourceDepth = null
          formula.depth -= 1
          if (formula.depth >= 0) return
          // The renderer draws the formula from its source, so that the server's markup and styles are not needed.
          html += `<span class="tex${formula.isDisplay ? ' tex-display' : ''}">${escapeText(formula.source)}</span>`
          append(formula.source)
          formula = null
          return
        }
        if (emoji !== null) {
          emoji.depth -= 1
          if (emoji.depth >= 0) return
          const drawn = emojiSpan(emoji.attributes, emoji.text)
          html += drawn.html
          append(drawn.plain)
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
  readonly attributes: Attributes
}

interface Formula {
  depth: number
  /** The depth of the source's element while it is read, otherwise null. */
  sourceDepth: number | null
  source: string
  readonly isDisplay: boolean
}
