import type { Failure } from '#contract/base/failures.ts'
import type { FoundPerson } from '#contract/people.ts'
import type { UserId } from '#shared/ids.ts'
import type { AccountCalls } from '../../state/account-calls.ts'

export interface ChosenPeoplePorts {
  readonly calls: Pick<AccountCalls, 'searchPeople'>
  /** The account whose people are offered; by default the shown one. */
  readonly accountId?: string | undefined
  /** Receives the chosen people in ascending order when the choice is complete. */
  readonly onchosen: (userIds: UserId[]) => void
}

/** The choice of one or more people by name: the query, the people found and the people chosen. */
export class ChosenPeople {
  readonly #ports: ChosenPeoplePorts
  query = $state('')
  chosen = $state.raw<readonly FoundPerson[]>([])
  /** The people found; null until the first search has answered. */
  #found = $state.raw<readonly FoundPerson[] | null>(null)
  failure = $state.raw<Failure | null>(null)
  /** The newest search. */
  #search: Promise<void>
  /** The choice that waits for its search; null for none. */
  #choosing: Promise<void> | null = null
  /** The people who can be chosen. */
  readonly offered = $derived((this.#found ?? []).filter((person) => !this.#isChosen(person)))

  constructor(ports: ChosenPeoplePorts) {
    this.#ports = ports
    this.#search = this.#ask()
  }

  /** Whether the search has answered and found nobody for the query. */
  get isNobodyFound(): boolean {
    return this.#found !== null && this.failure === null && this.offered.length === 0
  }

  /** Searches again after a failure. */
  retry(): void {
    this.type(this.query)
  }

  /** Searches for a text. */
  type(query: string): void {
    this.query = query
    this.#search = this.#ask()
  }

  /** Adds a person to the choice and starts a new search. */
  choose(person: FoundPerson): void {
    if (!this.#isChosen(person)) this.chosen = [...this.chosen, person]
    this.type('')
  }

  remove(id: UserId): void {
    this.chosen = this.chosen.filter((person) => person.id !== id)
  }

  removeLast(): void {
    this.chosen = this.chosen.slice(0, -1)
  }

  /**
   * Handles Enter: chooses the first person found for the typed text or, without a text, completes the choice. A second
   * press before the search has answered completes it as well.
   * @returns whether the choice is complete
   */
  async enter(): Promise<boolean> {
    const before = this.#choosing
    if (before !== null) await before
    if (this.query === '') return this.finish()
    if (before !== null) return false
    this.#choosing = this.chooseFirst()
    await this.#choosing
    this.#choosing = null
    return false
  }

  /** Chooses the first person found for the typed text, even if the search is still in flight. */
  async chooseFirst(): Promise<void> {
    const { query } = this
    await this.#search
    const [first] = this.offered
    if (query === this.query && first !== undefined) this.choose(first)
  }

  /** Completes the choice. Returns false if nobody is chosen. */
  finish(): boolean {
    if (this.chosen.length === 0) return false
    this.#ports.onchosen(this.chosen.map(({ id }) => id).sort((a, b) => a - b))
    return true
  }

  #isChosen({ id }: FoundPerson): boolean {
    return this.chosen.some((person) => person.id === id)
  }

  async #ask(): Promise<void> {
    const { query } = this
    const result = await this.#ports.calls.searchPeople(query, this.#ports.accountId)
    if (query !== this.query) return
    this.failure = result.ok ? null : result.error
    this.#found = result.ok ? result.value : []
  }
}
