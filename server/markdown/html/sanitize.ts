import sanitizeHtml from 'sanitize-html'
import { allowedAttributes, allowedTags } from './allowed-html.ts'
import { isClean } from './clean.ts'
import { schemes } from '../inline/link-address.ts'

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...allowedTags],
  allowedAttributes: Object.fromEntries(Object.entries(allowedAttributes).map(([name, names]) => [name, [...names]])),
  allowedStyles: { '*': { 'text-align': [/^(?:left|right|center)$/] } },
  allowedSchemes: schemes,
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
}

/**
 * The last door of rendered Markdown. The renderer lets no HTML of a writer through; whatever a mistake in it let
 * through ends here. What is clean as it stands, and all of it should be, needs no sanitiser.
 */
export function sanitizeRendered(html: string): string {
  return isClean(html) ? html : sanitizeAnything(html)
}

/** Sanitizes any HTML to the allow-list. */
export function sanitizeAnything(html: string): string {
  // Text is escaped, so that a closing ` />` can only be that of a tag.
  return sanitizeHtml(html, allowed)
    .replaceAll(' />', '>')
    .replaceAll(/ style="text-align:(left|right|center)"/g, ' style="text-align: $1;"')
}
