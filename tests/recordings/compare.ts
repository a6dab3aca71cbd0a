import type { Difference } from './deviations.ts'
import type { IdMap } from './id-map.ts'
import { idKindAt, keyKindAt } from './ids-in-answers.ts'
import { normalizeHtml } from './normalize-html.ts'
import { textOf, type Json, type JsonObject } from './recording.ts'
import { translateText, translateWidget } from './translate.ts'

/** Values that two organizations never share: times, file paths, keys, queues. Only their types are compared. */
const ownValues = [
  /\.invite_link$/,
  /(?:^|\.)(?:timestamp|last_updated|date_created|date_joined|edit_timestamp|last_edit_timestamp|last_moved_timestamp|create_time|date_sent)$/,
  /(?:^|\.)(?:server_timestamp|active_timestamp|idle_timestamp|realm_date_created|server_generation)$/,
  /(?:^|\.)(?:queue_id|api_key|path_id|uri|url|avatar_url|avatar_url_medium|source_url|icon_url|email_address)$/,
  /(?:^|\.)realm_(?:icon|logo|night_logo)_url$|(?:^|\.)server_emoji_data_url$/,
  /(?:^|\.)(?:realm_icon|retry-after)$/,
  /(?:^|\.)(?:zulip|svc)_version$/,
  /^GET \/streams\/_\/email_address\.email$/,
  // In the recording, direct messages to one user have the same number for all senders.
  /(?:^|\.)recipient_id$/,
  /(?:^|\.)muted_topics\[\]\[2\]$/,
  /^events\[\d+\]\.id$/,
  // Each server has its own numbers of presence updates.
  /(?:^|\.)presence_last_update_id$/,
]

/** HTML, which is compared without the order of attributes and white space between blocks. */
const html =
  /(?:^|\.)(?:content|rendered_content|orig_rendered_content|prev_rendered_content|rendered_description|rendered_value|match_content|rendered)$/

/** Lists without a meaningful order: the recorded server returns rows in table order. */
const sets =
  /(?:^|\.)(?:subscribers|user_ids|members|direct_subgroup_ids|direct_members|direct_subgroups|principals|realm_default_streams)$/

/** Lists of objects that are identified by one of their keys. */
const keyed: readonly (readonly [RegExp, string])[] = [
  [/\.unread_msgs\.streams$/, 'topic'],
  [/(?:^|\.)(?:subscriptions|unsubscribed|never_subscribed|streams|default_streams|realm_default_streams)$/, 'name'],
  [/(?:^|\.)(?:realm_users|realm_non_active_users|members)$/, 'full_name'],
  [/(?:^|\.)cross_realm_bots$/, 'full_name'],
  [/(?:^|\.)(?:realm_user_groups|user_groups)$/, 'name'],
  [/(?:^|\.)user_topics$/, 'topic_name'],
  [/(?:^|\.)topics$/, 'name'],
  [/(?:^|\.)display_recipient$/, 'full_name'],
]

/** The replacement of the recorded server's own long texts. */
export const serversWords = 'words of the server'

/** Hosts of the recorded server, and ours. */
const hosts: readonly (readonly [RegExp, string])[] = [
  [/@zulip\.com$/, '@skein.invalid'],
  [/zulipdev\.com$/, 'chat.example'],
]

export interface Comparing {
  readonly ids: IdMap
  /** The prefix of each difference's place, such as the action of the step. */
  readonly label: string
}

/**
 * Compares a recording with our answer: keys, JSON types, and all values except ids, times and paths. Ids are learned
 * and checked with the map.
 * @param way the name of the root of both values
 */
export function compare(context: Comparing, recorded: Json, ours: Json, way: string): Difference[] {
  const differences: Difference[] = []

  function differ(at: string, what: string): void {
    differences.push({ place: `${context.label}: ${at}`, what })
  }

  function walk(a: Json, b: Json, at: string): void {
    const type = typeOf(a)
    if (type !== typeOf(b)) {
      differ(at, `recorded ${show(a)}, ours ${show(b)}`)
      return
    }
    if (Array.isArray(a)) {
      walkList(a, b as readonly Json[], at) // of the same type
      return
    }
    if (typeof a === 'object' && a !== null) {
      walkObject(a as JsonObject, b as JsonObject, at) // of the same type
      return
    }
    walkValue(a, b, at)
  }

  function walkObject(a: JsonObject, b: JsonObject, at: string): void {
    // Presences are keyed by id, or in the old form by e-mail.
    const kind = Object.keys(a).every((key) => /^\d+$/.test(key)) ? keyKindAt(plain(at)) : undefined
    const seen = new Set<string>()
    for (const [key, value] of Object.entries(a)) {
      const own = kind === undefined ? key : String(ownKey(kind, key, b))
      seen.add(own)
      const other = b[own]
      if (other === undefined) differ(`${at}.${key}`, `missing here, recorded ${show(value)}`)
      // The path of a changed setting contains its name, which tells whether it is a group.
      else if (key === 'value' && typeof a.property === 'string' && a.property.endsWith('_group'))
        walk(value, other, `${at}.${a.property}`)
      else if (key === 'to' && typeof a.type === 'string') walkPlace(a.type, value, other, `${at}.to`)
      else walk(value, other, `${at}.${key}`)
    }
    for (const [key, value] of Object.entries(b)) {
      if (!seen.has(key)) differ(`${at}.${key}`, `not recorded, ours ${show(value)}`)
    }
  }

  /** The destination of a draft or a scheduled message: a stream, or users. */
  function walkPlace(type: string, a: Json, b: Json, at: string): void {
    const kind = type === 'stream' ? 'stream' : 'user'
    const wanted = Array.isArray(a)
      ? a.map((id: Json) => context.ids.ours(kind, Number(id)))
      : context.ids.ours(kind, Number(a))
    if (JSON.stringify(wanted) !== JSON.stringify(b)) differ(at, `recorded ${show(wanted)}, ours ${show(b)}`)
  }

  /** The key of our object with one entry, which corresponds to the recorded id. */
  function ownKey(kind: Parameters<IdMap['fits']>[0], key: string, b: JsonObject): number {
    const known = context.ids.find(kind, Number(key))
    const [only, ...others] = Object.keys(b)
    if (known === undefined && only !== undefined && others.length === 0)
      context.ids.fits(kind, Number(key), Number(only))
    return context.ids.ours(kind, Number(key))
  }

  function walkList(a: readonly Json[], b: readonly Json[], at: string): void {
    const key = keyed.find(([pattern]) => pattern.test(plain(at)))?.[1]
    if (key !== undefined && [...a, ...b].every((one) => typeOf(one) === 'object')) {
      walkKeyed(a as readonly JsonObject[], b as readonly JsonObject[], key, at) // just checked
      return
    }
    const isSet = sets.test(plain(at)) && [...a, ...b].every((one) => typeof one === 'number')
    const left = isSet ? [...a].sort((x, y) => ownNumber(x, at) - ownNumber(y, at)) : a
    const right = isSet ? [...b].sort((x, y) => Number(x) - Number(y)) : b
    if (left.length !== right.length) {
      differ(at, `recorded ${show(a)}, ours ${show(b)}`)
      if (isSet) return
    }
    for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
      walk(left[index] ?? null, right[index] ?? null, `${at}[${index}]`)
    }
  }

  function ownNumber(value: Json, at: string): number {
    const kind = idKindAt(plain(`${at}[0]`))
    return kind === undefined ? Number(value) : context.ids.ours(kind, Number(value))
  }

  function walkKeyed(a: readonly JsonObject[], b: readonly JsonObject[], key: string, at: string): void {
    const byKey = new Map(b.map((one) => [textOf(one[key]), one]))
    for (const one of a) {
      const name = textOf(one[key])
      const other = byKey.get(name)
      byKey.delete(name)
      if (other === undefined) differ(`${at}[${name}]`, `missing here, recorded ${show(one)}`)
      else walkObject(one, other, `${at}[${name}]`)
    }
    for (const [name, other] of byKey) differ(`${at}[${name}]`, `not recorded, ours ${show(other)}`)
  }

  function walkValue(a: Json, b: Json, at: string): void {
    const way = plain(at)
    if (typeof a === 'number' && typeof b === 'number') {
      const kind = a < 0 || a >= 1e15 ? undefined : idKindAt(way)
      if (kind !== undefined) {
        if (!context.ids.fits(kind, a, b)) {
          const known = context.ids.find(kind, a)
          differ(at, `${kind} ${a} is ${known ?? 'nothing yet'} here, ours ${b}`)
        }
        return
      }
    }
    if (ownValues.some((pattern) => pattern.test(way))) {
      if (
        typeof a === 'string' &&
        typeof b === 'string' &&
        /\.(?:uri|path_id|source_url)$|\.avatar_url(?:_medium)?$/.test(way)
      ) {
        context.ids.learnText(a, b)
      }
      return
    }
    if (typeof a === 'string' && typeof b === 'string') {
      walkText(a, b, at, way)
      return
    }
    if (a !== b) differ(at, `recorded ${show(a)}, ours ${show(b)}`)
  }

  function walkText(a: string, b: string, at: string, way: string): void {
    if (a.includes(serversWords)) return
    const wanted = hosts.reduce((text, [host, own]) => text.replace(host, own), translateText(context.ids, a))
    const isSame = isWidget(a)
      ? sameData(translateWidget(context.ids, a), b)
      : html.test(way)
        ? normalizeHtml(wanted) === normalizeHtml(b)
        : emojiCode(way, wanted) === b
    if (!isSame) differ(at, `recorded ${show(wanted)}, ours ${show(b)}`)
  }

  /** The code of a custom emoji is its id. */
  function emojiCode(way: string, value: string): string {
    if (!/(?:emoji_code|emoji\.\d+\.id)$/.test(way) || !/^\d{1,3}$/.test(value)) return value
    return String(context.ids.ours('emoji', Number(value)))
  }

  walk(recorded, ours, way)
  return differences
}

/** Whether a text is a submessage: JSON text without meaningful white space. */
function isWidget(text: string): boolean {
  return text.startsWith('{"type": ') || text.startsWith('{"widget_type": ')
}

function sameData(a: string, b: string): boolean {
  return JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b))
}

/** The path without list indexes. */
function plain(at: string): string {
  return at.replaceAll(/(?<!^events)\[[^\]]*\]/g, (index) =>
    /\.muted_topics\[\d+\]\[2\]$/.test(at) && index === '[2]' ? index : '[]',
  )
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

function show(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > 1200 ? `${text.slice(0, 1200)}…` : text
}
