import type { Part } from '../part.ts'
import { Presence, Typing } from './presence.ts'

/** The presences of users. A start begins without any (O5). */
export const presencePart: Part<Presence> = {
  name: 'presence',
  load: () => new Presence(),
  apply(held, change) {
    if (change.kind !== 'presence') return held
    if (change.isWhole) held.replace(change.people)
    else for (const [id, stamps] of change.people) held.note(id, stamps)
    return held
  },
}

/** The people who are typing. A start begins without any (O5). */
export const typingPart: Part<Typing> = {
  name: 'typing',
  load: () => new Typing(),
  apply(held, change) {
    if (change.kind !== 'typing') return held
    if (change.until === null) held.stop(change.conversation, change.personId)
    else held.start(change.conversation, change.personId, change.until)
    return held
  },
}

/** The milliseconds by which the server's clock is ahead (O8). */
export const clockOffsetPart: Part<number> = {
  name: 'clock offset',
  load: () => 0,
  apply: (held, change) => (change.kind === 'presence' ? (change.clockOffsetMs ?? held) : held),
}
