import { hashEncode } from '../markdown/inline/mentions.ts'
import { plainMarkdown } from '../markdown/html/plain-text.ts'
import type { StreamRow } from '../store/streams.ts'

/** A name with these would end `#**stream>topic**` early, or be rendered otherwise by other servers of the family. */
const breaksName = /[*`>]|\$\$/
const breaksTopic = /[*`]|\$\$/

/** The address of a stream below `#narrow`, as the family's web app writes it. */
function streamAddress(stream: StreamRow): string {
  return `#narrow/stream/${stream.id}-${hashEncode(stream.name.replaceAll(' ', '-'))}`
}

/** The address of a message in its conversation. */
export function messageAddress(stream: StreamRow, topic: string, messageId: number): string {
  return `${streamAddress(stream)}/topic/${hashEncode(topic)}/near/${messageId}`
}

/** A link to a stream in a text of the server; any name is escaped to be only that link. */
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
