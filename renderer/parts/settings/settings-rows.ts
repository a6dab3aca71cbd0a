import type { Snippet } from 'svelte'
import { foldText } from '#shared/name-query.ts'

/** What all rows of a settings page have. */
interface SettingsRowBase {
  /** The heading, which consecutive rows share; alone, a choice needs no other title. */
  readonly legend: string
  readonly title: string
  /** The explanation of a title that is not enough. */
  readonly hint?: string
  /** Further words by which a search finds the row. */
  readonly words?: readonly string[]
  /** Where the setting holds: on this computer, or for the account wherever it is signed in. */
  readonly holds: 'computer' | 'account'
}

/** An option of a choice. */
interface SettingsOption {
  readonly label: string
  readonly hint?: string
  readonly isChosen: boolean
  readonly choose: () => void
}

interface SettingsSwitch extends SettingsRowBase {
  readonly kind: 'switch'
  readonly isOn: boolean
  readonly change: (isOn: boolean) => void
}

interface SettingsChoice extends SettingsRowBase {
  readonly kind: 'choice'
  readonly options: readonly SettingsOption[]
}

/** A row with a button. Its hint is the text beside the button, and its title is the label of the button. */
interface SettingsAction extends SettingsRowBase {
  readonly kind: 'action'
  readonly run: () => void
}

/** A row that draws itself. */
interface SettingsCustom extends SettingsRowBase {
  readonly kind: 'custom'
  readonly content: Snippet
}

/** A row of a settings page: the words that describe it, and its control. */
export type SettingsRow = SettingsSwitch | SettingsChoice | SettingsAction | SettingsCustom

/** Consecutive rows with the same legend. */
interface SettingsGroup {
  readonly legend: string
  readonly rows: readonly SettingsRow[]
}

export function groupsOf(rows: readonly SettingsRow[]): readonly SettingsGroup[] {
  const groups: { readonly legend: string; readonly rows: SettingsRow[] }[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.legend === row.legend) last.rows.push(row)
    else groups.push({ legend: row.legend, rows: [row] })
  }
  return groups
}

/**
 * Returns the rows in whose texts each word of the query begins a word, in their order. The texts are the legend, the
 * title, the hint, the options and the further words. An empty query finds all rows.
 */
export function foundRows(rows: readonly SettingsRow[], query: string): readonly SettingsRow[] {
  const sought = wordsOf(query)
  return rows.filter((row) => {
    const words = wordsOf(textsOf(row).join(' '))
    return sought.every((word) => words.some((other) => other.startsWith(word)))
  })
}

function textsOf(row: SettingsRow): readonly string[] {
  const options = row.kind === 'choice' ? row.options.flatMap(({ label, hint = '' }) => [label, hint]) : []
  return [row.legend, row.title, row.hint ?? '', ...options, ...(row.words ?? [])]
}

function wordsOf(text: string): readonly string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * Returns the options of a choice.
 * @param value the chosen value
 * @param offered the offered values with their labels, and with the hints of some
 */
export function optionsOf<Value extends string>(
  value: Value,
  offered: readonly (readonly [value: Value, label: string, hint?: string])[],
  choose: (value: Value) => void,
): readonly SettingsOption[] {
  return offered.map(([each, label, hint]) => ({
    label,
    ...(hint === undefined ? {} : { hint }),
    isChosen: each === value,
    choose: () => {
      choose(each)
    },
  }))
}
