import { searchTerms, splitName } from '#shared/search-terms.ts'

/** A filter as its chip shows it: without quotation marks and ids. */
export function chipLabel(chip: string): string {
  const [term] = searchTerms(chip)
  if (term?.kind !== 'filter') return chip
  const names = term.operand.split(/(?<=\|\d{1,15})\s*,\s*/u).map((name) => splitName(name)?.name ?? name)
  const shown = term.filter === 'topic' ? term.operand : names.join(', ')
  return `${term.isNegated ? '−' : ''}${term.filter}: ${shown}`
}
