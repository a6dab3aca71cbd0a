import type { StreamId } from '#shared/ids.ts'
import type { FoundNarrow } from '#contract/search.ts'
import { foldName } from '#shared/name-query.ts'
import { addressInText } from '#renderer/state/links/written-links.ts'
import { isNameBegun, type Offer } from './offer.ts'
import { narrowQuery } from './completable.ts'

/** A stream that a text can link to. */
export interface NamedStream {
  readonly streamId: StreamId
  readonly name: string
  readonly color: string
}

/** The characters that would end `#**stream>topic**` early or that some servers read otherwise. */
const breaking = /[*`>&[\]]|\$\$/
/** The characters that would be Markdown in the text of a link. */
const signs = /[*`[\]<>&@|]|~(?=~)|:(?=[\p{L}\p{N}_+-])|\$(?=\$)/gu
const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function asWords(name: string): string {
  return name.replaceAll(signs, (sign) => references[sign] ?? `&#${sign.charCodeAt(0)};`)
}

/** Returns the Markdown of a link to a stream or topic, by its address if the name has Markdown characters. */
export function writtenNarrow({ streamId, name }: Omit<NamedStream, 'color'>, topic: string | null): string {
  if (!breaking.test(name) && !breaking.test(topic ?? '')) return `#**${name}${topic === null ? '' : `>${topic}`}**`
  return topic === null
    ? `[#${asWords(name)}](${addressInText({ kind: 'stream', streamId }, name)})`
    : `[#${asWords(name)} > ${asWords(topic)}](${addressInText({ kind: 'topic', streamId, topic }, name)})`
}

/** Creates the offer of a stream. @param typed the typed part of its name */
export function streamOffer(stream: NamedStream, typed: string): Offer {
  const { name, color } = stream
  const isBegun = isNameBegun(name, typed)
  return { label: name, detail: '', text: `${writtenNarrow(stream, null)} `, isBegun, mark: { kind: 'stream', color } }
}

/** Creates offers from the found streams and topics. @param typed a name, or `stream>topic` */
export function narrowOffers(found: readonly FoundNarrow[], typed: string): Offer[] {
  const { stream, text } = narrowQuery(typed)
  const wanted = stream === null ? null : foldName(stream)
  return found.flatMap((found): Offer[] => {
    if (found.kind === 'direct' || found.isNear) return []
    // The name of a stream may contain `>`, too.
    if (found.kind === 'stream')
      return wanted === null || isNameBegun(found.name, typed) ? [streamOffer(found, typed)] : []
    const { streamId, streamName, topic, name, color } = found
    if (topic === '' || (wanted !== null && !foldName(streamName).includes(wanted))) return []
    const isBegun = isNameBegun(topic, text) && (stream === null || isNameBegun(streamName, stream))
    const written = `${writtenNarrow({ streamId, name: streamName }, topic)} `
    return [{ label: name, detail: streamName, text: written, isBegun, mark: { kind: 'stream', color } }]
  })
}
