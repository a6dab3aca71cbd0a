import type { StreamId } from '#shared/ids.ts'
import type { FoundNarrow } from '#contract/calls/search.ts'
import { foldName } from '#shared/name-query.ts'
import { addressInText } from '../../app/written-links.ts'
import { isNameBegun } from './begun.ts'
import type { Offer } from './offer.ts'
import { narrowQuery } from './written-before.ts'

/** A stream that can be linked to. */
export interface NamedStream {
  readonly streamId: StreamId
  readonly name: string
  readonly color: string
}

/** A name with these would end `#**stream>topic**` early, or be read otherwise by some servers. */
const breaking = /[*`>&[\]]|\$\$/
/** Signs that would be Markdown in the words of a link. */
const signs = /[*`[\]<>&@|]|~(?=~)|:(?=[\p{L}\p{N}_+-])|\$(?=\$)/gu
const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function asWords(name: string): string {
  return name.replaceAll(signs, (sign) => references[sign] ?? `&#${sign.charCodeAt(0)};`)
}

/** A stream or topic as a text links to it: by its name, or by its address where the name has signs of Markdown. */
export function writtenNarrow({ streamId, name }: Omit<NamedStream, 'color'>, topic: string | null): string {
  if (!breaking.test(name) && !breaking.test(topic ?? '')) return `#**${name}${topic === null ? '' : `>${topic}`}**`
  return topic === null
    ? `[#${asWords(name)}](${addressInText({ kind: 'stream', streamId }, name)})`
    : `[#${asWords(name)} > ${asWords(topic)}](${addressInText({ kind: 'topic', streamId, topic }, name)})`
}

/** Offers a stream. @param typed what was typed of its name */
export function streamOffer(stream: NamedStream, typed: string): Offer {
  const { name, color } = stream
  const isBegun = isNameBegun(name, typed)
  return { label: name, detail: '', text: `${writtenNarrow(stream, null)} `, isBegun, mark: { kind: 'stream', color } }
}

/** Offers the found streams and topics for what was typed: a name, or `stream>topic`. */
export function narrowOffers(found: readonly FoundNarrow[], typed: string): Offer[] {
  const { stream, text } = narrowQuery(typed)
  const wanted = stream === null ? null : foldName(stream)
  return found.flatMap((found): Offer[] => {
    if (found.kind === 'direct' || found.isNear) return []
    // The name of a stream may have that sign, too.
    if (found.kind === 'stream')
      return wanted === null || isNameBegun(found.name, typed) ? [streamOffer(found, typed)] : []
    const { streamId, streamName, topic, name, color } = found
    if (topic === '' || (wanted !== null && !foldName(streamName).includes(wanted))) return []
    const isBegun = isNameBegun(topic, text) && (stream === null || isNameBegun(streamName, stream))
    const written = `${writtenNarrow({ streamId, name: streamName }, topic)} `
    return [{ label: name, detail: streamName, text: written, isBegun, mark: { kind: 'stream', color } }]
  })
}
