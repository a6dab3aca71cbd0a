import type { presenceWire } from '../../api/presence.ts'
import { batches, longList, type AnswerWith, type Takeover, type TakeoverContext } from '../long-list.ts'
import { clockOffset, stampsOf } from './presence-reducers.ts'
import type { PresenceStamps } from './presence.ts'

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
