import { z } from 'zod'
import { canSeeStream } from './access.ts'
import type { ServerContext } from './context.ts'
import { ServiceError } from './errors.ts'
import { flagBits, topicKey, type MessageCondition } from './store/messages.ts'
import type { StreamRow } from './store/streams.ts'
import type { UserRow } from './store/users.ts'

const operand = z.union([z.string(), z.number(), z.array(z.number())])

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

/**
 * The SQL condition of a narrow for one reader. Without a stream term only the reader's own rows are searched;
 * with one, the history that the reader may see.
 * @throws ServiceError `BAD_NARROW` for an operator or operand that is not understood.
 */
export function narrowCondition(context: ServerContext, reader: UserRow, narrow: Narrow): MessageCondition {
  const fragments: Fragment[] = []
  let wholeStream: StreamRow | undefined
  let publicStreams = false
  for (const term of narrow) {
    const fragment = termCondition(context, reader, term)
    fragments.push(term.negated === true ? { sql: `NOT (${fragment.sql})`, parameters: fragment.parameters } : fragment)
    if (term.negated === true) continue
    if (term.operator === 'stream' || term.operator === 'channel') wholeStream = findStream(context, reader, term)
    if (term.operator === 'streams' || term.operator === 'channels') publicStreams = true
  }
  const sharedHistory =
    publicStreams ||
    (wholeStream !== undefined && (wholeStream.invite_only === 0 || wholeStream.history_public_to_subscribers === 1))
  if (!sharedHistory) fragments.push({ sql: 'um.flags IS NOT NULL', parameters: [] })
  return {
    sql: fragments.length === 0 ? '1' : fragments.map((fragment) => `(${fragment.sql})`).join(' AND '),
    parameters: fragments.flatMap((fragment) => fragment.parameters),
  }
}

function badNarrow(description: string): ServiceError {
  return new ServiceError('BAD_NARROW', `Invalid narrow operator: ${description}`, { extra: { desc: description } })
}

function findStream(context: ServerContext, reader: UserRow, term: Term): StreamRow {
  const { streams } = context.tables
  const stream =
    typeof term.operand === 'number'
      ? streams.get(term.operand)
      : typeof term.operand === 'string'
        ? (streams.byName(term.operand) ?? (/^\d+$/.test(term.operand) ? streams.get(Number(term.operand)) : undefined))
        : undefined
  if (stream === undefined || !canSeeStream(context, reader, stream)) throw badNarrow('unknown stream')
  return stream
}

function findUserId(context: ServerContext, term: Term): number {
  const { users } = context.tables
  const user =
    typeof term.operand === 'number'
      ? users.get(term.operand)
      : typeof term.operand === 'string'
        ? (users.byEmail(term.operand) ?? (/^\d+$/.test(term.operand) ? users.get(Number(term.operand)) : undefined))
        : undefined
  if (user === undefined) throw badNarrow('unknown user')
  return user.id
}

function findUserIds(context: ServerContext, term: Term): number[] {
  if (Array.isArray(term.operand)) {
    if (term.operand.some((id) => context.tables.users.get(id) === undefined)) throw badNarrow('unknown user')
    return term.operand
  }
  return String(term.operand)
    .split(',')
    .map((part) => findUserId(context, { ...term, operand: part.trim() }))
}

function flagged(bits: number): Fragment {
  return { sql: 'coalesce(um.flags, 0) & ? <> 0', parameters: [bits] }
}

function termCondition(context: ServerContext, reader: UserRow, term: Term): Fragment {
  switch (term.operator) {
    case 'stream':
    case 'channel':
      return { sql: 'r.stream_id = ?', parameters: [findStream(context, reader, term).id] }
    case 'streams':
    case 'channels':
      if (term.operand !== 'public' && term.operand !== 'web-public') throw badNarrow('unknown streams operand')
      return {
        sql: `r.stream_id IN (SELECT id FROM stream WHERE ${term.operand === 'public' ? 'invite_only = 0' : 'is_web_public = 1'})`,
        parameters: [],
      }
    case 'topic':
      return { sql: 'r.stream_id IS NOT NULL AND m.topic_key = ?', parameters: [topicKey(String(term.operand))] }
    case 'dm':
    case 'pm-with': {
      const members = [...new Set([...findUserIds(context, term), reader.id])].sort((a, b) => a - b)
      return { sql: 'r.user_ids = ?', parameters: [members.join(',')] }
    }
    case 'dm-including':
    case 'group-pm-with':
      return { sql: `',' || r.user_ids || ',' LIKE ?`, parameters: [`%,${findUserId(context, term)},%`] }
    case 'sender':
      return { sql: 'm.sender_id = ?', parameters: [findUserId(context, term)] }
    case 'id':
      return { sql: 'm.id = ?', parameters: [Number(term.operand)] }
    case 'near':
      return { sql: '1', parameters: [] }
    case 'in':
      return inCondition(reader, term)
    case 'is':
      return isCondition(term)
    default:
      throw badNarrow(`unknown '${term.operator}' operator`)
  }
}

function inCondition(reader: UserRow, term: Term): Fragment {
  if (term.operand === 'all') return { sql: '1', parameters: [] }
  if (term.operand !== 'home') throw badNarrow(`unknown 'in' operand ${String(term.operand)}`)
  return {
    // A topic's own policy goes before its stream's muting (wire-protocol.md §2.8).
    sql: `r.stream_id IS NULL OR coalesce(
      (SELECT t.visibility_policy <> 1 FROM user_topic t
       WHERE t.user_id = ? AND t.stream_id = r.stream_id AND t.topic_key = m.topic_key),
      r.stream_id NOT IN (SELECT stream_id FROM subscription WHERE user_id = ? AND is_muted = 1))`,
    parameters: [reader.id, reader.id],
  }
}

function isCondition(term: Term): Fragment {
  switch (term.operand) {
    case 'dm':
    case 'private':
      return { sql: 'r.stream_id IS NULL', parameters: [] }
    case 'starred':
      return flagged(flagBits.starred)
    case 'mentioned':
      return flagged(flagBits.mentioned | flagBits.stream_wildcard_mentioned)
    case 'unread':
      return { sql: 'coalesce(um.flags, 1) & 1 = 0', parameters: [] }
    case 'resolved':
      return { sql: `r.stream_id IS NOT NULL AND m.topic LIKE '✔ %'`, parameters: [] }
    default:
      throw badNarrow(`unknown 'is' operand ${String(term.operand)}`)
  }
}
