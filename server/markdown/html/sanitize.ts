import sanitizeHtml from 'sanitize-html'
import { allowedAttributes, allowedTags } from './allowed-html.ts'
import { isClean } from './clean.ts'
import { schemes } from '../inline/link-address.ts'

/** The package's types lack an option that it has. */
const allowed: sanitizeHtml.IOptions & { readonly allowedEmptyAttributes: readonly string[] } = {
  allowedTags: [...allowedTags],
  allowedAttributes: Object.fromEntries(Object.entries(allowedAttributes).map(([name, names]) => [name, [...names]])),
  // A title without words.
  allowedEmptyAttributes: ['alt', 'title'],
  allowedStyles: { '*': { 'text-align': [/^(?:left|right|center)$/] } },
  allowedSchemes: schemes,
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
}

/**
 * The last safeguard of rendered Markdown. The renderer passes no HTML through; if it does by a bug, the sanitizer
 * removes it. Clean HTML, which all of it should be, skips the sanitizer.
 */
export function sanitizeRendered(html: string): string {
  return isClean(html) ? html : sanitizeAnything(html)
}

/** Sanitizes any HTML to the allow-list. */
export function sanitizeAnything(html: string): string {
  // Text is escaped, so a closing ` />` can only belong to a tag.
  return sanitizeHtml(html, allowed)
    .replaceAll(' />', '>')
    .replaceAll(/ style="text-align:(left|right|center)"/g, ' style="text-align: $1;"')
}
