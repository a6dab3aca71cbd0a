import { readContent } from '#engine/state/content/content.ts'
import { modelOf } from '#support/model.ts'
import type { Difference } from './deviations.ts'
import { rowsOf } from './recorded-client.ts'
import type { RecordedState, WireMessage } from './recorded-state.ts'
import { textOf, type Json, type JsonObject } from './recording.ts'

interface MessageFacts {
  readonly [column: string]: unknown
  readonly id: number
}

/** The expected row of a message, from the server's message. */
function factsOf({ recording, preparing }: RecordedState, message: WireMessage): MessageFacts {
  const selfId = recording.ids.iris
  const origin = textOf(recording.registerAfter.realm_uri)
  const { flags } = message
  const isStream = message.type === 'stream'
  const history = message.edit_history ?? []
  const bare = (topic: Json | undefined) => textOf(topic).replace(/^✔ /, '')
  const edit = history.find((entry) => 'prev_content' in entry)
  const move = history.find(
    (entry) => 'prev_stream' in entry || ('prev_topic' in entry && bare(entry.prev_topic) !== bare(entry.topic)),
  )
  const bit = (flag: string, value: number) => (flags.includes(flag) ? value : 0)
  const mention = bit('mentioned', 1) + bit('stream_wildcard_mentioned', 2) + bit('topic_wildcard_mentioned', 4)
  return {
    id: message.id,
    sender_id: message.sender_id,
    stream_id: isStream ? (message.stream_id ?? null) : null,
    topic: message.subject,
    direct_key: isStream
      ? null
      : (message.display_recipient as readonly { readonly id: number }[])
          .map((person) => person.id)
          .filter((id) => id !== selfId)
          .sort((a, b) => a - b)
          .join(),
    content: readContent(message.content, origin).html,
    // The time of messages that prepared a step was not recorded.
    timestamp: preparing.includes(message.id) ? 0 : message.timestamp,
    edited_at: edit?.timestamp ?? null,
    moved_at: move?.timestamp ?? null,
    is_me: message.is_me_message ? 1 : 0,
    is_read: flags.includes('read') ? 1 : 0,
    is_starred: flags.includes('starred') ? 1 : 0,
    is_mentioned: mention === 0 ? 0 : 1,
    mention,
    has_alert_word: flags.includes('has_alert_word') ? 1 : 0,
    reactions: message.reactions
      .map((vote) => [vote.reaction_type, vote.emoji_code, vote.emoji_name, vote.user_id].map(textOf).join(' '))
      .map((vote) => vote.replace('zulip_extra_emoji', 'svc_extra_emoji'))
      .sort(),
    submessages: message.submessages.map((part) => [part.id, part.sender_id, part.content].map(textOf).join(' ')),
  }
}

/** The comparable part of a row. */
function factsOfRow(
  { preparing }: RecordedState,
  row: MessageFacts & { readonly reactions: string; readonly submessages: string },
): MessageFacts {
  const reactions = JSON.parse(row.reactions) as { type: string; code: string; name: string; users: number[] }[]
  const submessages = JSON.parse(row.submessages) as { id: number; senderId: number; content: string }[]
  return {
    ...row,
    timestamp: preparing.includes(row.id) ? 0 : row.timestamp,
    reactions: reactions
      .flatMap(({ type, code, name, users }) => users.map((user) => [type, code, name, user].join(' ')))
      .sort(),
    submessages: submessages.map(({ id, senderId, content }) => [id, senderId, content].join(' ')),
  }
}

/** The differences between the messages of a database and the latest recorded ones. */
function messageDifferences(state: RecordedState, run: string, database: string): Difference[] {
  const columns = Object.keys(factsOf(state, state.cameUnseen))
  const rows = rowsOf<MessageFacts & { readonly reactions: string; readonly submessages: string }>(
    database,
    `SELECT ${columns.join(', ')} FROM message`,
  )
  const held = new Map(rows.map((row) => [row.id, factsOfRow(state, row)]))
  const recorded = new Map(
    [...state.newestOfEverything, state.cameUnseen].map((message) => [message.id, factsOf(state, message)]),
  )
  return [
    ...[...recorded].flatMap(([id, facts]): Difference[] => {
      const row = held.get(id)
      if (row === undefined) return [{ place: `${run}: message ${id}`, what: 'missing here' }]
      return columns.flatMap((column) => differ(`${run}: message ${id}.${column}`, facts[column], row[column]))
    }),
    ...[...held.keys()]
      .filter((id) => !recorded.has(id))
      .map((id) => ({ place: `${run}: message ${id}`, what: 'not recorded' })),
  ]
}

/** The differences between the topics of the requested stream and the answer. */
function topicDifferences({ recording, armFirmware }: RecordedState, run: string, database: string): Difference[] {
  const answer = recording.answers.find((one) => one.label === 'topics')?.body as JsonObject
  const recorded = new Map(
    (answer.topics as readonly JsonObject[]).map((topic) => [
      topic.name === 'general chat' ? '' : textOf(topic.name),
      topic.max_id,
    ]),
  )
  const held = new Map(
    rowsOf<{ name: string; max_id: number }>(
      database,
      `SELECT name, max_id FROM topic WHERE stream_id = ${armFirmware}`,
    ).map((row) => [row.name, row.max_id]),
  )
  return [...new Set([...recorded.keys(), ...held.keys()])].flatMap((name) =>
    differ(`${run}: topic ${name}`, recorded.get(name), held.get(name)),
  )
}

/** The differences between the user's files and the answer. */
function attachmentDifferences({ recording }: RecordedState, run: string, database: string): Difference[] {
  const answer = recording.answers.find((one) => one.label === 'attachments')?.body as JsonObject
  const recorded = (answer.attachments as readonly JsonObject[]).map((file) => ({
    id: file.id,
    name: file.name,
    size: file.size,
    path: `/user_uploads/${textOf(file.path_id)}`,
    created_at: Number(file.create_time) / 1000,
    messages: JSON.stringify((file.messages as readonly JsonObject[]).map((message) => message.id)),
  }))
  return differ(`${run}: attachments`, recorded, rowsOf(database, 'SELECT * FROM attachment'))
}

/**
 * The differences between a database and its references: the recorded answers, and the database of an engine that
 * registers after all steps.
 */
export function allDifferences(state: RecordedState, run: string, database: string, fresh: string): Difference[] {
  return [
    ...messageDifferences(state, run, database),
    ...topicDifferences(state, run, database),
    ...attachmentDifferences(state, run, database),
    ...modelDifferences(run, database, fresh),
  ]
}

/** The differences between two databases in all data of a registration. */
function modelDifferences(run: string, database: string, fresh: string): Difference[] {
  const whole = (file: string): Readonly<Record<string, unknown>> => ({
    ...modelOf(file),
    // Data that only registrations or only events contain are excluded.
    organization: rowsOf<{ value: string }>(
      file,
      "SELECT json_remove(value, '$.maxMessageId', '$.selfEmail') AS value FROM meta WHERE key = 'organization'",
    ),
    draft: rowsOf(file, 'SELECT conversation, topic, content, server_id, is_deleted FROM draft ORDER BY server_id'),
    direct: rowsOf(file, 'SELECT * FROM direct ORDER BY direct_key'),
  })
  const held = whole(database)
  return Object.entries(whole(fresh)).flatMap(([table, rows]) => {
    const own = held[table]
    if (!Array.isArray(rows) || !Array.isArray(own)) return differ(`${run}: ${table}`, rows, own)
    const text = (row: unknown) => JSON.stringify(row)
    const mine = new Set(own.map(text))
    const theirs = new Set(rows.map(text))
    return [
      ...rows
        .filter((row) => !mine.has(text(row)))
        .map((row) => ({ place: `${run}: ${table}`, what: `missing here: ${text(row)}` })),
      ...own
        .filter((row) => !theirs.has(text(row)))
        .map((row) => ({ place: `${run}: ${table}`, what: `not recorded: ${text(row)}` })),
    ]
  })
}

function differ(place: string, recorded: unknown, ours: unknown): Difference[] {
  const [a, b] = [JSON.stringify(recorded) as string | undefined, JSON.stringify(ours) as string | undefined]
  return a === b ? [] : [{ place, what: `recorded ${a ?? 'nothing'}, ours ${b ?? 'nothing'}` }]
}
