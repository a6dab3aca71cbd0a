import type { TopicLink } from '#contract/streams.ts'

/** A part of a title; a part with an address is a link. */
export interface TitlePart {
  readonly text: string
  readonly url: string | null
}

/** Splits a title at the links of its topic. A link whose text is not in the title is only in the menu. */
export function titleParts(title: string, links: readonly TopicLink[]): readonly TitlePart[] {
  const parts: TitlePart[] = []
  let end = 0
  for (const { text, url } of links) {
    const start = offsetOf(title, text, end)
    if (start === -1) continue
    if (start > end) parts.push({ text: title.slice(end, start), url: null })
    parts.push({ text, url })
    end = start + text.length
  }
  return end < title.length ? [...parts, { text: title.slice(end), url: null }] : parts
}

/** Returns the position of a text from an offset on, preferably as a separate word; -1 if it does not occur. */
function offsetOf(title: string, text: string, from: number): number {
  if (text === '') return -1
  for (let at = title.indexOf(text, from); at !== -1; at = title.indexOf(text, at + 1)) {
    const isWord = !wordAtEnd.test(title.slice(0, at)) && !wordAtStart.test(title.slice(at + text.length))
    if (isWord) return at
  }
  return title.indexOf(text, from)
}

const wordAtEnd = /[\p{L}\p{N}]$/u
const wordAtStart = /^[\p{L}\p{N}]/u
