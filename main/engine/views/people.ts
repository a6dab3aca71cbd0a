import type { PeopleMeta, PersonItem } from '#contract/people.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import type { PresenceState } from '../state/presence/presence.ts'
import type { PersonRow } from '../store/directory.ts'
import { statuses } from '../state/directory/statuses.ts'
import { statusItem } from './status-item.ts'
import type { View } from './view.ts'

const shown = clientLimits.directoryRows.most
/** The view is computed again after this time, because presence expires. */
const lookAgainMs = 30_000

/** The view of people with their presence and status: present people first, then by name (O5, O8). */
export class PeopleView implements View<'people'> {
  readonly #core: ReadCore
  readonly #query: string
  readonly #onDirty: () => void
  #cancel: () => void

  constructor(core: ReadCore, query: string, onDirty: () => void) {
    this.#core = core
    this.#query = query
    this.#onDirty = onDirty
    this.#cancel = this.#lookAgain()
  }

  isAffected(change: Change): boolean {
    return (
      change.kind === 'people' ||
      change.kind === 'presence' ||
      (change.kind === 'part' && change.part === statuses) ||
      change.kind === 'organization'
    )
  }

  compute(): { items: PersonItem[]; meta: PeopleMeta } {
    const { accountState, ports } = this.#core
    const now = accountState.serverSeconds(ports.clock.now())
    const threshold = accountState.organizationSettings.server.presence_offline_threshold_seconds
    const found: Record<PresenceState, PersonRow[]> = { active: [], idle: [], offline: [] }
    let total = 0
    for (const row of accountState.peopleByName.find(this.#query)) {
      if (row.is_active === 0 || row.is_bot === 1) continue
      total += 1
      found[accountState.presence.stateOf(row.id, now, threshold)].push(row)
    }
    const items = (['active', 'idle', 'offline'] as const).flatMap((presence) =>
      found[presence].slice(0, shown).map((row) => ({ row, presence })),
    )
    return {
      items: items.slice(0, shown).map(({ row, presence }) => ({
        ...accountState.person(row.id),
        key: `person:${row.id}`,
        kind: 'person',
        email: row.email,
        presence,
        lastSeen: accountState.presence.lastSeen(row.id),
        status: statusItem(this.#core, accountState.of(statuses).get(row.id)),
      })),
      meta: { total },
    }
  }

  close(): void {
    this.#cancel()
  }

  #lookAgain(): () => void {
    return this.#core.ports.clock.schedule(lookAgainMs, () => {
      this.#cancel = this.#lookAgain()
      this.#onDirty()
    })
  }
}
