import { clientLimits } from '../../../../shared/client-limits.ts'

/** When somebody was last active, and last there; UNIX seconds of the server. */
export interface PresenceStamps {
  readonly activeAt: number | null
  readonly idleAt: number | null
}

const mostPeople = clientLimits.presencePeople.most
const mostPlaces = clientLimits.typingPlaces.most

export type PresenceState = 'active' | 'idle' | 'offline'

/** Who is there. Never on disk: it is old news by the next start (O5). */
export class Presence {
  #people = new Map<number, PresenceStamps>()

  /** The whole list of a registration or of a ping. */
  replace(people: ReadonlyMap<number, PresenceStamps>): void {
    this.#people = new Map(people)
  }

  /** News of one person; older stamps than those that are known change nothing. */
  note(personId: number, stamps: PresenceStamps): void {
    const known = this.#people.get(personId)
    if (known === undefined && this.#people.size >= mostPeople) return
    const newest = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))
    this.#people.set(personId, {
      activeAt: newest(known?.activeAt ?? null, stamps.activeAt),
      idleAt: newest(known?.idleAt ?? null, stamps.idleAt),
    })
  }

  /**
   * Active while the stamp is younger than the server's threshold, by the server's clock (wire-protocol.md §2.8).
   * `serverNow` and `offlineAfter` are seconds.
   */
  stateOf(personId: number, serverNow: number, offlineAfter: number): PresenceState {
    const stamps = this.#people.get(personId)
    if (stamps === undefined) return 'offline'
    const isFresh = (at: number | null) => at !== null && serverNow - at < offlineAfter
    return isFresh(stamps.activeAt) ? 'active' : isFresh(stamps.idleAt) ? 'idle' : 'offline'
  }

  /** When somebody was last seen, UNIX seconds of the server; null where that is not known. */
  lastSeen(personId: number): number | null {
    const stamps = this.#people.get(personId)
    return stamps === undefined ? null : Math.max(stamps.activeAt ?? 0, stamps.idleAt ?? 0) || null
  }
}

/** Who is writing where. Never on disk; each entry ends by itself when nothing more is heard (O5). */
export class Typing {
  readonly #places = new Map<string, Map<number, number>>()

  /** `until` is UNIX milliseconds of this computer. */
  start(conversation: string, personId: number, until: number): void {
    const place = this.#places.get(conversation) ?? new Map<number, number>()
    place.set(personId, until)
    // As the newest.
    this.#places.delete(conversation)
    this.#places.set(conversation, place)
    const [oldest] = this.#places.keys()
    if (this.#places.size > mostPlaces && oldest !== undefined) this.#places.delete(oldest)
  }

  stop(conversation: string, personId: number): void {
    this.#places.get(conversation)?.delete(personId)
  }

  /** Who writes there now, in the order of their beginning. */
  in(conversation: string, now: number): number[] {
    return [...(this.#places.get(conversation) ?? [])].flatMap(([id, until]) => (until > now ? [id] : []))
  }

  clear(): void {
    this.#places.clear()
  }
}
