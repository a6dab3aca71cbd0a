import type { MutedPeopleMeta, MutedPersonItem } from '#contract/people.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { PreferencesProjection } from '../../projections/preferences.ts'
import type { Change } from '../../state/changes.ts'
import type { View } from '../view.ts'
import { compareNames } from '../../values/name-order.ts'

/** The view of the muted people, with the pending changes applied. */
export class MutedPeopleView implements View<'muted_people'> {
  readonly #core: ReadCore
  readonly #preferences: PreferencesProjection

  constructor(core: ReadCore, preferences: PreferencesProjection) {
    this.#core = core
    this.#preferences = preferences
  }

  isAffected(change: Change): boolean {
    if (change.kind === 'outbox') return this.#preferences.isOfChoices(change.queueKey)
    return change.kind === 'preferences' || change.kind === 'people'
  }

  compute(): { items: MutedPersonItem[]; meta: MutedPeopleMeta } {
    const { accountState } = this.#core
    const people = this.#preferences.mutedPeople().map((id) => accountState.person(id))
    const items = people
      .sort((a, b) => compareNames(a.name ?? '', b.name ?? '') || a.id - b.id)
      .slice(0, clientLimits.mutedPeople.most)
      .map((person) => ({ ...person, key: `muted_person:${person.id}`, kind: 'muted_person' as const }))
    return { items, meta: { total: people.length } }
  }
}
