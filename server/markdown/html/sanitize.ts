import sanitizeHtml from 'sanitize-html'
import { allowedAttributes, allowedTags } from './allowed-html.ts'
import { isClean } from './clean.ts'
import { schemes } from '../inline/link-address.ts'

/** The option `allowedEmptyAttributes` is missing in the package's types. */
const allowed: sanitizeHtml.IOptions & { readonly allowedEmptyAttributes: readonly string[] } = {
  allowedTags: [...allowedTags],
  allowedAttributes: Object.fromEntries(Object.entries(allowedAttributes).map(([name, names]) => [name, [...names]])),
  // A title may be empty.
  allowedEmptyAttributes: ['alt', 'title'],
  allowedStyles: { '*': { 'text-align': [/^(?:left|right|center)$/] } },
  allowedSchemes: schemes,
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
}

/**
 * Sanitizes rendered Markdown as a second line of defence: the renderer passes no HTML of a text through, except by a
 * bug. Clean HTML is returned unchanged.
 */
export function sanitizeRendered(html: string): string {
  return isClean(html) ? html : sanitizeAnything(html)
}

/** Reduces any HTML to the allowed tags and attributes. */
export function sanitizeAnything(html: string): string {
  // Text is escaped, so a closing ` />` can only belong to a tag.
  return sanitizeHtml(html, allowed)
    .replaceAll(' />', '>')
    .replaceAll(/ style="text-align:(left|right|center)"/g, ' style="text-align: $1;"')
}
