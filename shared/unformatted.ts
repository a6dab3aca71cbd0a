/**
 * The mark before the HTML of a message that was too large to keep its formatting, so that only its text is stored:
 * `whole`, or `cut` where the text was too long as well. HTML of a server never contains this attribute, since the
 * engine removes it.
 */
export const unformatted = {
  whole: '<div data-unformatted="whole"></div>',
  cut: '<div data-unformatted="cut"></div>',
} as const

/** Reads the mark: how much of the message is stored, and the HTML without the mark. */
export function readUnformatted(html: string): { readonly kept: 'formatted' | 'whole' | 'cut'; readonly html: string } {
  for (const kept of ['whole', 'cut'] as const) {
    if (html.startsWith(unformatted[kept])) return { kept, html: html.slice(unformatted[kept].length) }
  }
  return { kept: 'formatted', html }
}
