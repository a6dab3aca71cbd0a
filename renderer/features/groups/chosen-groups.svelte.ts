import type { Failure } from '#contract/base/failures.ts'
import type { FoundGroup, GroupName } from '#contract/people/groups.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { GroupId } from '#shared/ids.ts'
import type { AccountCalls } from '../../state/account-calls.ts'

export interface ChosenGroupsPorts {
  readonly calls: Pick<AccountCalls, 'askOf'>
  readonly accountId: string
  /** The group that gets the subgroups, which is not offered. */
  readonly groupId: GroupId
}

/** A group that can be chosen. */
export interface OfferedGroup extends GroupName {
  readonly id: GroupId
  readonly memberCount: number
}

/** The choice of groups by name. */
export class ChosenGroups {
  readonly #ports: ChosenGroupsPorts
  query = $state('')
  chosen = $state.raw<readonly OfferedGroup[]>([])
  #found = $state.raw<readonly FoundGroup[]>([])
  failure = $state.raw<Failure | null>(null)

  constructor(ports: ChosenGroupsPorts) {
    this.#ports = ports
  }

  /** The groups that can be chosen. */
  get offered(): readonly OfferedGroup[] {
    return this.#found
      .filter(({ groupId }) => groupId !== this.#ports.groupId && !this.chosen.some(({ id }) => id === groupId))
      .map(({ groupId, name, memberCount }) => ({ id: groupId, groupId, name, role: null, memberCount }))
  }

  /** Searches for a text. */
  async type(query: string): Promise<void> {
    this.query = query
    const asked = query.slice(0, clientLimits.nameQuery.most)
    const result = await this.#ports.calls.askOf(this.#ports.accountId, 'groups.find', { query: asked })
    if (query !== this.query) return
    this.failure = result.ok ? null : result.error
    this.#found = result.ok ? result.value : []
  }

  /** Adds a group to the choice. */
  choose(group: OfferedGroup): void {
    this.chosen = [...this.chosen, group]
    this.query = ''
    this.#found = []
  }

  remove(id: GroupId): void {
    this.chosen = this.chosen.filter((group) => group.id !== id)
  }
}
