import { fileNameAt } from '#shared/file-name.ts'
import { mediaPath, safeLink } from './addresses.ts'
import { pictureReferences } from './content-media.ts'
import { allowed, startTag } from './elements.ts'
import { escapeAttribute, escapeText, hasClass, type Attributes, type Content } from './markup.ts'

/** The class of an image that has no thumbnail yet (level 276). A `rendering_only` edit follows. */
const placeholder = 'image-loading-placeholder'

/** Converts an image, or its placeholder while the server has no thumbnail yet. The plain text is its description. */
export function picture(
  attributes: Attributes,
  link: string | null,
  pathOf: (address: string | undefined) => string | null,
): Content {
  const isPending = hasClass(attributes, placeholder)
  // The source of a placeholder is the server's spinner, which is not shown.
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

/**
 * Converts audio on the account's server to a player with a link to its file (level 405). The plain text is its name.
 */
export function sound(attributes: Attributes, isInLink: boolean, serverOrigin: string): Content {
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

/** Converts the background image of a link card to an image element; the server's styles are not kept. */
export function cardImage(style: string | undefined, serverOrigin: string): string {
  const address = /background-image:\s*url\(\s*["']?([^"')]+)/i.exec(style ?? '')?.[1]
  const path = mediaPath(address, serverOrigin)
  return path === null ? '' : `<img data-media="${escapeAttribute(path)}" alt="">`
}
