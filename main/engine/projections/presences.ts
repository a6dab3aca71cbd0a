import type { PersonPresence, PresenceState } from '#contract/people.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import type { UserId } from '../values/ids.ts'

/** The longest wait of the timer, in seconds: a clock that was set back delays an expiry no longer than this. */
const longestWait = 3_600

/**
 * The presences of people by the server's clock and thresholds (O5, O8). One timer runs until the next presence
 * expires, and a listener hears whose state has changed, so that no view needs a timer or a request of its own.
 */
export class PresenceProjection {
  readonly #core: ReadCore
  readonly #onChanged: (people: ReadonlySet<UserId>) => void
  /** The people who are not offline, and the time at which their state ends, in UNIX seconds of the server. */
  readonly #present = new Map<UserId, { readonly state: 'active' | 'idle'; readonly until: number }>()
  #cancel: () => void = () => undefined
  #isStopped = false

  /** @param onChanged called with the people whose state has changed */
  constructor(core: ReadCore, onChanged: (people: ReadonlySet<UserId>) => void) {
    this.#core = core
    this.#onChanged = onChanged
    core.onCommit('the presences', (changes) => {
      this.#note(changes)
    })
  }

  /** Whether the organization shares presences. */
  get isShared(): boolean {
    return !this.#core.accountState.organizationSettings.organization.presence_disabled
  }

  /**
   * Returns the state of a person; null for bots, deactivated and unknown people, and if the organization does not share
   * presences. An account that hides its presence shows itself as offline, as others see it.
   */
  stateOf(id: UserId): PresenceState | null {
    const { people, selfId, userSettings } = this.#core.accountState
    const person = people.get(id)
    if (person === undefined || person.is_bot === 1 || person.is_active === 0 || !this.isShared) return null
    if (id === selfId && !userSettings.presence_enabled) return 'offline'
    return this.#present.get(id)?.state ?? 'offline'
  }

  /** Returns the presence of a person; null as in `stateOf`. */
  of(id: UserId): PersonPresence | null {
    const { accountState } = this.#core
    const state = this.stateOf(id)
    if (state === null) return null
    const isHidden = id === accountState.selfId && !accountState.userSettings.presence_enabled
    return { state, lastActive: state === 'active' || isHidden ? null : accountState.presence.lastActive(id) }
  }

  /** Ends the timer. */
  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  #note(changes: readonly Change[]): void {
    const { presence } = this.#core.accountState
    const people = new Set(this.#present.keys())
    let isTouched = false
    for (const change of changes) {
      // The organization's settings contain the threshold.
      if (change.kind === 'organization' || (change.kind === 'presence' && change.isWhole)) {
        for (const id of presence.ids) people.add(id)
        isTouched = true
      } else if (change.kind === 'presence') {
        for (const id of change.people.keys()) people.add(id)
        isTouched = true
      }
    }
    if (isTouched) this.#follow(people)
  }

  /** Computes the states of some people again, with those of all who are present. */
  #follow(people: ReadonlySet<UserId>): void {
    const { accountState, ports } = this.#core
    const now = accountState.serverSeconds(ports.clock.now())
    const threshold = accountState.organizationSettings.server.presence_offline_threshold_seconds
    const changed = new Set<UserId>()
    let next = Infinity
    for (const id of people) {
      const before = this.#present.get(id)
      const after = accountState.presence.presentUntil(id, now, threshold)
      if (before?.state !== after?.state) changed.add(id)
      if (after === null) {
        this.#present.delete(id)
        continue
      }
      this.#present.set(id, after)
      next = Math.min(next, after.until)
    }
    this.#cancel()
    if (next !== Infinity && !this.#isStopped) {
      this.#cancel = ports.clock.schedule(Math.min(longestWait, Math.max(1, next - now)) * 1000, () => {
        this.#follow(new Set(this.#present.keys()))
      })
    }
    if (changed.size > 0) this.#onChanged(changed)
  }
}
