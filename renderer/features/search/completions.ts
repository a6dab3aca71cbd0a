import type { FoundPerson } from '#contract/people.ts'
import type { FoundNarrow } from '#contract/search.ts'
import { filterNamed, nameWithId, searchTerms, type SearchFilter } from '#shared/search-terms.ts'
import { filterName, shownFilter } from '#i18n/search-filters.ts'
import { personName } from '#i18n/names.ts'
import { catalogue } from '#i18n/catalogue.ts'

/** The filters that are offered, in their order. */
export const offeredFilters = [
  'stream',
  'topic',
  'sender',
  'dm',
  'with',
  'is',
  'has',
  'before',
  'after',
  'on',
] as const satisfies readonly SearchFilter[]

const isWords = ['unread', 'starred', 'mentioned', 'alerted', 'followed', 'resolved', 'dm'] as const
const hasWords = ['link', 'image', 'attachment', 'reaction'] as const
/** The offered dates, as numbers of days before today. */
const offeredDays = [0, 1, 7, 30, 365]

/** The unfinished term at the end of a text. */
export interface UnfinishedTerm {
  /** The offset at which the term begins. */
  readonly start: number
  readonly isNegated: boolean
  /** The filter; null while its name may be incomplete. */
  readonly filter: SearchFilter | null
  /** The typed part of the name, or of the last value. */
  readonly typed: string
  /** The values before the last one, each with its comma: people of one conversation. */
  readonly before: string
}

/** A completion of the unfinished term. */
export interface SearchOption {
  readonly key: string
  readonly label: string
  readonly detail: string | null
  /** The text that replaces the unfinished term. */
  readonly insert: string
  /** The filters that the term becomes; null if it remains unfinished. */
  readonly chips: readonly string[] | null
}

/** Returns the unfinished term at the end of a text; null if there is nothing to complete. */
export function unfinishedTerm(text: string): UnfinishedTerm | null {
  const match = /(?:^|\s)(-?)([a-z]+(?:-[a-z]+)?):(?:"((?:[^"\\]|\\.)*)|([^\s"]*))$/iu.exec(text)
  const filter = filterNamed(match?.[2] ?? '')
  if (match !== null && filter !== undefined) {
    const written = match[3]?.replaceAll(/\\(.)/gu, '$1') ?? match[4] ?? ''
    const comma = filter === 'dm' ? written.lastIndexOf(',') + 1 : 0
    return {
      start: match.index + (/^\s/u.test(match[0]) ? 1 : 0),
      isNegated: match[1] === '-',
      filter,
      typed: written.slice(comma).trimStart(),
      before: written.slice(0, comma),
    }
  }
  const name = /(?:^|\s)(-?)([a-z]+(?:-[a-z]*)?)$/iu.exec(text)
  if (name === null) return null
  const start = name.index + (/^\s/u.test(name[0]) ? 1 : 0)
  return { start, isNegated: name[1] === '-', filter: null, typed: (name[2] ?? '').toLowerCase(), before: '' }
}

function value(term: UnfinishedTerm, operand: string, label: string, detail: string | null): SearchOption {
  const { filter, isNegated } = term
  const chip = filter === null ? '' : shownFilter(filter, operand, isNegated)
  return { key: chip, label, detail, insert: chip, chips: [chip] }
}

/** Returns completions from fixed lists: names of filters, and values of filters with few values. */
export function fixedOptions(term: UnfinishedTerm, now: number): SearchOption[] {
  const t = catalogue.search
  const { filter, isNegated, typed } = term
  const lower = typed.toLowerCase()
  switch (filter) {
    case null:
      return offeredFilters
        .filter((each) => namesOf(each).some((name) => name.startsWith(lower)))
        .map((each) => {
          const insert = `${isNegated ? '-' : ''}${filterName(each)}:`
          return { key: insert, label: insert, detail: t.filters[each], insert, chips: null }
        })
    case 'is':
      return isWords.filter((word) => word.startsWith(lower)).map((word) => value(term, word, word, t.states[word]))
    case 'has':
      return hasWords.filter((word) => word.startsWith(lower)).map((word) => value(term, word, word, t.contents[word]))
    case 'before':
    case 'after':
    case 'on':
      return offeredDays
        .map((days) => ({ days, date: dateBefore(now, days) }))
        .filter(({ date }) => date.startsWith(lower))
        .map(({ days, date }) => value(term, date, date, t.daysAgo(days)))
    default:
      return []
  }
}

/** Returns the local date some days ago, in the format of the filters. */
function dateBefore(now: number, days: number): string {
  const date = new Date(now)
  date.setDate(date.getDate() - days)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Returns completions for streams or topics. A topic adds the filter of its stream, unless one is chosen. */
export function narrowOptions(
  term: UnfinishedTerm,
  found: readonly FoundNarrow[],
  chips: readonly string[],
): SearchOption[] {
  const chosen = streamOf(chips)
  const seen = new Set<string>()
  return found.flatMap((found) => {
    if (term.filter === 'stream' && found.kind === 'stream') {
      return [value(term, nameWithId(found.name, found.streamId), found.name, null)]
    }
    if (term.filter !== 'topic' || found.kind !== 'topic') return []
    const stream = shownFilter('stream', nameWithId(found.streamName, found.streamId))
    if (chosen !== null && operandOf(chosen) !== operandOf(stream)) return []
    const option = value(term, found.name, found.name, found.streamName)
    if (seen.has(option.key + stream)) return []
    seen.add(option.key + stream)
    const isAlone = term.isNegated || chosen !== null
    return [{ ...option, key: `${stream} ${option.key}`, chips: isAlone ? [option.key] : [stream, option.key] }]
  })
}

/** Returns the names by which a filter is found: that of streams by both words for them. */
function namesOf(filter: SearchFilter): readonly string[] {
  return filter === 'stream' ? ['stream', 'channel'] : [filter]
}

/** Returns the operand of a filter as it is written; undefined if it is no filter. */
function operandOf(chip: string): string | undefined {
  return searchTerms(chip).flatMap((term) => (term.kind === 'filter' ? [term.operand] : []))[0]
}

/** Returns the filter of the chosen stream; null without one. */
function streamOf(chips: readonly string[]): string | null {
  const isStream = (chip: string) =>
    searchTerms(chip).some((term) => term.kind === 'filter' && term.filter === 'stream' && !term.isNegated)
  return chips.find(isStream) ?? null
}

/** Returns completions for people. */
export function personOptions(term: UnfinishedTerm, people: readonly FoundPerson[]): SearchOption[] {
  return people.map((person) => {
    const name = personName(person)
    const option = value(term, term.before + nameWithId(name, person.id), name, person.email)
    return person.isActive ? option : { ...option, detail: catalogue.search.deactivated(person.email) }
  })
}
