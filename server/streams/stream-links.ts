import { hashEncode } from '../markdown/inline/mentions.ts'
import { plainMarkdown } from '../markdown/html/escape.ts'
import type { StreamRow } from '../store/streams.ts'

/**
 * Characters in a name that would end `#**stream>topic**` early, or that other servers of the family render
 * differently.
 */
const breaksName = /[*`>]|\$\$/
const breaksTopic = /[*`]|\$\$/

/** The address of a stream below `#narrow`, in the form of the family's web app. */
function streamAddress(stream: StreamRow): string {
  return `#narrow/stream/${stream.id}-${hashEncode(stream.name.replaceAll(' ', '-'))}`
}

/** The address of a message in its conversation. */
export function messageAddress(stream: StreamRow, topic: string, messageId: number): string {
  return `${streamAddress(stream)}/topic/${hashEncode(topic)}/near/${messageId}`
}

/** A link to a stream in a text of the server, with an escaped name. */
export function streamLink(stream: StreamRow): string {
  if (!breaksName.test(stream.name)) return `#**${stream.name}**`
  return `[#${plainMarkdown(stream.name)}](${streamAddress(stream)})`
}

/** A link to a topic of a stream. */
export function topicLink(stream: StreamRow, topic: string): string {
  if (!breaksName.test(stream.name) && !breaksTopic.test(topic)) return `#**${stream.name}>${topic}**`
  const words = `#${plainMarkdown(stream.name)} > ${plainMarkdown(topic)}`
  return `[${words}](${streamAddress(stream)}/topic/${hashEncode(topic)})`
}
