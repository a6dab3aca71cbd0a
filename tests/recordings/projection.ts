import type { Json } from './recording.ts'

/** Lists that newer servers send as ids, and this one as objects. */
const olderNames: Readonly<Record<string, string>> = { stream_ids: 'streams', message_ids: 'messages' }

/** Values by which a decoder may replace absent ones. */
const nothing = new Set(['undefined', 'null', 'false', '""', '[]', '{}', '0'])

/**
 * The places at which a decoded value differs from the protocol's: each kept key must have the received value, and
 * lists the same length. Reactions are converted, and are compared separately.
 */
export function inventions(decoded: unknown, wire: Json | undefined, way: string): string[] {
  if (wire === undefined) {
    const text = decoded === undefined ? 'undefined' : JSON.stringify(decoded)
    return nothing.has(text) ? [] : [`${way}: ${text} from nothing`]
  }
  if (typeof decoded === 'number' && typeof wire === 'object' && wire !== null && !Array.isArray(wire)) {
    const { stream_id, id } = wire as Readonly<Record<string, Json>> // just checked
    return inventions(decoded, stream_id ?? id, way)
  }
  if (isReaction(decoded)) return inventionsOfReaction(decoded, wire, way)
  if (Array.isArray(decoded)) {
    if (!Array.isArray(wire)) return [`${way}: a list from ${JSON.stringify(wire)}`]
    if (decoded.length !== wire.length) return [`${way}: ${decoded.length} of ${wire.length}`]
    return decoded.flatMap((one: unknown, index) => inventions(one, wire[index] as Json, `${way}[${index}]`)) // as long
  }
  if (typeof decoded === 'object' && decoded !== null) {
    if (typeof wire !== 'object' || wire === null) return [`${way}: an object from ${JSON.stringify(wire)}`]
    const source = wire as Readonly<Record<string, Json>> // just checked
    return Object.entries(decoded).flatMap(([key, inner]) =>
      inventions(inner, source[key] ?? source[olderNames[key] ?? key], `${way}.${key}`),
    )
  }
  return decoded === wire ? [] : [`${way}: ${JSON.stringify(decoded)} from ${JSON.stringify(wire)}`]
}

interface DecodedReaction {
  readonly name: string
  readonly code: string
  readonly type: string
  readonly userId: number
}

function isReaction(value: unknown): value is DecodedReaction {
  return typeof value === 'object' && value !== null && Object.keys(value).sort().join() === 'code,name,type,userId'
}

function inventionsOfReaction(decoded: DecodedReaction, wire: Json, way: string): string[] {
  const { emoji_name, emoji_code, reaction_type, user_id } = wire as Readonly<Record<string, Json>> // a reaction's keys
  const type = reaction_type === 'zulip_extra_emoji' ? 'svc_extra_emoji' : reaction_type
  const expected = { name: emoji_name, code: emoji_code, type, userId: user_id }
  return Object.entries(expected).flatMap(([key, value]) =>
    decoded[key as keyof DecodedReaction] === value ? [] : [`${way}.${key}: not ${JSON.stringify(value)}`],
  )
}
