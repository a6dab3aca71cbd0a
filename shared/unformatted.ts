/**
 * What the HTML of a message begins with that was too large to be kept with its formatting, so that its text alone is
 * there: `whole`, or `cut` where even the text was too long. The engine writes no such attribute for any HTML of a server.
 */
export const unformatted = {
  whole: '<div data-unformatted="whole"></div>',
  cut: '<div data-unformatted="cut"></div>',
} as const

/** Reads the mark: how much of the message is there, and the HTML without the mark. */
export function readUnformatted(html: string): { readonly kept: 'formatted' | 'whole' | 'cut'; readonly html: string } {
  for (const kept of ['whole', 'cut'] as const) {
    if (html.startsWith(unformatted[kept])) return { kept, html: html.slice(unformatted[kept].length) }
  }
  return { kept: 'formatted', html }
}
