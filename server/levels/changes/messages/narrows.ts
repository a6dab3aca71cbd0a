import { z } from 'zod'
import { findVisibleMessage } from '#server/streams/access.ts'
import { parseGivenJson } from '#server/base/json.ts'
import { badNarrow } from '#server/messages/reading/narrow.ts'
import { apiEmail, canSeeUser } from '#server/people/people.ts'
import { memberIds } from '#server/messages/reading/serialize.ts'
import { flagBits } from '#server/store/messages/message-rows.ts'
import type { CallRewrite, LevelChange } from '../../change.ts'

/** The endpoints that take a narrow of messages. */
const withNarrow = ['GET /messages', 'GET /messages/matches_narrow', 'POST /messages/flags/narrow'] as const

const term = z.object({ operator: z.string(), operand: z.unknown(), negated: z.boolean().optional() })
type Term = z.infer<typeof term>

/** Filters of narrows (newer-servers.md §2). */
export const narrows: readonly LevelChange[] = [
  {
    level: 249,
    what: 'has:reaction',
    rewrite: {
      narrowTerm: ({ operator, operand }) =>
        operator === 'has' && operand === 'reaction'
          ? { sql: 'm.id IN (SELECT message_id FROM reaction)', parameters: [] }
          : undefined,
    },
  },
  {
    level: 265,
    what: 'is:followed',
    rewrite: {
      narrowTerm: ({ operator, operand }, reader) =>
        operator === 'is' && operand === 'followed'
          ? {
              sql: `EXISTS (SELECT 1 FROM user_topic t WHERE t.user_id = ? AND t.stream_id = r.stream_id
                AND t.topic_key = m.topic_key AND t.visibility_policy = 3)`,
              parameters: [reader.id],
            }
          : undefined,
    },
  },
  {
    level: 271,
    what: 'with: the conversation in which a message is now',
    rewrite: { calls: Object.fromEntries(withNarrow.map((name) => [name, followsMessage])) },
  },
  {
    level: 366,
    what: 'is:muted',
    rewrite: {
      narrowTerm: ({ operator, operand }, reader) =>
        operator === 'is' && operand === 'muted'
          ? {
              sql: `r.stream_id IS NOT NULL AND coalesce(
                (SELECT t.visibility_policy = 1 FROM user_topic t
                 WHERE t.user_id = ? AND t.stream_id = r.stream_id AND t.topic_key = m.topic_key),
                r.stream_id IN (SELECT stream_id FROM subscription WHERE user_id = ? AND is_muted = 1))`,
              parameters: [reader.id, reader.id],
            }
          : undefined,
    },
  },
  {
    level: 446,
    what: 'mentions: messages that mention a person',
    rewrite: {
      narrowTerm({ operator, operand }, reader, { context }) {
        if (operator !== 'mentions') return undefined
        const person = context.tables.users
          .all()
          .find((user) => user.id === Number(operand) || apiEmail(user) === operand)
        if (person === undefined || !canSeeUser(context, reader, person.id)) {
          throw badNarrow(`unknown user ${String(operand)}`)
        }
        return {
          sql: 'm.id IN (SELECT message_id FROM user_message WHERE user_id = ? AND flags & ? <> 0)',
          parameters: [person.id, flagBits.mentioned],
        }
      },
    },
  },
  {
    level: 489,
    what: 'channels:archived',
    rewrite: {
      narrowTerm: ({ operator, operand }) =>
        (operator === 'channels' || operator === 'streams') && operand === 'archived'
          ? {
              sql: 'um.flags IS NOT NULL AND r.stream_id IN (SELECT id FROM stream WHERE is_archived = 1)',
              parameters: [],
            }
          : undefined,
    },
  },
]

/** Replaces `with` by the conversation of its message, as the family's servers do. */
async function followsMessage(...[call, next, { context }]: Parameters<CallRewrite>) {
  const { user, parameters } = call
  const read = z.array(term).safeParse(safeJson(parameters.peek('narrow')))
  const found = read.success ? read.data.find(({ operator }) => operator === 'with') : undefined
  if (!read.success || found === undefined || user === undefined) return next()
  if (found.negated === true || !/^\d{1,15}$/.test(String(found.operand))) {
    throw badNarrow("'with' takes the id of a message")
  }
  const row = findVisibleMessage(context, user, Number(found.operand))
  const others = read.data.filter((one) => one !== found)
  const isPlace = ({ operator }: Term) => placeOperators.has(operator)
  if (row === undefined) {
    // The conversation of a deleted message is unknown; then the other terms decide.
    if (!others.some(isPlace)) throw badNarrow("Invalid 'with' operator")
    parameters.set('narrow', JSON.stringify(others))
    return next()
  }
  const place: Term[] =
    row.stream_id === null
      ? [{ operator: 'dm', operand: memberIds(row).filter((id) => id !== user.id) }]
      : [
          { operator: 'stream', operand: row.stream_id },
          { operator: 'topic', operand: row.topic },
        ]
  if (row.stream_id === null && place[0]?.operand instanceof Array && place[0].operand.length === 0) {
    place[0] = { operator: 'dm', operand: [user.id] }
  }
  parameters.set('narrow', JSON.stringify([...place, ...others.filter((one) => !isPlace(one))]))
  return next()
}

const placeOperators: ReadonlySet<string> = new Set(['stream', 'channel', 'topic', 'dm', 'pm-with'])

function safeJson(text: string | undefined): unknown {
  try {
    return parseGivenJson(text ?? '')
  } catch {
    return undefined
  }
}
