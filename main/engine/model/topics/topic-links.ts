import { z } from 'zod'
import type { TopicLink } from '#contract/values.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { WireTopicLink } from '../../api/topic-links.ts'
import { safeLink } from '../content/addresses.ts'

const storedSchema = z.array(z.object({ text: z.string(), url: z.string() }))

/** The links that may be shown: those of a scheme that links of messages may have. One without a text shows its address. */
export function safeTopicLinks(links: readonly WireTopicLink[], serverOrigin: string): readonly TopicLink[] {
  return links.slice(0, clientLimits.topicLinks.most).flatMap(({ text, url }) => {
    const address = url === '' ? null : safeLink(url, serverOrigin)
    if (address === null || address.length > clientLimits.topicLinkAddress.most) return []
    return [{ text: (text === '' ? address : text).slice(0, clientLimits.linkText.most), url: address }]
  })
}

/** The links of a topic in their stored form; null if the server has not said them. */
export function writeTopicLinks(links: readonly WireTopicLink[] | undefined, serverOrigin: string): string | null {
  return links === undefined ? null : JSON.stringify(safeTopicLinks(links, serverOrigin))
}

/** Stored links of a topic; none if they cannot be read. */
export function readTopicLinks(stored: string): readonly TopicLink[] {
  try {
    return storedSchema.catch([]).parse(JSON.parse(stored))
  } catch {
    return []
  }
}
