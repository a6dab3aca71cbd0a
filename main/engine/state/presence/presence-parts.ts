import type { Part } from '../part.ts'
import { Presence, Typing } from './presence.ts'

/** The presences of users. A start begins without any (O5). */
export const presencePart: Part<Presence> = {
  name: 'presence',
  load: () => new Presence(),
  apply(value, change) {
    if (change.kind !== 'presence') return value
    if (change.isWhole) value.replace(change.people)
    else for (const [id, stamps] of change.people) value.note(id, stamps)
    return value
  },
}

/** The people who are typing. A start begins without any (O5). */
export const typingPart: Part<Typing> = {
  name: 'typing',
  load: () => new Typing(),
  apply(value, change) {
    if (change.kind !== 'typing') return value
    if (change.until === null) value.stop(change.conversation, change.personId)
    else value.start(change.conversation, change.personId, change.until)
    return value
  },
}

/** The milliseconds by which the server's clock is ahead (O8). */
export const clockOffsetPart: Part<number> = {
  name: 'clock offset',
  load: () => 0,
  apply: (value, change) => (change.kind === 'presence' ? (change.clockOffsetMs ?? value) : value),
}
