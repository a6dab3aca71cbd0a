import { searchTerms, splitName } from '#shared/search-terms.ts'

/** Returns the label of a filter's chip, without quotation marks and ids. */
export function chipLabel(chip: string): string {
  const [term] = searchTerms(chip)
  if (term?.kind !== 'filter') return chip
  const names = term.operand.split(/(?<=\|\d{1,15})\s*,\s*/u).map((name) => splitName(name)?.name ?? name)
  const shown = term.filter === 'topic' ? term.operand : names.join(', ')
  return `${term.isNegated ? '−' : ''}${term.filter}: ${shown}`
}
