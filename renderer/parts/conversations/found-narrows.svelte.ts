import type { Failure, Result } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { FoundGroup } from '#contract/people/groups.ts'
import type { FoundNarrow } from '#contract/search.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { foldName, NameQuery } from '#shared/name-query.ts'
import { personNames } from '#i18n/names.ts'
import type { AccountCalls } from '../../state/account-calls.ts'

/** The interval at which a text that found nothing is searched for again, in milliseconds. */
const lookAgainMs = 1000

/** An object that a search by name finds: a conversation or a user group. */
export type FoundAim = FoundNarrow | FoundGroup

/** Finds conversations by name, and groups if they are wanted; null if no account is shown. */
export type FindNarrows<Found extends FoundAim = FoundNarrow> = (
  query: string,
) => Promise<Result<readonly Found[]> | null>

/** Returns a search for conversations of the shown account. */
export function narrowsBy(calls: Pick<AccountCalls, 'ask'>): FindNarrows {
  return (query) => calls.ask('narrows.find', { query })
}

/**
 * The text of the navigation's field, and the conversations that it finds on this computer. One search runs at a time;
 * after its answer, the newest text is searched for.
 */
export class FoundNarrows<Found extends FoundAim = FoundNarrow> {
  readonly #find: FindNarrows<Found>
  #text = $state('')
  /** The text to which `#answer` and `#failure` belong. */
  #answered = $state.raw('')
  #answer = $state.raw<readonly Found[]>([])
  #failure = $state.raw<Failure | null>(null)
  #search: Promise<void> | null = null
  #isLookingAgain = false
  #accountId: string | null = null
  /** Incremented when the field is cleared: an answer to an earlier search belongs to no text then. */
  #round = 0

  constructor(find: FindNarrows<Found>) {
    this.#find = find
  }

  get text(): string {
    return this.#text
  }

  get #query(): string {
    return this.#text.trim().slice(0, clientLimits.nameQuery.most)
  }

  /** Whether the text has words that are searched for. */
  get isOn(): boolean {
    return this.#query !== ''
  }

  /** Whether the results for the current text are not known yet. */
  get isSearching(): boolean {
    return this.#query !== this.#answered
  }

  /** The failure of the last search; null while another one runs. */
  get failure(): Failure | null {
    return this.isSearching ? null : this.#failure
  }

  /** The results. Until they are known, the earlier results that match the current text. */
  get items(): readonly Found[] {
    if (!this.isOn) return []
    if (!this.isSearching) return this.#answer
    const query = new NameQuery(this.#query)
    return this.#answer.filter((found) => query.matches(foldName(searchedName(found))))
  }

  /** Whether no name contains the current text. */
  get isFruitless(): boolean {
    return this.isOn && !this.isSearching && this.#failure === null && this.#answer.every(({ isNear }) => isNear)
  }

  /** Whether a name equals the typed text. */
  isExact(name: string): boolean {
    return this.isOn && foldName(name) === new NameQuery(this.#query).text
  }

  /** Searches for another text. */
  search(text: string): void {
    this.#text = text
    if (this.isSearching) this.#search ??= this.#run()
  }

  /** Searches again after a failure. */
  retry(): void {
    const text = this.#text
    this.clear()
    this.search(text)
  }

  /** Clears the field when another account is shown. */
  follow(accountId: string | null): void {
    if (accountId === this.#accountId) return
    this.#accountId = accountId
    this.clear()
  }

  /** Clears the field and ignores the answer of a running search. */
  clear(): void {
    this.#round += 1
    this.#search = null
    this.#text = ''
    this.#answered = ''
    this.#answer = []
    this.#failure = null
  }

  /** Waits until the results for the current text are known, or the search has failed. */
  async settled(): Promise<void> {
    await this.#search
  }

  /**
   * Searches again for a text that no name contains. Other results stay, so that Enter opens the entry that the user
   * saw.
   */
  async lookAgain(): Promise<void> {
    if (!this.isFruitless || this.#isLookingAgain) return
    this.#isLookingAgain = true
    const [asked, round] = [this.#query, this.#round]
    try {
      const result = await this.#find(asked)
      const isOfPresent = round === this.#round && this.#isFruitlessFor(asked)
      if (result?.ok !== true || !isOfPresent) return
      if (this.#answer.length === 0 || result.value.some(({ isNear }) => !isNear)) this.#answer = result.value
    } finally {
      this.#isLookingAgain = false
    }
  }

  #isFruitlessFor(query: string): boolean {
    return this.#query === query && this.isFruitless
  }

  async #run(): Promise<void> {
    const round = this.#round
    try {
      for (let query = this.#query; query !== this.#answered; query = this.#query) {
        const result: Result<readonly Found[]> | null = query === '' ? { ok: true, value: [] } : await this.#find(query)
        if (round !== this.#round) return
        if (query !== this.#query) continue
        this.#answer = result?.ok === true ? result.value : []
        this.#failure = result?.ok === false ? result.error : null
        this.#answered = query
      }
    } finally {
      if (round === this.#round) this.#search = null
    }
  }
}

/**
 * Repeats searches without results at intervals, since history that is fetched meanwhile may contain them. An effect
 * calls this again when the searches change.
 * @returns a function that ends this
 */
export function lookingAgain<Found extends FoundAim>(searches: readonly FoundNarrows<Found>[]): () => void {
  const fruitless = searches.filter(({ isFruitless }) => isFruitless)
  if (fruitless.length === 0) return () => undefined
  const timer = setInterval(() => {
    for (const foundNarrows of fruitless) void foundNarrows.lookAgain()
  }, lookAgainMs)
  return () => clearInterval(timer)
}

/** Returns all names by which an object is found. */
function searchedName(found: FoundAim): string {
  switch (found.kind) {
    case 'group':
    case 'stream':
      return found.name
    case 'topic':
      return `${found.name} ${found.streamName}`
    case 'direct':
      return personNames(found.people)
  }
}

/** Returns the name of a found object; for a topic, without its stream. */
export function nameOfNarrow(found: FoundAim): string {
  return found.kind === 'direct' ? personNames(found.people) : found.name
}

/** Returns the conversation of a found object. */
export function narrowOfFound(found: FoundNarrow): Narrow {
  switch (found.kind) {
    case 'stream':
      return { kind: 'stream', streamId: found.streamId }
    case 'topic':
      return { kind: 'topic', streamId: found.streamId, topic: found.topic }
    case 'direct':
      return { kind: 'direct', userIds: found.userIds }
  }
}
