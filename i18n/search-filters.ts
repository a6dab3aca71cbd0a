import { filterText, type SearchFilter } from '#shared/search-terms.ts'
import { streamWordNow } from './stream-word.ts'

/** The name under which a filter is shown: that of streams is the organization's word for them. */
export function filterName(filter: SearchFilter): string {
  return filter === 'stream' ? streamWordNow() : filter
}

/** A filter as it is shown in a search. */
export function shownFilter(filter: SearchFilter, operand: string, isNegated = false): string {
  return filterText(filter, operand, isNegated, filterName(filter))
}
