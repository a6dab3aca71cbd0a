import { z } from 'zod'
import type { TopicLink } from '#contract/streams.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { WireTopicLink } from '../../api/resources/message-schema.ts'
import { safeLink } from '../content/addresses.ts'

const storedSchema = z.array(z.object({ text: z.string(), url: z.string() }))

/**
 * Returns the links that the topic may show: they have the schemes that links of messages may have. A link without a
 * text shows its address.
 */
export function safeTopicLinks(links: readonly WireTopicLink[], serverOrigin: string): readonly TopicLink[] {
  return links.slice(0, clientLimits.topicLinks.most).flatMap(({ text, url }) => {
    const address = url === '' ? null : safeLink(url, serverOrigin)
    if (address === null || address.length > clientLimits.topicLinkAddress.most) return []
    return [{ text: (text === '' ? address : text).slice(0, clientLimits.linkText.most), url: address }]
  })
}

/** Serializes the links of a topic; null if the server did not send them. */
export function writeTopicLinks(links: readonly WireTopicLink[] | undefined, serverOrigin: string): string | null {
  return links === undefined ? null : JSON.stringify(safeTopicLinks(links, serverOrigin))
}

/** Reads the stored links of a topic, which are empty if they are unreadable. */
export function readTopicLinks(stored: string): readonly TopicLink[] {
  try {
    return storedSchema.catch([]).parse(JSON.parse(stored))
  } catch {
    return []
  }
}
