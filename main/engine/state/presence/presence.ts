import type { PresenceState } from '#contract/people.ts'
import type { UserId } from '../../values/ids.ts'
import { clientLimits } from '#shared/client-limits.ts'

/** The times at which a user was last active and last idle, in UNIX seconds of the server. */
export interface PresenceStamps {
  readonly activeAt: number | null
  readonly idleAt: number | null
}

const mostPeople = clientLimits.presencePeople.most
const mostConversations = clientLimits.typingPlaces.most

/** The presences of users. They are never stored, because they are outdated at the next start (O5). */
export class Presence {
  #people = new Map<number, PresenceStamps>()

  /** Replaces all presences by those of a registration or a report. */
  replace(people: ReadonlyMap<number, PresenceStamps>): void {
    this.#people = new Map(people)
  }

  /** Updates one user. Older timestamps than the known ones change nothing. */
  note(personId: UserId, stamps: PresenceStamps): void {
    const known = this.#people.get(personId)
    if (known === undefined && this.#people.size >= mostPeople) return
    const newest = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))
    this.#people.set(personId, {
      activeAt: newest(known?.activeAt ?? null, stamps.activeAt),
      idleAt: newest(known?.idleAt ?? null, stamps.idleAt),
    })
  }

  /** The users whose presence is known. */
  get ids(): Iterable<UserId> {
    return this.#people.keys()
  }

  /**
   * Returns a user's state and the time at which it ends unless a newer presence comes, in UNIX seconds of the server;
   * null if the user is offline. `serverNow` and `offlineAfter` are in seconds.
   */
  presentUntil(
    personId: UserId,
    serverNow: number,
    offlineAfter: number,
  ): { readonly state: 'active' | 'idle'; readonly until: number } | null {
    const state = this.stateOf(personId, serverNow, offlineAfter)
    if (state === 'offline') return null
    const stamps = this.#people.get(personId)
    return { state, until: (stamps?.[state === 'active' ? 'activeAt' : 'idleAt'] ?? 0) + offlineAfter }
  }

  /**
   * Returns a user's state. A timestamp counts while it is within the server's threshold, on the server's clock
   * (wire-protocol.md §2.8). `serverNow` and `offlineAfter` are in seconds.
   */
  stateOf(personId: UserId, serverNow: number, offlineAfter: number): PresenceState {
    const stamps = this.#people.get(personId)
    if (stamps === undefined) return 'offline'
    const isFresh = (at: number | null) => at !== null && serverNow - at < offlineAfter
    return isFresh(stamps.activeAt) ? 'active' : isFresh(stamps.idleAt) ? 'idle' : 'offline'
  }

  /**
   * Returns the time at which a user was last active, in UNIX seconds of the server; the time of the last presence if no
   * activity is known, and null if nothing is.
   */
  lastActive(personId: UserId): number | null {
    const stamps = this.#people.get(personId)
    return stamps === undefined ? null : (stamps.activeAt ?? stamps.idleAt)
  }
}

/** The typing notifications. They are never stored, and each expires by itself (O5). */
export class Typing {
  readonly #byConversation = new Map<string, Map<number, number>>()

  /** Records that a user is typing. `until` is in UNIX milliseconds of the local clock. */
  start(conversation: string, personId: UserId, until: number): void {
    const typists = this.#byConversation.get(conversation) ?? new Map<number, number>()
    typists.set(personId, until)
    // The entry is inserted again as the newest.
    this.#byConversation.delete(conversation)
    this.#byConversation.set(conversation, typists)
    const [oldest] = this.#byConversation.keys()
    if (this.#byConversation.size > mostConversations && oldest !== undefined) this.#byConversation.delete(oldest)
  }

  stop(conversation: string, personId: UserId): void {
    this.#byConversation.get(conversation)?.delete(personId)
  }

  /** Returns the users who are typing, in the order in which they started. */
  in(conversation: string, now: number): number[] {
    return [...(this.#byConversation.get(conversation) ?? [])].flatMap(([id, until]) => (until > now ? [id] : []))
  }

  /**
   * Returns the time at which the next notification of a conversation ends, in UNIX milliseconds; null if nobody is
   * typing.
   */
  endIn(conversation: string, now: number): number | null {
    const ends = [...(this.#byConversation.get(conversation)?.values() ?? [])].filter((until) => until > now)
    return ends.length === 0 ? null : Math.min(...ends)
  }

  clear(): void {
    this.#byConversation.clear()
  }
}
