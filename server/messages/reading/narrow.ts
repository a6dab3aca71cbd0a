import { z } from 'zod'
import { canReadStream, closedStreams, hasSharedHistory, spectator } from '../../streams/access.ts'
import type { ServerContext } from '../../context/context.ts'
import { badRequest, ServiceError } from '../../base/errors.ts'
import { limits, requireAtMost, requireShort } from '../../base/limits.ts'
import { canSeeUser, findByAddress } from '../../people/people.ts'
import type { MessageCondition } from '../../store/messages/message-pages.ts'
import { contentBits, directBit, flagBits, mentionBits, topicKey } from '../../store/messages/message-rows.ts'
import { parseSearch, searchQuery, type SearchPhrase } from '../../store/search-text.ts'
import type { StreamRow } from '../../store/streams.ts'
import type { UserRow } from '../../store/people/users.ts'

const operand = z.union([z.string(), z.number(), z.array(z.union([z.number(), z.string()]))])

/** A narrow as clients send it: terms as objects or as pairs (wire-protocol.md §2.12). */
export const narrowSchema = z.array(
  z.union([
    z.object({ operator: z.string(), operand, negated: z.boolean().optional() }),
    z
      .tuple([z.string(), z.string()])
      .transform(([operator, value]) => ({ operator, operand: value, negated: undefined })),
  ]),
)

export type Narrow = z.infer<typeof narrowSchema>
type Term = Narrow[number]

interface Fragment {
  readonly sql: string
  readonly parameters: readonly (string | number)[]
}

export interface ReadNarrow {
  readonly condition: MessageCondition
  /** The phrases to highlight in the found messages; undefined without a search. */
  readonly search: readonly SearchPhrase[] | undefined
  /** Whether the narrow names streams, topics or users and is not limited to the reader's personal rows. */
  readonly hasPlace: boolean
}

/** Operators for which the index of messages is faster than the index of personal rows. */
const placed = new Set(['stream', 'streams', 'dm', 'pm-with', 'dm-including', 'group-pm-with', 'sender', 'id'])
const aboutStreams = new Set(['stream', 'streams', 'topic'])
const aboutDirect = new Set(['dm', 'pm-with', 'dm-including', 'group-pm-with'])

/**
 * The SQL condition of a narrow for one reader. Without a stream term it covers only the reader's personal rows; with
 * one, the stream's history as far as the reader may see it.
 * @throws ServiceError `BAD_NARROW` for an unsupported operator or operand
 */
export function readNarrow(context: ServerContext, reader: UserRow, given: Narrow): ReadNarrow {
  const narrow = given.map((term) => ({ ...term, operator: canonical(term.operator) }))
  requireBounded(narrow)
  requireOneKind(narrow)
  const fragments: Fragment[] = []
  const phrases: SearchPhrase[] = []
  let match: string | undefined
  let isShared = false
  let isPlaced = false
  for (const term of narrow) {
    const isPositive = term.negated !== true
    if (term.operator === 'search' && isPositive) {
      const read = parseSearch(textOperand(term))
      phrases.push(...read)
      match = [match, searchQuery(read)].filter((part) => part !== undefined && part !== '').join(' AND ')
      continue
    }
    const fragment = termCondition(context, reader, term)
    // Without a personal row no flag is set; NULL must not make a negated term false.
    fragments.push(isPositive ? fragment : { sql: `(${fragment.sql}) IS NOT 1`, parameters: fragment.parameters })
    if (!isPositive) continue
    isPlaced ||= placed.has(term.operator)
    if (term.operator === 'streams') isShared = true
    if (term.operator === 'stream') {
      const stream = findStream(context, reader, term)
      isShared ||= hasSharedHistory(stream) && canReadStream(context, reader, stream)
    }
  }
  if (match === '') fragments.push({ sql: '0', parameters: [] })
  const searches = match !== undefined && match !== ''
  if (!isShared && isPlaced && !searches) fragments.push({ sql: 'um.flags IS NOT NULL', parameters: [] })
  const closed = isShared ? [] : [...closedStreams(context, reader)]
  if (closed.length > 0) {
    fragments.push({
      sql: 'r.stream_id IS NULL OR r.stream_id NOT IN (SELECT value FROM json_each(?))',
      parameters: [JSON.stringify(closed)],
    })
  }
  return {
    condition: {
      sql: fragments.length === 0 ? '1' : fragments.map((fragment) => `(${fragment.sql})`).join(' AND '),
      parameters: fragments.flatMap((fragment) => fragment.parameters),
      ...(searches ? { match } : {}),
      ...(!isShared && (searches || !isPlaced) ? { scope: 'own' as const } : {}),
    },
    search: match === undefined ? undefined : phrases,
    hasPlace: narrow.some((term) => aboutStreams.has(term.operator) || aboutDirect.has(term.operator)),
  }
}

/** Maps operator names that were introduced in feature level 250 or removed in 177. */
function canonical(operator: string): string {
  if (operator === 'channel') return 'stream'
  return operator === 'channels' ? 'streams' : operator
}

/** Each search word and each operand costs a look-up. @throws ServiceError */
function requireBounded(narrow: Narrow): void {
  let words = 0
  for (const { operator, operand } of narrow) {
    if (Array.isArray(operand)) requireAtMost(limits.recipients, operand.length)
    else requireShort(limits.narrowOperand, String(operand))
    if (operator === 'search' && typeof operand === 'string') {
      words += parseSearch(operand).reduce((sum, phrase) => sum + phrase.words.length, 0)
    }
  }
  requireAtMost(limits.searchWords, words)
}

function requireOneKind(narrow: Narrow): void {
  const positive = narrow.filter((term) => term.negated !== true)
  const isDirect = (term: Term) =>
    aboutDirect.has(term.operator) || (term.operator === 'is' && (term.operand === 'dm' || term.operand === 'private'))
  if (positive.some((term) => aboutStreams.has(term.operator)) && positive.some(isDirect)) {
    throw badNarrow('No message can be both a stream message and direct message')
  }
  const streams = positive.filter((term) => term.operator === 'stream').map((term) => String(term.operand))
  if (new Set(streams).size > 1) throw badNarrow('No message can be in two streams')
}

export function badNarrow(description: string): ServiceError {
  return new ServiceError('BAD_NARROW', `Invalid narrow operator: ${description}`, { extra: { desc: description } })
}

function textOperand(term: Term): string {
  if (typeof term.operand === 'string') return term.operand
  if (typeof term.operand === 'number') return String(term.operand)
  throw badNarrow(`'${term.operator}' takes a text`)
}

function idOperand(term: Term): number {
  const text = textOperand(term)
  if (!/^\d{1,15}$/.test(text)) throw badNarrow(`'${term.operator}' takes an id`)
  return Number(text)
}

function findStream(context: ServerContext, reader: UserRow, term: Term): StreamRow {
  const { streams } = context.tables
  const text = textOperand(term)
  const stream =
    typeof term.operand === 'number'
      ? streams.get(term.operand)
      : (streams.byName(text) ?? (/^\d{1,15}$/.test(text) ? streams.get(Number(text)) : undefined))
  if (stream === undefined) throw badNarrow(`unknown stream ${text}`)
  if (reader === spectator && stream.is_web_public === 0) throw badNarrow(`unknown web-public stream ${text}`)
  return stream
}

function findUser(context: ServerContext, reader: UserRow, given: string | number): number {
  const { users } = context.tables
  const user =
    typeof given === 'number'
      ? users.get(given)
      : (findByAddress(context, reader, given) ?? (/^\d{1,15}$/.test(given) ? users.get(Number(given)) : undefined))
  if (user === undefined || (user.is_system === 0 && !canSeeUser(context, reader, user.id))) {
    throw badNarrow('unknown user')
  }
  return user.id
}

function findUsers(context: ServerContext, reader: UserRow, term: Term): number[] {
  const given = Array.isArray(term.operand)
    ? term.operand
    : typeof term.operand === 'number'
      ? [term.operand]
      : term.operand.split(',').map((part) => part.trim())
  return given.map((one) => findUser(context, reader, one))
}

function single(context: ServerContext, reader: UserRow, term: Term): number {
  const [first, second] = findUsers(context, reader, term)
  if (first === undefined || second !== undefined) throw badNarrow(`'${term.operator}' takes one user`)
  return first
}

/** Flags are literals in the SQL, so that SQLite can use the partial indexes. */
function flagged(bits: number): Fragment {
  return { sql: `um.flags & ${bits} <> 0`, parameters: [] }
}

function termCondition(context: ServerContext, reader: UserRow, term: Term): Fragment {
  const { messages } = context.tables
  const known = context.layer?.narrowTerm(reader, term)
  if (known !== undefined) return known
  switch (term.operator) {
    case 'stream': {
      const stream = findStream(context, reader, term)
      // A stream that the reader may not read has no messages.
      if (!canReadStream(context, reader, stream)) return { sql: '0', parameters: [] }
      const recipient = messages.findStreamRecipient(stream.id) ?? -1
      return { sql: 'm.recipient_id = ?', parameters: [recipient] }
    }
    case 'streams':
      return streamsCondition(context, reader, term)
    case 'topic':
      return { sql: 'r.stream_id IS NOT NULL AND m.topic_key = ?', parameters: [topicKey(textOperand(term))] }
    case 'dm':
    case 'pm-with': {
      const members = [...findUsers(context, reader, term), reader.id]
      return { sql: 'm.recipient_id = ?', parameters: [messages.findDirectRecipient(members) ?? -1] }
    }
    case 'dm-including':
    case 'group-pm-with': {
      const other = single(context, reader, term)
      const size =
        term.operator === 'group-pm-with' ? ` AND length(r.user_ids) - length(replace(r.user_ids, ',', '')) > 1` : ''
      return {
        sql: `r.stream_id IS NULL AND m.recipient_id IN (SELECT recipient_id FROM recipient_member WHERE user_id = ?)${size}`,
        parameters: [other],
      }
    }
    case 'sender':
      return { sql: 'm.sender_id = ?', parameters: [single(context, reader, term)] }
    case 'id':
      return { sql: 'm.id = ?', parameters: [idOperand(term)] }
    case 'near':
      // Upstream accepts this id only as a string (recorded).
      if (typeof term.operand !== 'string') throw badRequest('elem["operand"] is not a string')
      idOperand(term)
      return { sql: '1', parameters: [] }
    case 'in':
      return inCondition(reader, term)
    case 'is':
      return isCondition(term)
    case 'has':
      return hasCondition(term)
    case 'search': {
      const query = searchQuery(parseSearch(textOperand(term)))
      if (query === '') return { sql: '0', parameters: [] }
      return { sql: 'm.id IN (SELECT rowid FROM message_search WHERE message_search MATCH ?)', parameters: [query] }
    }
    default:
      throw badNarrow(`unknown operator ${term.operator}`)
  }
}

function streamsCondition(context: ServerContext, reader: UserRow, term: Term): Fragment {
  if (term.operand !== 'public' && term.operand !== 'web-public') throw badNarrow('unknown streams operand')
  const ids = context.tables.streams
    .all()
    .filter((stream) => (term.operand === 'public' ? stream.invite_only === 0 : stream.is_web_public === 1))
    .filter((stream) => canReadStream(context, reader, stream))
    .map((stream) => stream.id)
  return { sql: `r.stream_id IN (SELECT value FROM json_each(?))`, parameters: [JSON.stringify(ids)] }
}

function inCondition(reader: UserRow, term: Term): Fragment {
  if (term.operand === 'all') return { sql: '1', parameters: [] }
  if (term.operand !== 'home') throw badNarrow("unknown 'in' operand")
  return homeCondition(reader.id)
}

/**
 * Excludes muted topics and streams; the policy of a topic overrides the muting of its stream (wire-protocol.md §2.8).
 */
export function homeCondition(readerId: number): Fragment {
  return {
    sql: `r.stream_id IS NULL OR coalesce(
      (SELECT t.visibility_policy <> 1 FROM user_topic t
       WHERE t.user_id = ? AND t.stream_id = r.stream_id AND t.topic_key = m.topic_key),
      r.stream_id NOT IN (SELECT stream_id FROM subscription WHERE user_id = ? AND is_muted = 1))`,
    parameters: [readerId, readerId],
  }
}

function hasCondition(term: Term): Fragment {
  const bits = contentBits as Readonly<Record<string, number>>
  const bit = typeof term.operand === 'string' ? bits[term.operand] : undefined
  if (bit === undefined)
    throw badNarrow(`unknown 'has' operand ${typeof term.operand === 'string' ? term.operand : ''}`)
  return { sql: `m.has & ${bit} <> 0`, parameters: [] }
}

function isCondition(term: Term): Fragment {
  switch (term.operand) {
    case 'dm':
    case 'private':
      return flagged(directBit)
    case 'starred':
      return flagged(flagBits.starred)
    case 'mentioned':
      return flagged(mentionBits)
    case 'alerted':
      return flagged(flagBits.has_alert_word)
    case 'unread':
      return { sql: 'um.flags & 1 = 0', parameters: [] }
    case 'resolved':
      return { sql: `r.stream_id IS NOT NULL AND m.topic LIKE '✔ %'`, parameters: [] }
    default:
      throw badNarrow("unknown 'is' operand")
  }
}
