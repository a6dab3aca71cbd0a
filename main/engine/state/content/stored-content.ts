import { emojiSpan } from './markup.ts'
import type { Content } from './markup.ts'
import { plainOf } from './plain-text.ts'

/** An emoji in every form that `readContent` has written: a span that contains only text. */
const emojiPattern = /<span class="(emoji(?: [^"]*)?)"([^>]*)>([^<]*)<\/span>/g

/** Returns whether the current version would display or find a stored message differently. */
export function needsRenewal(row: { readonly content: string; readonly plain: string }): boolean {
  return (
    row.content.includes('<span class="emoji') ||
    /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(row.plain)
  )
}

/** Converts HTML that an earlier version stored to the result of the current `readContent`. */
export function renewContent(stored: string): Content {
  const html = stored.replaceAll(emojiPattern, (_, classes: string, others: string, text: string) => {
    const label = /title="([^"]*)"/.exec(others)?.[1]
    const attributes = { class: classes, ...(label === undefined ? {} : { title: unescape(label) }) }
    return emojiSpan(attributes, unescape(text)).html
  })
  return { html, plain: plainOf(html, { withHidden: true }) }
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
