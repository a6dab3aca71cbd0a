import { z } from 'zod'
import { badRequest } from '#server/base/errors.ts'
import { parseGivenJson } from '#server/base/json.ts'
import { badNarrow } from '#server/messages/reading/narrow.ts'
import { eventOf, type CallRewrite, type LevelChange } from '../../change.ts'

const terms = z.array(
  z.union([
    z.object({ operator: z.string(), operand: z.unknown() }),
    z.tuple([z.string(), z.unknown()]).transform(([operator, operand]) => ({ operator, operand })),
  ]),
)

const newOperators: ReadonlySet<unknown> = new Set(['dm', 'dm-including', 'channel', 'channels'])

const refusesDirect: CallRewrite = async (call, next) => {
  if (call.parameters.peek('type') === 'direct') throw badRequest("Invalid type: 'direct'")
  return next()
}

const refusesOperators: CallRewrite = async (call, next) => {
  const read = terms.safeParse(jsonOf(call.parameters.peek('narrow')))
  const unknown = (read.success ? read.data : []).find(
    ({ operator, operand }) => newOperators.has(operator) || (operator === 'is' && operand === 'dm'),
  )
  if (unknown !== undefined) throw badNarrow('unknown operator')
  return next()
}

/** Direct messages and their names (Service API, Versioning 6, 8). */
export const beforeDirect: readonly LevelChange[] = [
  {
    level: 236,
    what: 'senders say whether they have read their message',
    rewrite: {
      calls: Object.fromEntries(
        ['POST /messages', 'POST /scheduled_messages'].map((name): [string, CallRewrite] => [
          name,
          (call, next) => {
            call.parameters.disown('read_by_sender')
            return next()
          },
        ]),
      ),
    },
  },
  {
    level: 215,
    what: 'typing in direct messages is called direct, and streams are named apart',
    rewrite: {
      event(event) {
        if (event.type !== 'typing') return [event]
        return [event.message_type === 'direct' ? eventOf({ ...event, message_type: 'private' }) : event]
      },
      calls: {
        async 'POST /typing'(call, next) {
          const { parameters } = call
          const type = parameters.peek('type')
          if (type === 'private') parameters.set('type', 'direct')
          if (type === 'stream') {
            parameters.disown('stream_id')
            const id = /^\[(\d+)\]$/.exec(parameters.take('to') ?? '')?.[1]
            if (id !== undefined) parameters.set('stream_id', id)
          }
          return next()
        },
      },
    },
  },
  {
    level: 177,
    what: 'dm, dm-including and is:dm',
    rewrite: {
      calls: Object.fromEntries(
        ['GET /messages', 'GET /messages/matches_narrow', 'POST /messages/flags/narrow'].map((name) => [
          name,
          refusesOperators,
        ]),
      ),
    },
  },
  {
    level: 174,
    what: 'a direct message may be called direct',
    rewrite: {
      calls: { 'POST /messages': refusesDirect, 'POST /typing': refusesDirect },
    },
  },
]

function jsonOf(text: string | undefined): unknown {
  try {
    return parseGivenJson(text ?? '')
  } catch {
    return undefined
  }
}
