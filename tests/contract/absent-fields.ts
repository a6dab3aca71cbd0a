import { decodeEvent } from '#engine/state/events.ts'
import { nameOf, waysIn, type Key } from '#support/ways.ts'

/** The effects of absent fields in answers and events, and the required fields. */

export type Tree = Readonly<Record<string, unknown>>

/** The tree without the value at a path. */
export function without(value: unknown, way: readonly Key[]): unknown {
  const [key, ...rest] = way
  if (Array.isArray(value)) return value.map((one, index) => (index === key ? without(one, rest) : (one as unknown)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name !== key) return [[name, inner as unknown]]
      return rest.length === 0 ? [] : [[name, without(inner, rest)]]
    }),
  )
}

/** The paths at which two decoded values differ; lists of different lengths differ as a whole. */
function differences(a: unknown, b: unknown, way: readonly Key[] = []): (readonly Key[])[] {
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return [way]
    return a.flatMap((one, index) => differences(one, b[index], [...way, index]))
  }
  const areObjects = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  if (!areObjects || Array.isArray(a) || Array.isArray(b)) return Object.is(a, b) ? [] : [way]
  const [left, right] = [a as Tree, b as Tree]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
    differences(left[key], right[key], [...way, key]),
  )
}

/** Whether only one field of the object at the path differs. */
function losesFieldAlone(full: unknown, partial: unknown, way: readonly Key[]): boolean {
  const place = way.slice(0, -1)
  const lost = differences(full, partial)
  if (!lost.every((found) => found.length > place.length && place.every((key, index) => found[index] === key))) {
    return false
  }
  return new Set(lost.map((found) => found[place.length])).size <= 1
}

/** The fields whose absence throws, or loses more than the field. */
export async function neededIn(wire: unknown, read: (wire: unknown) => unknown): Promise<string[]> {
  const full = await read(wire)
  const needed: string[] = []
  for (const way of waysIn(wire)) {
    const name = nameOf(way)
    if (needed.some((other) => name.startsWith(`${other}.`))) continue
    try {
      if (!losesFieldAlone(full, await read(without(wire, way)), way)) needed.push(name)
    } catch {
      needed.push(name)
    }
  }
  return needed
}

/** The tree with only its required fields. */
export function bareOf(wire: unknown, needed: readonly string[]): unknown {
  const ways = [...waysIn(wire)].filter((way) => {
    const name = nameOf(way)
    return !needed.some((other) => other === name || other.startsWith(`${name}.`) || name.startsWith(`${other}.`))
  })
  return ways.reduce<unknown>((rest, way) => without(rest, way), wire)
}

/** Converts the server's answers to the form of a stock server. */
function asStock(value: unknown): unknown {
  if (value === 'svc_extra_emoji') return 'zulip_extra_emoji'
  if (Array.isArray(value)) return value.map(asStock)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replace(/^svc_/, 'zulip_'), asStock(inner)]),
  )
}

export const dialects = [
  ['svc', (value: unknown) => value],
  ['stock', asStock],
] as const

/** The fields of the envelope: an answer without `result` is invalid, and only refusals have `msg`. */
export const envelope: ReadonlySet<string> = new Set(['result', 'msg'])

/**
 * The required fields of answers, entries and events, by key: the object's identity, owner and place; the operation;
 * the texts, times and files of the object. The service's description requires all of them.
 */
const identifying: ReadonlySet<string> = new Set([
  ...['id', 'ids', 'type', 'op', 'property', 'value', 'flag', 'name', 'status', 'msg_type'],
  ...['message', 'messages', 'message_id', 'message_ids', 'submessage_id', 'sender_id', 'sender', 'display_recipient'],
  ...['stream', 'subscribers', 'is_subscribed', 'user', 'user_groups'],
  ...['stream_id', 'stream_ids', 'streams', 'subscriptions', 'topic_name', 'visibility_policy', 'topics', 'max_id'],
  ...[
    'user_id',
    'user_ids',
    'person',
    'full_name',
    'recipients',
    'muted_users',
    'muted_topics',
    'presence',
    'timestamp',
  ],
  ...['content', 'emoji_name', 'emoji_code', 'reaction_type', 'realm_emoji', 'source_url', 'data', 'alert_words'],
  ...['group', 'group_id', 'direct_subgroup_ids', 'fields', 'realm_linkifiers', 'pattern', 'url_template'],
  ...['default_streams', 'realm_playgrounds', 'pygments_language', 'realm_domain', 'domain', 'message_history'],
  ...['bot', 'bots', 'api_key'],
  ...[
    'draft',
    'drafts',
    'saved_snippet_id',
    'saved_snippets',
    'draft_id',
    'to',
    'rendered',
    'scheduled_message',
    'scheduled_messages',
    'scheduled_message_id',
  ],
  ...['scheduled_delivery_timestamp', 'attachment', 'attachments', 'path_id', 'uri', 'events'],
  // The end of a page and the progress of marking decide the next request.
  ...['anchor', 'found_newest', 'found_oldest', 'updated_count', 'last_processed_id'],
])

/** Required fields that do not identify an object; the decoders should give them defaults. */
export function surplus(needed: readonly string[]): string[] {
  return needed.filter((name) => !envelope.has(name) && !identifying.has(name.split('.').at(-1) ?? ''))
}

/** The effect of an absent field on an event. */
export interface Fates {
  /** Fields whose absence loses only the field, which gets its default. */
  readonly defaulted: readonly string[]
  /** Fields whose absence makes the event or an entry unreadable: a registration recovers it. */
  readonly refused: readonly string[]
  /** Fields whose absence loses more than the field without notice. */
  readonly silent: readonly string[]
  /** Fields that are not read. */
  readonly unread: readonly string[]
}

export function fatesOf(event: unknown): Fates {
  const fates = { defaulted: [] as string[], refused: [] as string[], silent: [] as string[], unread: [] as string[] }
  const full = decodeEvent(event)
  for (const way of waysIn(event)) {
    const name = nameOf(way)
    const partial = decodeEvent(without(event, way))
    if (partial === undefined || partial.isIncomplete === true) fates.refused.push(name)
    else if (differences(full, partial).length === 0) fates.unread.push(name)
    else if (losesFieldAlone(full, partial, way)) fates.defaulted.push(name)
    else fates.silent.push(name)
  }
  return fates
}
