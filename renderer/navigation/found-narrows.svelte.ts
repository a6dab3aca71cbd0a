import type { FoundNarrow } from '#contract/calls/search.ts'
import type { FoundGroup } from '#contract/resources/groups.ts'
import type { Failure, Narrow, Result } from '#contract/values.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { foldName, NameQuery } from '#shared/name-query.ts'
import { personNames } from '#i18n/person-name.ts'
import type { AccountCalls } from '../bridge/account-calls.ts'

/** How long to wait before a text that found nothing is searched for again. */
const lookAgainMs = 1000

/** What has a name and can be gone to: a place, or a user group. */
export type FoundAim = FoundNarrow | FoundGroup

/** Finds places by name, and groups if they are wanted; null if no account is shown. */
export type FindNarrows<Found extends FoundAim = FoundNarrow> = (
  query: string,
) => Promise<Result<readonly Found[]> | null>

/** Finds the places of the shown account. */
export function narrowsBy(calls: Pick<AccountCalls, 'ask'>): FindNarrows {
  return (query) => calls.ask('places.find', { query })
}

/**
 * The text of the navigation's field, and the places of this computer that it finds. One search runs at a time; when it is
 * answered, the newest text is searched for.
 */
export class FoundNarrows<Found extends FoundAim = FoundNarrow> {
  readonly #find: FindNarrows<Found>
  #text = $state('')
  /** The text that `#answer` and `#failure` belong to. */
  #answered = $state.raw('')
  #answer = $state.raw<readonly Found[]>([])
  #failure = $state.raw<Failure | null>(null)
  #search: Promise<void> | null = null
  #isLookingAgain = false
  #accountId: string | null = null
  /** Rises when the field is emptied: an answer to what was asked before belongs to no text any more. */
  #round = 0

  constructor(find: FindNarrows<Found>) {
    this.#find = find
  }

  get text(): string {
    return this.#text
  }

  get #query(): string {
    return this.#text.trim().slice(0, clientLimits.placeQuery.most)
  }

  /** Whether places are looked for: the text has words. */
  get isOn(): boolean {
    return this.#query !== ''
  }

  /** Whether the places of the present text are not known yet. */
  get isSearching(): boolean {
    return this.#query !== this.#answered
  }

  /** Why the last search failed; null while another one runs. */
  get failure(): Failure | null {
    return this.isSearching ? null : this.#failure
  }

  /** The found places; until they are known, those of the text before that the present one finds too. */
  get items(): readonly Found[] {
    if (!this.isOn) return []
    if (!this.isSearching) return this.#answer
    const query = new NameQuery(this.#query)
    return this.#answer.filter((found) => query.matches(foldName(searchedName(found))))
  }

  /** Whether no place has the present text in its name. */
  get isFruitless(): boolean {
    return this.isOn && !this.isSearching && this.#failure === null && this.#answer.every(({ isNear }) => isNear)
  }

  /** Whether a name is exactly what was typed. */
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

  /** The field is empty in another account. */
  follow(accountId: string | null): void {
    if (accountId === this.#accountId) return
    this.#accountId = accountId
    this.clear()
  }

  /** Empties the field; a search that runs is of no interest any more. */
  clear(): void {
    this.#round += 1
    this.#search = null
    this.#text = ''
    this.#answered = ''
    this.#answer = []
    this.#failure = null
  }

  /** Waits until the places of the present text are known, or cannot be. */
  async settled(): Promise<void> {
    await this.#search
  }

  /** Searches again for a text that no name has. Another find stays: Enter opens what the reader saw. */
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
 * Looks again, from time to time, for what was not found: history that is fetched meanwhile may bring it. For an effect,
 * which runs it again when the searches change; returns what ends it.
 */
export function lookingAgain<Found extends FoundAim>(searches: readonly FoundNarrows<Found>[]): () => void {
  const fruitless = searches.filter(({ isFruitless }) => isFruitless)
  if (fruitless.length === 0) return () => undefined
  const timer = setInterval(() => {
    for (const foundNarrows of fruitless) void foundNarrows.lookAgain()
  }, lookAgainMs)
  return () => clearInterval(timer)
}

/** All that the search looks at in a place's names. */
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

/** The name of what was found, of a topic without that of its stream. */
export function nameOfNarrow(found: FoundAim): string {
  return found.kind === 'direct' ? personNames(found.people) : found.name
}

/** The conversation of a found place. */
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
