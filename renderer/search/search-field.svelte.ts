import type { FoundNarrow } from '#contract/calls/search.ts'
import type { FoundPerson } from '#contract/resources/people.ts'
import type { Result } from '#contract/values.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { searchTerms } from '#shared/search-terms.ts'
import { FoundNarrows } from '../navigation/found-narrows.svelte.ts'
import { fixedOptions, personOptions, narrowOptions, unfinishedTerm, type SearchOption } from './completions.ts'

export interface SearchFieldPorts {
  readonly findNarrows: (query: string) => Promise<Result<readonly FoundNarrow[]> | null>
  readonly findPeople: (query: string) => Promise<Result<readonly FoundPerson[]> | null>
  /** Called when another search is written. */
  readonly onChange: () => void
}

/** The field of a search: finished filters as chips, and behind them what is typed. */
export class SearchField {
  readonly #ports: SearchFieldPorts
  readonly #foundNarrows: FoundNarrows
  /** Filters as they are written in a search. */
  #chips = $state.raw<readonly string[]>([])
  #text = $state('')
  #isOpen = $state(false)
  /** The key of the option that was marked by arrows; null for none. */
  #marked = $state.raw<string | null>(null)
  /** The people found for a text. */
  #people = $state.raw<{ readonly text: string; readonly found: readonly FoundPerson[] }>({ text: '', found: [] })
  #wantedPeople = ''

  constructor(query: string, ports: SearchFieldPorts) {
    this.#ports = ports
    this.#foundNarrows = new FoundNarrows(ports.findNarrows)
    this.#set(query)
  }

  get chips(): readonly string[] {
    return this.#chips
  }

  get text(): string {
    return this.#text
  }

  /** All that is written. */
  get query(): string {
    return [...this.#chips, this.#text.trim()].filter(Boolean).join(' ')
  }

  /** What is searched for while it is typed: all but the filter that is being written. */
  get live(): string {
    const unfinished = unfinishedTerm(this.#text)
    if (unfinished?.filter == null) return this.query
    return [...this.#chips, this.#text.slice(0, unfinished.start).trim()].filter(Boolean).join(' ')
  }

  readonly #options: readonly SearchOption[] = $derived.by(() => {
    const unfinished = unfinishedTerm(this.#text)
    if (unfinished === null) return []
    switch (unfinished.filter) {
      case 'stream':
      case 'topic':
        return narrowOptions(unfinished, this.#foundNarrows.items, this.#chips)
      case 'sender':
      case 'with':
      case 'dm':
        return this.#people.text === this.#wantedPeople ? personOptions(unfinished, this.#people.found) : []
      default:
        return fixedOptions(unfinished, Date.now())
    }
  })

  /** What the text can be completed to; none while the list is closed. */
  get options(): readonly SearchOption[] {
    return this.#isOpen ? this.#options : []
  }

  /** The place of the option that Enter takes; -1 for none. */
  get markedIndex(): number {
    return this.options.findIndex(({ key }) => key === this.#marked)
  }

  /** Replaces all that is written. */
  write(query: string): void {
    this.#set(query)
    this.close()
    this.#ports.onChange()
  }

  #set(query: string): void {
    this.#chips = []
    this.#text = query.slice(0, clientLimits.pageQuery.most)
    this.#takeChips(true)
  }

  /** The text behind the chips is another one. Filters that are followed by a blank become chips. */
  type(text: string): void {
    this.#text = text.slice(0, Math.max(0, clientLimits.pageQuery.most - this.#chips.join(' ').length - 1))
    this.#takeChips(false)
    this.#isOpen = true
    this.#marked = null
    this.#complete()
    this.#ports.onChange()
  }

  #takeChips(withLast: boolean): void {
    const filters = searchTerms(this.#text).filter(
      ({ kind, end, written }) =>
        kind === 'filter' &&
        (withLast || (/\s/u.test(this.#text.charAt(end)) && (written.match(/"/gu)?.length ?? 0) !== 1)),
    )
    if (filters.length === 0) return
    this.#chips = [...this.#chips, ...filters.map(({ written }) => written)]
    this.#text = filters
      .toReversed()
      .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).trimStart(), this.#text)
  }

  #complete(): void {
    const unfinished = unfinishedTerm(this.#text)
    const { filter = null, typed = '' } = unfinished ?? {}
    this.#foundNarrows.search(filter === 'stream' || filter === 'topic' ? typed : '')
    const isPerson = filter === 'sender' || filter === 'with' || filter === 'dm'
    this.#wantedPeople = isPerson ? typed : ''
    if (isPerson && typed.trim() !== '') void this.#findPeople(typed)
  }

  async #findPeople(text: string): Promise<void> {
    const result = await this.#ports.findPeople(text.slice(0, clientLimits.placeQuery.most))
    if (this.#wantedPeople === text) this.#people = { text, found: result?.ok === true ? result.value : [] }
  }

  /** Marks another option, around the ends. Returns false if there is none. */
  move(step: 1 | -1): boolean {
    const { options, markedIndex } = this
    if (options.length === 0) return false
    const from = markedIndex < 0 && step < 0 ? 0 : markedIndex
    this.#marked = options[(from + step + options.length) % options.length]?.key ?? null
    return true
  }

  /** Takes an option, by default the marked one. Returns false if there is none. */
  choose(option = this.options[this.markedIndex]): boolean {
    const unfinished = unfinishedTerm(this.#text)
    if (option === undefined || unfinished === null) return false
    const before = this.#text.slice(0, unfinished.start)
    if (option.chips === null) {
      this.type(before + option.insert)
      return true
    }
    this.#chips = [...this.#chips, ...option.chips.filter((chip) => !this.#chips.includes(chip))]
    this.#text = before
    this.close()
    this.#ports.onChange()
    return true
  }

  /** All filters become chips, also the last one. */
  finish(): void {
    this.#takeChips(true)
    this.close()
    this.#ports.onChange()
  }

  removeChip(index: number): void {
    this.#chips = this.#chips.filter((_, at) => at !== index)
    this.#ports.onChange()
  }

  /** The last chip becomes text again, so that it can be changed. */
  reopenLast(): void {
    const last = this.#chips.at(-1)
    if (last === undefined) return
    this.#chips = this.#chips.slice(0, -1)
    this.type(last.replace(/"$/u, '') + this.#text)
  }

  /** Closes the list of options. Returns false if it was not open. */
  close(): boolean {
    const wasOpen = this.options.length > 0
    this.#isOpen = false
    this.#marked = null
    return wasOpen
  }
}
