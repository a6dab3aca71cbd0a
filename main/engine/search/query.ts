import type { StreamId, UserId } from '../values/ids.ts'
import { FailureError } from '../failure-error.ts'
import { contentKinds } from '../values/content-kinds.ts'
import { emojiCharacter, emojiNamed } from '../values/emoji-names.ts'
import type { ReadWorld } from '../model/world.ts'
import { rowsOf } from '../values/folded-text.ts'

/** The state by which names in a query are resolved. */
type Places = Pick<ReadWorld, 'peopleByName' | 'streams' | 'selfId'>

/** Adjacent words; the last one may be a prefix. */
export interface Phrase {
  readonly words: readonly string[]
  readonly isPrefix: boolean
}

/** The filters of a search; times are UNIX seconds. */
export interface Filters {
  readonly senderId?: UserId
  readonly streamId?: StreamId
  readonly topic?: string
  /** In a direct conversation with this user. */
  readonly withPersonId?: number
  /** Bits of `contentKinds`. */
  readonly has?: number
  readonly hasReaction?: boolean
  readonly isStarred?: boolean
  readonly isUnread?: boolean
  readonly isMentioned?: boolean
  readonly isDirect?: boolean
  readonly from?: number
  readonly until?: number
}

export interface SearchQuery {
  /** The words as typed, without the filters: the server parses them itself. */
  readonly text: string
  readonly phrases: readonly Phrase[]
  readonly filters: Filters
}

/** The query is invalid. */
export class SearchQueryError extends FailureError {}

/**
 * Reads a search: words, "quoted phrases", and filters such as `sender:ada`, `stream:"arm firmware"`, `topic:lunch`,
 * `with:noor`, `has:image`, `is:starred`, `after:2026-01-31`. A colon that belongs to no filter is part of the words.
 * @throws SearchQueryError
 */
export function parseQuery(text: string, world: Places): SearchQuery {
  const phrases: Phrase[] = []
  const written: string[] = []
  let filters: Filters = {}
  for (const [whole, name, quotedOperand, operand, quoted] of text.matchAll(
    /(?:([a-z]+):(?:"([^"]*)"|([^\s"]+)))|"([^"]*)"?|[^\s"]+/giu,
  )) {
    const filter = name === undefined ? undefined : filterOf(name.toLowerCase(), quotedOperand ?? operand ?? '', world)
    if (filter !== undefined) {
      filters = { ...filters, ...filter, has: (filters.has ?? 0) | (filter.has ?? 0) }
      continue
    }
    const rows = rowsOf(quoted ?? emojiOf(whole) ?? whole)
    if (rows.length === 0) continue
    for (const [index, { words, isOpen }] of rows.entries()) {
      // A quoted phrase matches whole words.
      const isUnfinished = quoted === undefined && index === rows.length - 1
      phrases.push({ words, isPrefix: isOpen || isUnfinished })
    }
    written.push(whole)
  }
  const { has, ...others } = filters
  return { text: written.join(' '), phrases, filters: has === undefined || has === 0 ? others : { ...others, has } }
}

/** The character of an emoji whose name has no letter, such as `:+1:`: only names that are words are indexed. */
function emojiOf(word: string): string | undefined {
  const name = /^:([^\p{L}\s:]+):$/u.exec(word)?.[1]
  const code = name === undefined ? undefined : emojiNamed(name)
  return code === undefined ? undefined : emojiCharacter(code)
}

function filterOf(name: string, operand: string, world: Places): Filters | undefined {
  switch (name) {
    case 'sender':
    case 'from':
      return { senderId: personId(operand, world) }
    case 'with':
    case 'dm':
      return { withPersonId: personId(operand, world) }
    case 'stream':
    case 'channel':
    case 'in':
      return { streamId: streamId(operand, world) }
    case 'topic':
      return { topic: operand }
    case 'has':
      return hasFilter(operand.toLowerCase())
    case 'is':
      return isFilter(operand.toLowerCase())
    case 'after':
      return { from: dayOf(operand) }
    case 'before':
      return { until: dayOf(operand) }
    case 'on':
      // The next midnight, not 24 hours on: a day on which clocks change has 23 or 25.
      return { from: dayOf(operand), until: dayOf(operand, 1) }
    default:
      return undefined
  }
}

function hasFilter(operand: string): Filters {
  switch (operand.replace(/s$/, '')) {
    case 'attachment':
    case 'file':
      return { has: contentKinds.attachment }
    case 'image':
    case 'picture':
      return { has: contentKinds.image }
    case 'link':
      return { has: contentKinds.link }
    case 'reaction':
      return { hasReaction: true }
    default:
      throw new SearchQueryError({ code: 'SEARCH_HAS_UNKNOWN', values: { operand } })
  }
}

function isFilter(operand: string): Filters {
  switch (operand) {
    case 'starred':
      return { isStarred: true }
    case 'unread':
      return { isUnread: true }
    case 'mentioned':
      return { isMentioned: true }
    case 'dm':
    case 'direct':
    case 'private':
      return { isDirect: true }
    default:
      throw new SearchQueryError({ code: 'SEARCH_IS_UNKNOWN', values: { operand } })
  }
}

/** The start of a day in the local time zone, since the reader's dates are local. */
function dayOf(operand: string, daysLater = 0): number {
  const [, year = NaN, month = NaN, day = NaN] = (/^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(operand) ?? []).map(Number)
  const date = new Date(year, month - 1, day)
  // A day beyond the end of its month would become one of the next month.
  const isDate = date.getMonth() === month - 1 && date.getDate() === day
  if (!isDate) throw new SearchQueryError({ code: 'SEARCH_NO_DATE', values: { operand } })
  return Math.floor(new Date(year, month - 1, day + daysLater).getTime() / 1000)
}

function personId(operand: string, world: Places): number {
  if (/^(?:me|self)$/i.test(operand)) return world.selfId
  const wanted = operand.toLowerCase()
  const near = wanted.trim() === '' ? [] : [...world.peopleByName.find(operand)]
  const exact = near.filter((row) => row.name.toLowerCase() === wanted || row.email.toLowerCase() === wanted)
  const found = exact.length > 0 ? exact : near
  const [only, second] = found
  if (only === undefined) throw new SearchQueryError({ code: 'SEARCH_NO_PERSON', values: { operand } })
  if (second !== undefined) {
    const names = found.slice(0, 4).map((row) => row.name)
    throw new SearchQueryError({ code: 'SEARCH_SEVERAL_PEOPLE', values: { operand, names } })
  }
  return only.id
}

function streamId(operand: string, world: Places): number {
  const wanted = operand.replace(/^#/, '').toLowerCase()
  const streams = [...world.streams.values()]
  const found = streams.find((row) => row.name.toLowerCase() === wanted)
  const near = streams.filter((row) => row.name.toLowerCase().startsWith(wanted))
  const only = found ?? (near.length === 1 ? near[0] : undefined)
  if (only !== undefined) return only.id
  if (near.length === 0) throw new SearchQueryError({ code: 'SEARCH_NO_STREAM', values: { operand } })
  const names = near.slice(0, 4).map((row) => row.name)
  throw new SearchQueryError({ code: 'SEARCH_SEVERAL_STREAMS', values: { operand, names } })
}
