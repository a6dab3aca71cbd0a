import type { Result } from '#contract/base/failures.ts'
import type { FoundPerson } from '#contract/people.ts'
import type { FoundNarrow } from '#contract/search.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { searchTerms, splitName } from '#shared/search-terms.ts'
import { FoundNarrows } from '../../parts/conversations/found-narrows.svelte.ts'
import { fixedOptions, personOptions, narrowOptions, unfinishedTerm, type SearchOption } from './completions.ts'

/** The parts of the page that the field uses. */
export interface SearchFieldPorts {
  readonly findNarrows: (query: string) => Promise<Result<readonly FoundNarrow[]> | null>
  readonly findPeople: (query: string) => Promise<Result<readonly FoundPerson[]> | null>
  /** Called when the search has changed. */
  readonly onChange: () => void
}

/** The field of a search: finished filters as chips, and the typed text after them. */
export class SearchField {
  readonly #ports: SearchFieldPorts
  readonly #foundNarrows: FoundNarrows
  /** The filters in the syntax of searches. */
  #chips = $state.raw<readonly string[]>([])
  #text = $state('')
  #isOpen = $state(false)
  /** The key of the option that the arrow keys marked; null for none. */
  #marked = $state.raw<string | null>(null)
  /** The people that were found for a text. */
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

  /** The whole search: chips and text. */
  get query(): string {
    return [...this.#chips, this.#text.trim()].filter(Boolean).join(' ')
  }

  /** The search without the unfinished filter, for results while the user types. */
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

  /** The completions; none while the list is closed. */
  get options(): readonly SearchOption[] {
    return this.#isOpen ? this.#options : []
  }

  /** The index of the option that Enter chooses; -1 for none. */
  get markedIndex(): number {
    return this.options.findIndex(({ key }) => key === this.#marked)
  }

  /** Replaces the whole search. */
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

  /** Sets the text after the chips. Filters that are followed by a blank become chips. */
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
    const result = await this.#ports.findPeople(text.slice(0, clientLimits.nameQuery.most))
    if (this.#wantedPeople === text) this.#people = { text, found: result?.ok === true ? result.value : [] }
  }

  /** Marks the next option in a direction, cyclically. @returns false if there are no options */
  move(step: 1 | -1): boolean {
    const { options, markedIndex } = this
    if (options.length === 0) return false
    const from = markedIndex < 0 && step < 0 ? 0 : markedIndex
    this.#marked = options[(from + step + options.length) % options.length]?.key ?? null
    return true
  }

  /** Chooses an option, by default the marked one. @returns false if there is none */
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

  /** Turns all filters into chips, including the last one. */
  finish(): void {
    this.#takeChips(true)
    this.close()
    this.#ports.onChange()
  }

  removeChip(index: number): void {
    this.#chips = this.#chips.filter((_, at) => at !== index)
    this.#ports.onChange()
  }

  /** Turns the last chip into text, so that it can be changed. */
  reopenLast(): void {
    const last = this.#chips.at(-1)
    if (last === undefined) return
    this.#chips = this.#chips.slice(0, -1)
    this.type(last.replace(/"$/u, '') + this.#text)
  }

  /** Closes the list of completions. @returns false if it was not open */
  close(): boolean {
    const wasOpen = this.options.length > 0
    this.#isOpen = false
    this.#marked = null
    return wasOpen
  }
}

/** Returns the label of a filter's chip, without quotation marks and ids. */
export function chipLabel(chip: string): string {
  const [term] = searchTerms(chip)
  if (term?.kind !== 'filter') return chip
  const names = term.operand.split(/(?<=\|\d{1,15})\s*,\s*/u).map((name) => splitName(name)?.name ?? name)
  const shown = term.filter === 'topic' ? term.operand : names.join(', ')
  return `${term.isNegated ? '−' : ''}${term.filter}: ${shown}`
}
