import type { IdKind, IdMap } from './id-map.ts'
import { textOf, type Json, type JsonObject, type RecordedCall } from './recording.ts'

/** The ids in paths, in order; the first matching pattern applies. */
const paths: readonly (readonly [RegExp, readonly IdKind[]])[] = [
  [/^\/messages\/(\d+)/d, ['message']],
  [/^\/streams\/(\d+)/d, ['stream']],
  [/^\/users\/me\/muted_users\/(\d+)/d, ['user']],
  [/^\/users\/me\/(\d+)\/topics/d, ['stream']],
  [/^\/users\/(\d+)\/subscriptions\/(\d+)/d, ['user', 'stream']],
  [/^\/user_groups\/(\d+)\/members\/(\d+)/d, ['group', 'user']],
  [/^\/user_groups\/(\d+)/d, ['group']],
  [/^\/users\/(\d+)/d, ['user']],
  [/^\/drafts\/(\d+)/d, ['draft']],
  [/^\/scheduled_messages\/(\d+)/d, ['scheduled']],
  [/^\/attachments\/(\d+)/d, ['attachment']],
  [/^\/saved_snippets\/(\d+)/d, ['snippet']],
  [/^\/realm\/filters\/(\d+)/d, ['linkifier']],
  [/^\/realm\/playgrounds\/(\d+)/d, ['playground']],
  [/^\/realm\/profile_fields\/(\d+)/d, ['field']],
]

/** The path of a recorded call with our ids. */
export function translatePath(ids: IdMap, path: string): string {
  for (const [pattern, kinds] of paths) {
    const match = pattern.exec(path)
    if (match === null) continue
    let result = path
    for (const [index, kind] of [...kinds.entries()].reverse()) {
      const [start, end] = match.indices?.[index + 1] ?? [0, 0]
      result = `${result.slice(0, start)}${ids.ours(kind, Number(path.slice(start, end)))}${result.slice(end)}`
    }
    return result
  }
  return path
}

type Translate = (ids: IdMap, value: string, call: RecordedCall) => string

function id(kind: IdKind): Translate {
  return (ids, value) => (/^\d{1,12}$/.test(value) ? String(ids.ours(kind, Number(value))) : value)
}

/** Translates a JSON form field; other values are unchanged. */
function json(change: (ids: IdMap, value: Json, call: RecordedCall) => Json): Translate {
  return (ids, value, call) => {
    let parsed: Json
    try {
      parsed = JSON.parse(value) as Json
    } catch {
      return value
    }
    return JSON.stringify(change(ids, parsed, call))
  }
}

function idList(ids: IdMap, kind: IdKind, value: Json): Json {
  if (typeof value === 'number') return ids.ours(kind, value)
  return Array.isArray(value) ? value.map((one: Json) => idList(ids, kind, one)) : value
}

function objects(value: Json, change: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((one: Json) => objects(one, change))
  return typeof value === 'object' && value !== null ? change(value as JsonObject) : value
}

const ofUsers = json((ids, value) => idList(ids, 'user', value))
const ofMessages = json((ids, value) => idList(ids, 'message', value))

/** The members of a group are users, the members of its `subgroups` groups. */
const ofPeopleOrGroups = json((ids, value, { path }) =>
  idList(ids, path.endsWith('/subgroups') ? 'group' : 'user', value),
)

const operands: Readonly<Record<string, IdKind>> = {
  stream: 'stream',
  channel: 'stream',
  dm: 'user',
  'pm-with': 'user',
  'dm-including': 'user',
  'group-pm-with': 'user',
  sender: 'user',
  id: 'message',
  near: 'message',
}

const ofNarrow = json((ids, value) =>
  objects(value, (term) => {
    const kind = operands[textOf(term.operator)]
    return kind === undefined ? term : { ...term, operand: idList(ids, kind, term.operand ?? null) }
  }),
)

function draft(ids: IdMap, given: JsonObject): JsonObject {
  return { ...given, to: idList(ids, given.type === 'stream' ? 'stream' : 'user', given.to ?? null) }
}

/** The data of a task, whose key contains its author: `key,user id`. */
function widgetData(ids: IdMap, given: JsonObject): JsonObject {
  const match = typeof given.key === 'string' ? /^(\d+),(\d+)$/.exec(given.key) : null
  return match === null ? given : { ...given, key: `${match[1]},${ids.ours('user', Number(match[2]))}` }
}

/** A group setting: the id of a group, or an anonymous group. */
function groupValue(ids: IdMap, value: Json): Json {
  return typeof value === 'number'
    ? ids.ours('group', value)
    : objects(value, ({ direct_members, direct_subgroups }) => ({
        direct_members: idList(ids, 'user', direct_members ?? []),
        direct_subgroups: idList(ids, 'group', direct_subgroups ?? []),
      }))
}

/** A group setting of a new object, or `{new, old}` for a change. */
const ofGroupSetting = json((ids, value) => {
  if (typeof value !== 'object' || value === null || !('new' in value)) return groupValue(ids, value)
  return Object.fromEntries(Object.entries(value as JsonObject).map(([key, one]) => [key, groupValue(ids, one)]))
})

const groupSettingName = /^(?:can_\w+_group|direct_message_\w+_group|can_create_groups|can_manage_all_groups)$/

const fields: Readonly<Record<string, Translate>> = {
  to: (ids, value, call) =>
    ['direct', 'private'].includes(call.form.type ?? '') ? ofUsers(ids, value, call) : id('stream')(ids, value, call),
  principals: ofUsers,
  user_ids: ofUsers,
  members: ofUsers,
  add: ofPeopleOrGroups,
  delete: ofPeopleOrGroups,
  subgroups: json((ids, value) => idList(ids, 'group', value)),
  stream_ids: json((ids, value) => idList(ids, 'stream', value)),
  stream_id: id('stream'),
  message_id: id('message'),
  anchor: id('message'),
  messages: ofMessages,
  msg_ids: ofMessages,
  narrow: ofNarrow,
  subscription_data: json((ids, value) =>
    objects(value, (one) => ({ ...one, stream_id: idList(ids, 'stream', one.stream_id ?? null) })),
  ),
  drafts: json((ids, value) => objects(value, (one) => draft(ids, one))),
  draft: json((ids, value) => objects(value, (one) => draft(ids, one))),
  data: json((ids, value) => objects(value, (one) => ({ ...one, id: idList(ids, 'field', one.id ?? null) }))),
  content: (ids, value, call) =>
    call.path === '/submessage'
      ? json((_, data) => objects(data, (one) => widgetData(ids, one)))(ids, value, call)
      : ids.oursInText(value).replaceAll(/(#\*\*[^*>]+>[^*]*@)(\d+)\*\*/g, (_whole, start: string, message: string) => {
          return `${start}${ids.ours('message', Number(message))}**`
        }),
  queue_id: (ids, value) => ids.oursInText(value),
}

/** The form of a recorded call with our ids, paths and queues. */
export function translateForm(ids: IdMap, call: RecordedCall): Record<string, string> {
  return Object.fromEntries(
    Object.entries(call.form).map(([name, value]) => [
      name,
      (fields[name] ?? (groupSettingName.test(name) ? ofGroupSetting : undefined))?.(ids, value, call) ?? value,
    ]),
  )
}

/** A submessage with our ids. */
export function translateWidget(ids: IdMap, text: string): string {
  return JSON.stringify(objects(JSON.parse(text) as Json, (one) => widgetData(ids, one)))
}

/** HTML and other texts of the recording with our ids and paths. */
export function translateText(ids: IdMap, text: string): string {
  const swap = (pattern: RegExp, kind: IdKind, value: string) =>
    value.replaceAll(pattern, (whole: string, before: string, given: string) =>
      whole.replace(`${before}${given}`, `${before}${ids.ours(kind, Number(given))}`),
    )
  let result = ids.oursInText(text)
  result = swap(/(#\*\*[^*>]+>[^*]*@)(\d+)(?=\*\*)/g, 'message', result)
  result = swap(/(data-user-id=")(\d+)/g, 'user', result)
  result = swap(/(data-user-group-id=")(\d+)/g, 'group', result)
  result = swap(/(data-stream-id=")(\d+)/g, 'stream', result)
  result = swap(/(#narrow\/(?:stream|channel)\/)(\d+)/g, 'stream', result)
  return swap(/(\/(?:near|with)\/)(\d+)/g, 'message', result)
}
