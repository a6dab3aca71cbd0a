import { presenceWire, typingWire, type PresenceAnswer } from '../../api/presence.ts'
import type { EventIn } from '../../api/wire.ts'
import type { Change } from '../changes.ts'
import { slice } from '../slice.ts'
import { conversationKey, directConversation, directKey } from '../../values/conversation.ts'
import type { ReducerContext } from '../context.ts'
import { clockOffsetPart, presencePart, typingPart } from './presence-parts.ts'
import type { PresenceStamps } from './presence.ts'
import { batches, longList, type AnswerWith, type Takeover, type TakeoverContext } from '../long-list.ts'

/** Returns the milliseconds by which the server's clock is ahead (O8); null if the server did not send its time. */
function clockOffset(serverSeconds: number | null, now: number): number | null {
  return serverSeconds === null ? null : Math.round(serverSeconds * 1000) - now
}

/** Handles a presence event. It is not stored, because it is outdated at the next start (O5). */
function handlePresence({ now }: ReducerContext, event: EventIn<typeof presenceWire>): Change[] {
  if ('presences' in event) {
    return [{ kind: 'presence', people: stampsOf(event.presences), isWhole: false, clockOffsetMs: null }]
  }
  const newest = (status: string): number | null => {
    const stamps = Object.values(event.presence).flatMap((entry) => (entry.status === status ? [entry.timestamp] : []))
    return stamps.length === 0 ? null : stamps.reduce((newest, at) => Math.max(newest, at))
  }
  const activeAt = newest('active')
  const idleAt = newest('idle') ?? activeAt
  const people = new Map<number, PresenceStamps>([[event.user_id, { activeAt, idleAt }]])
  const clockOffsetMs = clockOffset(event.server_timestamp, now)
  return [{ kind: 'presence', people, isWhole: false, clockOffsetMs }]
}

/** Reads the presences of an answer, by user id. */
function stampsOf(presences: PresenceAnswer['presences']): Map<number, PresenceStamps> {
  return new Map(
    Object.entries(presences).map(([id, stamps]) => [
      Number(id),
      { activeAt: stamps.active_timestamp ?? null, idleAt: stamps.idle_timestamp ?? null },
    ]),
  )
}

/**
 * Returns the change of an answered report, which has the presences of all users, or only changed ones if `isWhole`
 * is false.
 */
export function presenceOf(answer: PresenceAnswer, isWhole: boolean, now: number): Change {
  const clockOffsetMs = clockOffset(answer.server_timestamp, now)
  return { kind: 'presence', people: stampsOf(answer.presences), isWhole, clockOffsetMs }
}

/** Handles a typing event, which is not stored (O5). Typing on the own account's other devices is ignored. */
function handleTyping({ accountState, now }: ReducerContext, event: EventIn<typeof typingWire>): Change[] {
  const personId = event.sender.user_id
  if (personId === accountState.selfId) return []
  const conversation =
    event.stream_id === undefined
      ? directConversation(
          directKey(
            (event.recipients ?? []).map((person) => person.user_id),
            accountState.selfId,
          ),
        )
      : conversationKey({ kind: 'topic', streamId: event.stream_id, topic: event.topic ?? '' })
  const until =
    event.op === 'start'
      ? now + accountState.organizationSettings.server.typing_started_expiry_period_milliseconds
      : null
  return [{ kind: 'typing', conversation, personId, until }]
}

export const presenceSlice = slice({
  name: 'presence',
  wire: presenceWire,
  parts: [presencePart, clockOffsetPart],
  reducers: { presence: handlePresence },
})

export const typingSlice = slice({
  name: 'typing',
  wire: typingWire,
  parts: [typingPart],
  reducers: { typing: handleTyping },
})

type ListedPresence = readonly (readonly [personId: number, stamps: PresenceStamps])[]

/** The presences of a registration. No table contains them (O5). */
export const presenceList = longList({
  name: 'presence',
  read: (answer: AnswerWith<typeof presenceWire>) => batches([...stampsOf(answer.presences)], (rows) => rows),
  open: openPresence,
})

function openPresence({ serverTimestamp }: TakeoverContext): Takeover<ListedPresence> {
  const people = new Map<number, PresenceStamps>()
  return {
    take(rows) {
      for (const [personId, stamps] of rows) people.set(personId, stamps)
      return null
    },
    finish(now) {
      return [{ kind: 'presence', people, isWhole: true, clockOffsetMs: clockOffset(serverTimestamp, now) }]
    },
  }
}
