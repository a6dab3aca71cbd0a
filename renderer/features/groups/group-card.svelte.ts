import type { Failure } from '#contract/base/failures.ts'
import type { FoundPerson, GroupCard as Card } from '#contract/people.ts'
import type { GroupId, UserId } from '#shared/ids.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import { afterFrame } from '../../ui/after-frame.ts'

export interface GroupCardPorts {
  readonly calls: Pick<AccountCalls, 'askOf'>
  readonly accountId: string
  readonly groupId: GroupId
  /** Opens the direct conversation with people in ascending order. An empty list opens the notes to oneself. */
  readonly write: (userIds: readonly UserId[]) => void
}

/** The card of a user group: its purpose and its members, who can be searched by name. */
export class GroupCard {
  readonly #ports: GroupCardPorts
  query = $state('')
  /** The answer of the engine: undefined until it arrives, null if the group is gone. */
  #answer = $state.raw<Card | null | undefined>(undefined)
  failure = $state.raw<Failure | null>(null)
  /** The newest search. */
  #search: Promise<void>

  constructor(ports: GroupCardPorts) {
    this.#ports = ports
    this.#search = this.#ask()
  }

  /** The card; null until it is known, and if the group is gone. */
  get card(): Card | null {
    return this.#answer ?? null
  }

  get isGone(): boolean {
    return this.#answer === null
  }

  get people(): readonly FoundPerson[] {
    return this.card?.people ?? []
  }

  /** Whether the list has only a part of the members who match. */
  get isCut(): boolean {
    return this.card !== null && this.card.people.length < this.card.foundCount
  }

  /** All other members if the user can write to all of them; otherwise empty. */
  get others(): readonly UserId[] {
    return this.card?.others ?? []
  }

  /** Searches the members for a text. */
  type(query: string): void {
    this.query = query
    this.#search = this.#ask()
  }

  /** Searches again after a failure. */
  retry(): void {
    this.type(this.query)
  }

  /** Opens the direct conversation with a member. */
  choose({ id }: Pick<FoundPerson, 'id'>): void {
    this.#ports.write(id === this.card?.selfId ? [] : [id])
  }

  /** Chooses the first member who matches the typed name, even if the search is still in flight. */
  async chooseFirst(): Promise<void> {
    const { query } = this
    await this.#search
    // The list marks its entries after they are drawn, so it must still exist then.
    await new Promise<void>(afterFrame)
    const [first] = this.people
    if (query !== '' && query === this.query && first !== undefined) this.choose(first)
  }

  writeToAll(): void {
    if (this.others.length > 0) this.#ports.write(this.others)
  }

  async #ask(): Promise<void> {
    const { query } = this
    const { calls, accountId, groupId } = this.#ports
    const result = await calls.askOf(accountId, 'groups.show', { groupId, query })
    if (query !== this.query) return
    this.failure = result.ok ? null : result.error
    if (result.ok) this.#answer = result.value
  }
}
