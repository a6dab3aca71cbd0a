import { clientLimits } from '#shared/client-limits.ts'
import { searchTerms, type SearchFilter } from '#shared/search-terms.ts'
import { emojiCharacter, emojiNamed } from '../values/emoji/emoji-names.ts'
import { rowsOf } from '../values/folded-text.ts'
import type { StreamId, UserId } from '../values/ids.ts'
import { peopleListed, personNamed, SearchQueryError, streamNamed, type NameDirectory } from './names.ts'

/** Adjacent words; the last one may be a prefix. */
export interface Phrase {
  readonly words: readonly string[]
  readonly isPrefix: boolean
}

export type HasWhat = 'attachment' | 'image' | 'link' | 'reaction'

export type IsWhat = 'starred' | 'unread' | 'mentioned' | 'alerted' | 'resolved' | 'followed' | 'direct'

/** The condition of a filter on a message. */
export type Condition =
  | { readonly kind: 'sender'; readonly userId: UserId }
  | { readonly kind: 'stream'; readonly streamId: StreamId }
  | { readonly kind: 'topic'; readonly topic: string }
  /** The direct conversation with exactly these other people; the empty list stands for notes to oneself. */
  | { readonly kind: 'direct'; readonly userIds: readonly UserId[] }
  /** Any direct conversation with this person. */
  | { readonly kind: 'directWith'; readonly userId: UserId }
  | { readonly kind: 'has'; readonly what: HasWhat }
  | { readonly kind: 'is'; readonly what: IsWhat }
  /** From the first time on and before the second one; UNIX seconds. */
  | { readonly kind: 'time'; readonly from: number; readonly until: number }

/** A condition that may be negated. */
export type Filter = Condition & { readonly isNegated: boolean }

/**
 * A search term that is not a filter: a message matches if it has all phrases; a negated term matches if it lacks any
 * of them.
 */
export interface Words {
  readonly phrases: readonly Phrase[]
  /** The term as typed, without the minus; the server parses it itself. */
  readonly written: string
  readonly isNegated: boolean
}

/** A parsed search; a message has to match all words and filters. */
export interface SearchQuery {
  readonly words: readonly Words[]
  readonly filters: readonly Filter[]
}

/** The phrases that a found message contains and that are highlighted in it. */
export function wantedPhrases(query: SearchQuery): Phrase[] {
  return query.words.flatMap(({ phrases, isNegated }) => (isNegated ? [] : phrases))
}

/**
 * Parses a search: words, "quoted phrases", and filters such as `sender:ada`, `stream:"arm firmware"`, `topic:lunch`,
 * `dm:noor,mei`, `with:noor`, `has:image`, `is:starred`, `after:2026-01-31`. A minus before a term negates it; a
 * message has to match all terms.
 * @throws SearchQueryError also if no message can match
 */
export function parseQuery(text: string, accountState: NameDirectory): SearchQuery {
  const words: Words[] = []
  const filters = new Map<string, Filter>()
  const terms = searchTerms(text)
  const most = clientLimits.searchTerms.most
  if (terms.length > most) throw new SearchQueryError({ code: 'SEARCH_TOO_MANY', values: { most } })
  for (const term of terms) {
    const { isNegated } = term
    if (term.kind === 'filter') {
      const filter = plainTime({ ...conditionOf(term.filter, term.operand, accountState), isNegated })
      filters.set(JSON.stringify(filter), filter)
      continue
    }
    const { isQuoted } = term
    const rows = rowsOf(isQuoted ? term.text : (emojiOf(term.text) ?? term.text))
    if (rows.length === 0) continue
    const phrases = rows.map((row, index) => {
      // A quoted phrase matches whole words. A negated word does too, because the server does not support prefixes.
      const isUnfinished = !isQuoted && !isNegated && index === rows.length - 1
      return { words: row.words, isPrefix: row.isOpen || isUnfinished }
    })
    words.push({ phrases, written: isNegated ? term.written.slice(1) : term.written, isNegated })
  }
  requirePossible([...filters.values()])
  return { words, filters: [...filters.values()] }
}

/** The character of an emoji whose name has no letter, such as `:+1:`; only names that are words are indexed. */
function emojiOf(word: string): string | undefined {
  const name = /^:([^\p{L}\s:]+):$/u.exec(word)?.[1]
  const code = name === undefined ? undefined : emojiNamed(name)
  return code === undefined ? undefined : emojiCharacter(code)
}

function conditionOf(filter: SearchFilter, operand: string, accountState: NameDirectory): Condition {
  switch (filter) {
    case 'sender':
      return { kind: 'sender', userId: personNamed(operand, accountState) }
    case 'with':
      return { kind: 'directWith', userId: personNamed(operand, accountState) }
    case 'dm': {
      const ids = peopleListed(operand, accountState, clientLimits.searchTerms.most)
      return { kind: 'direct', userIds: ids.filter((id) => id !== accountState.selfId).sort((a, b) => a - b) }
    }
    case 'stream':
      return { kind: 'stream', streamId: streamNamed(operand, accountState) }
    case 'topic':
      return { kind: 'topic', topic: operand }
    case 'has':
      return { kind: 'has', what: hasOperand(operand) }
    case 'is':
      return { kind: 'is', what: isOperand(operand) }
    case 'after':
      return { kind: 'time', from: dayOf(operand), until: Infinity }
    case 'before':
      return { kind: 'time', from: -Infinity, until: dayOf(operand) }
    case 'on':
      // The end is the next midnight, not 24 hours later: a day on which clocks change has 23 or 25.
      return { kind: 'time', from: dayOf(operand), until: dayOf(operand, 1) }
  }
}

function hasOperand(operand: string): HasWhat {
  switch (operand.toLowerCase().replace(/s$/u, '')) {
    case 'attachment':
    case 'file':
      return 'attachment'
    case 'image':
    case 'picture':
      return 'image'
    case 'link':
      return 'link'
    case 'reaction':
      return 'reaction'
    default:
      throw new SearchQueryError({ code: 'SEARCH_HAS_UNKNOWN', values: { operand } })
  }
}

function isOperand(operand: string): IsWhat {
  const word = operand.toLowerCase()
  switch (word) {
    case 'starred':
    case 'unread':
    case 'mentioned':
    case 'alerted':
    case 'resolved':
    case 'followed':
      return word
    case 'dm':
    case 'direct':
    case 'private':
      return 'direct'
    default:
      throw new SearchQueryError({ code: 'SEARCH_IS_UNKNOWN', values: { operand } })
  }
}

/** A negated `before:` as the equivalent `after:`, and the other way round. */
function plainTime(filter: Filter): Filter {
  if (filter.kind !== 'time' || !filter.isNegated) return filter
  const { from, until } = filter
  if (from === -Infinity) return { ...filter, from: until, until: Infinity, isNegated: false }
  return until === Infinity ? { ...filter, from: -Infinity, until: from, isNegated: false } : filter
}

/** The start of a day in the local time zone, in UNIX seconds, because the reader's dates are local. */
function dayOf(operand: string, daysLater = 0): number {
  const [, year = NaN, month = NaN, day = NaN] = (/^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(operand) ?? []).map(Number)
  const date = new Date(year, month - 1, day)
  // A day beyond the end of its month would become one of the next month.
  const isDate = date.getMonth() === month - 1 && date.getDate() === day
  if (!isDate) throw new SearchQueryError({ code: 'SEARCH_NO_DATE', values: { operand } })
  return Math.floor(new Date(year, month - 1, day + daysLater).getTime() / 1000)
}

/**
 * Refuses filters that no message can match, instead of showing an empty list; servers refuse some of them too
 * (`BAD_NARROW`).
 * @throws SearchQueryError
 */
function requirePossible(filters: readonly Filter[]): void {
  const wanted = filters.filter(({ isNegated }) => !isNegated)
  for (const kind of ['sender', 'stream', 'topic', 'direct'] as const) {
    const several = wanted.filter((filter) => filter.kind === kind)
    if (several.length > 1 && !(kind === 'topic' && hasOneTopic(several))) {
      throw new SearchQueryError({ code: 'SEARCH_TWO_OF_ONE', values: { filter: kind === 'direct' ? 'dm' : kind } })
    }
  }
  const isOfStream = wanted.some(({ kind }) => kind === 'stream' || kind === 'topic')
  const isDirect = wanted.some(
    (filter) =>
      filter.kind === 'direct' || filter.kind === 'directWith' || (filter.kind === 'is' && filter.what === 'direct'),
  )
  if (isOfStream && isDirect) throw new SearchQueryError({ code: 'SEARCH_STREAM_AND_DIRECT' })
}

/** Whether filters name the same topic in different spellings. */
function hasOneTopic(filters: readonly Filter[]): boolean {
  return new Set(filters.map((filter) => (filter.kind === 'topic' ? filter.topic.toLowerCase() : ''))).size === 1
}
