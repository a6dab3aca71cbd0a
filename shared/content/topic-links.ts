import { bareLinks } from './bare-links.ts'

/** A link in the name of a topic. */
export interface NamedLink {
  readonly text: string
  readonly url: string
}

/**
 * The links in the name of a topic, in its order: matches of linkifiers, and addresses outside of them. Addresses without
 * a scheme are read as https, as the family's servers read them in topics.
 */
export function linksInTopic(
  topic: string,
  matches: readonly { readonly start: number; readonly end: number; readonly url: string }[],
): NamedLink[] {
  const found = [...matches]
  for (const { start, end } of bareLinks(topic)) {
    if (matches.some((match) => start < match.end && match.start < end)) continue
    found.push({ start, end, url: addressOf(topic.slice(start, end)) })
  }
  return found.sort((a, b) => a.start - b.start).map(({ start, end, url }) => ({ text: topic.slice(start, end), url }))
}

function addressOf(written: string): string {
  if (/^(?:https?:\/\/|bitcoin:)/i.test(written)) return written
  return /^[^/]*@/.test(written) ? `mailto:${written}` : `https://${written}`
}
