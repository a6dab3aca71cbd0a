import { Parser } from 'htmlparser2'
import { mediaPath } from '#engine/state/content/addresses.ts'
import { allowed, classPattern, dropped } from '#engine/state/content/elements.ts'
import { escapeAttribute, escapeText, hasClass, type Attributes } from '#engine/state/content/markup.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { Hours } from '#i18n/format.ts'
import { formatFull } from '#i18n/times.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { plainSchemes } from '#shared/content/link-schemes.ts'
import { fileNameAt } from '#shared/file-name.ts'
import { readUnformatted } from '#shared/unformatted.ts'
import type { CopiedFile } from '../files.ts'

/** The targets of a message's links and files in the export, as addresses from the page. */
export interface ContentTargets {
  /** The origin of the organization's server. */
  readonly origin: string
  readonly hours: Hours
  /** Returns the copy of a file; null if the export lacks it. */
  file(path: string): (CopiedFile & { readonly address: string }) | null
  /** Returns the address of the conversation or message in the export to which a link leads; null if it lacks that. */
  conversation(link: URL): string | null
}

/** The texts of the export, in the language that its thread speaks. */
const t = () => catalogue.exporting.document

const voidElements = new Set(['br', 'hr'])
const placeholder = 'image-loading-placeholder'
/** Blocks that take their direction from their own letters. */
const directed = new Set(['p', 'li', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th'])
const maxDepth = clientLimits.contentDepth.most
const longestAddress = clientLimits.pageLink.most

/**
 * Converts the stored HTML of a message to HTML for a page of the export. The stored HTML is not trusted: only the
 * allow-listed elements of messages are written, with addresses in the export or of the web and of mail.
 */
export function exportedContent(stored: string, targets: ContentTargets): string {
  const { kept, html: source } = readUnformatted(stored)
  const note = kept === 'formatted' ? '' : `<p class="note">${escapeText(t().unformatted[kept])}</p>`
  let html = ''
  /** The end tags of the open elements; empty for elements that are replaced by their text. */
  const open: string[] = []
  /** The depth inside an element that is removed with its contents. */
  let leftOut = 0
  let linkDepth = 0

  const begin = (tag: string, end: string) => {
    html += tag
    open.push(end)
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (leftOut > 0) {
          leftOut += 1
          return
        }
        if (dropped.has(name)) {
          leftOut = 1
          return
        }
        if (voidElements.has(name)) {
          html += `<${name}>`
          return
        }
        if (name === 'img') {
          html += picture(attributes, targets, linkDepth > 0)
          return
        }
        if (open.length >= maxDepth) {
          begin('', '')
          return
        }
        switch (name) {
          case 'a': {
            const tag = linkTag(attributes, targets)
            if (tag !== null) linkDepth += 1
            begin(tag ?? '<span class="refused">', tag === null ? '</span>' : '</a>')
            return
          }
          case 'video':
          case 'audio':
            html += player(name, attributes, targets)
            leftOut = 1
            return
          case 'time': {
            const drawn = time(attributes, targets.hours)
            html += drawn
            // The server's words for the moment are left out.
            if (drawn === '') begin('', '')
            else leftOut = 1
            return
          }
          case 'span':
            if (hasClass(attributes, placeholder)) {
              html += picture({ ...attributes, 'data-media': '' }, targets, linkDepth > 0)
              begin('', '')
            } else if (hasClass(attributes, 'tex')) begin('<code class="tex">', '</code>')
            else begin(`<span${named(attributes)}>`, '</span>')
            return
          case 'div':
            if (hasClass(attributes, 'spoiler-block')) begin('<details class="spoiler">', '</details>')
            else if (hasClass(attributes, 'spoiler-header')) begin('<summary>', '</summary>')
            else begin(`<div${named(attributes)}>`, '</div>')
            return
          case 'ol': {
            const start = /^-?\d{1,9}$/.test(attributes.start ?? '') ? ` start="${attributes.start ?? ''}"` : ''
            begin(`<ol${start}>`, '</ol>')
            return
          }
          default:
            if (allowed[name] === undefined) begin('', '')
            else begin(`<${name}${directed.has(name) ? ' dir="auto"' : ''}${alignment(attributes)}>`, `</${name}>`)
        }
      },
      ontext(text) {
        if (leftOut === 0) html += escapeText(text)
      },
      onclosetag(name) {
        if (leftOut > 0) {
          leftOut -= 1
          return
        }
        if (voidElements.has(name) || name === 'img') return
        const end = open.pop() ?? ''
        if (end === '</a>') linkDepth -= 1
        html += end
      },
    },
    { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: false },
  )
  parser.end(source)
  return note + html
}

/** The classes, the title and the accessible name of an element. */
function named(attributes: Attributes): string {
  const classes = (attributes.class ?? '').split(/\s+/).filter((name) => classPattern.test(name))
  const kept = classes.length === 0 ? '' : ` class="${classes.slice(0, clientLimits.contentClasses.most).join(' ')}"`
  const isEmoji = classes.includes('emoji')
  const label = attributes['aria-label']
  const role = isEmoji && label !== undefined ? ` role="img" aria-label="${escapeAttribute(label.slice(0, 500))}"` : ''
  const title =
    isEmoji && attributes.title !== undefined ? ` title="${escapeAttribute(attributes.title.slice(0, 500))}"` : ''
  return `${kept}${role}${title}`
}

function alignment(attributes: Attributes): string {
  const align = attributes['data-align']
  return align === 'left' || align === 'center' || align === 'right' ? ` class="align-${align}"` : ''
}

/** The start tag of a link; null if its address may not be opened. */
function linkTag({ href, title }: Attributes, targets: ContentTargets): string | null {
  if (href === undefined) return null
  let url: URL
  try {
    url = new URL(href, targets.origin)
  } catch {
    return null
  }
  if (!plainSchemes.has(url.protocol) || url.href.length > longestAddress) return null
  const hint = title === undefined ? '' : ` title="${escapeAttribute(title.slice(0, 500))}"`
  const inside = url.origin === targets.origin ? insideAddress(url, targets) : null
  if (inside !== null) return `<a href="${escapeAttribute(inside)}"${hint}>`
  return `<a href="${escapeAttribute(url.href)}" rel="noreferrer noopener"${hint}>`
}

/** The address in the export of a link into the organization; null if the export lacks its target. */
function insideAddress(url: URL, targets: ContentTargets): string | null {
  if (url.pathname.startsWith('/user_uploads/')) return targets.file(url.pathname + url.search)?.address ?? null
  return targets.conversation(url)
}

/** Returns the copy of the file that an attribute names. */
function copyOf(value: string | undefined, targets: ContentTargets) {
  const path = mediaPath(value, targets.origin)
  return path === null ? null : targets.file(path)
}

/** A picture, with a link to its original unless it is in a link; a missing one is replaced by its name. */
function picture(attributes: Attributes, targets: ContentTargets, isInLink: boolean): string {
  const shown = [attributes['data-media'], attributes['data-full'], attributes['data-file']]
    .map((value) => copyOf(value, targets))
    .find((copy) => copy?.isPicture === true)
  const alt = attributes.alt ?? attributes.title ?? ''
  const isEmoji = hasClass(attributes, 'emoji')
  if (shown == null) {
    const path = attributes['data-file'] ?? attributes['data-full'] ?? attributes['data-media'] ?? ''
    const name = alt === '' ? fileNameAt(path).slice(0, 200) : alt
    return isEmoji || name === ''
      ? escapeText(name)
      : `<span class="missing">${escapeText(t().missingPicture(name.slice(0, 500)))}</span>`
  }
  const classes = isEmoji ? ' class="emoji"' : ''
  const image = `<img${classes} src="${escapeAttribute(shown.address)}" alt="${escapeAttribute(alt.slice(0, 500))}" loading="lazy">`
  if (isInLink || isEmoji) return image
  const original = copyOf(attributes['data-file'], targets) ?? copyOf(attributes['data-full'], targets) ?? shown
  return `<a href="${escapeAttribute(original.address)}">${image}</a>`
}

/** The player of a video or sound; a missing one is replaced by a note. */
function player(kind: 'video' | 'audio', attributes: Attributes, targets: ContentTargets): string {
  const path = attributes['data-media'] ?? ''
  const copy = copyOf(path, targets)
  const name = (attributes.title ?? fileNameAt(path)).slice(0, 200)
  if (copy === null) return `<span class="missing">${escapeText(t().missingFile(name))}</span>`
  return `<${kind} controls preload="none" src="${escapeAttribute(copy.address)}" title="${escapeAttribute(name)}"></${kind}>`
}

/** A moment in the words of the reader; without a valid one, nothing. */
function time({ datetime }: Attributes, hours: Hours): string {
  const seconds = Date.parse(datetime ?? '') / 1000
  return Number.isNaN(seconds)
    ? ''
    : `<time datetime="${new Date(seconds * 1000).toISOString()}">${escapeText(formatFull(seconds, hours))}</time>`
}
