import { catalogue } from '#i18n/catalogue.ts'
import type { Snippet } from 'svelte'
import type { ChosenKeys } from '#shared/command-keys.ts'
import { foldText } from '#shared/name-query.ts'
import type { Shortcut, Shortcuts } from './shortcuts.ts'

/** What all rows of a settings page have. */
interface SettingsRowBase {
  /** The heading, which consecutive rows share; alone, a choice needs no other title. */
  readonly legend: string
  readonly title: string
  /** The explanation of a title that is not enough. */
  readonly hint?: string
  /** Further words by which a search finds the row. */
  readonly words?: readonly string[]
  /** Where the setting holds: on this computer, for the account wherever it is signed in, or for the organization. */
  readonly holds: 'computer' | 'account' | 'organization'
  /** Whether the server has the value, for settings of the account. Missing for others, and for a value that it has. */
  readonly state?: SettingState
  /** Why the setting cannot be changed, as a sentence; empty if the screen says it, and missing if it can be changed. */
  readonly locked?: string
  /** Takes the last change back; missing if there is none. */
  readonly undo?: () => void
}

/** A change that the server does not have yet, or has refused; `sentence` is the reason. */
export type SettingState =
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly sentence: string; readonly retry: () => void }

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
  /** Whether the options are a menu beside the title, without hints. Otherwise they are listed without the title. */
  readonly isMenu?: true
}

/** A number that is changed in steps. */
interface SettingsNumber extends SettingsRowBase {
  readonly kind: 'number'
  readonly value: number
  readonly least: number
  readonly most: number
  /** The value with its unit, in words. */
  readonly text: string
  readonly setTo: (value: number) => void
}

/** A row with a button. Its hint is the text beside the button, and its title is the label of the button. */
interface SettingsAction extends SettingsRowBase {
  readonly kind: 'action'
  readonly run: () => void
}

/** The keys of a command. */
interface SettingsShortcut extends SettingsRowBase {
  readonly kind: 'shortcut'
  readonly shortcut: Shortcut
  readonly shortcuts: Shortcuts
  /** The keys that are chosen for all commands. */
  readonly chosen: ChosenKeys
  readonly choose: (chosen: ChosenKeys) => void
}

/** A row that draws itself. */
interface SettingsCustom extends SettingsRowBase {
  readonly kind: 'custom'
  readonly content: Snippet
}

/** A row of a settings page: the words that describe it, and its control. */
export type SettingsRow =
  | SettingsSwitch
  | SettingsChoice
  | SettingsNumber
  | SettingsAction
  | SettingsShortcut
  | SettingsCustom

/** Consecutive rows with the same legend, which hold in the same place. */
interface SettingsGroup {
  readonly legend: string
  readonly holds: SettingsRow['holds']
  readonly rows: readonly SettingsRow[]
}

export function groupsOf(rows: readonly SettingsRow[]): readonly SettingsGroup[] {
  const groups: (SettingsGroup & { readonly rows: SettingsRow[] })[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.legend === row.legend && last.holds === row.holds) last.rows.push(row)
    else groups.push({ legend: row.legend, holds: row.holds, rows: [row] })
  }
  return groups
}

/** Returns a name of the row that stays the same while its value changes. */
export function rowKey({ legend, title }: Pick<SettingsRow, 'legend' | 'title'>): string {
  return `${legend}/${title}`
}

/**
 * Returns a row that reports each change by the user.
 * @param note gets the function that takes the change back
 */
export function reporting(row: SettingsRow, note: (undo: () => void) => void): SettingsRow {
  switch (row.kind) {
    case 'switch':
      return {
        ...row,
        change: (isOn) => {
          row.change(isOn)
          note(() => row.change(!isOn))
        },
      }
    case 'number':
      return {
        ...row,
        setTo: (value) => {
          row.setTo(value)
          note(() => row.setTo(row.value))
        },
      }
    case 'choice': {
      const before = row.options.find(({ isChosen }) => isChosen)
      const options = row.options.map((option) => ({
        ...option,
        choose: () => {
          option.choose()
          if (before !== undefined) note(before.choose)
        },
      }))
      return { ...row, options }
    }
    case 'shortcut':
      return {
        ...row,
        choose: (chosen) => {
          row.choose(chosen)
          note(() => row.choose(row.chosen))
        },
      }
    case 'action':
    case 'custom':
      return row
  }
}

/**
 * Returns the rows in whose texts each word of the query begins a word, in their order. The texts are the legend, the
 * title, the hint, the options and the further words. An empty query finds all rows.
 * @param heading the heading above all of the rows, which is searched, too
 */
export function foundRows(rows: readonly SettingsRow[], query: string, heading = ''): readonly SettingsRow[] {
  const sought = wordsOf(query)
  return rows.filter((row) => {
    const words = withStreamWords(wordsOf([heading, ...textsOf(row)].join(' ')))
    return sought.every((word) => words.some((other) => other.startsWith(word)))
  })
}

function textsOf(row: SettingsRow): readonly string[] {
  const options = row.kind === 'choice' ? row.options.flatMap(({ label, hint = '' }) => [label, hint]) : []
  return [row.legend, row.title, row.hint ?? '', ...options, ...(row.words ?? [])]
}

/** Adds the other forms of the word for streams, since organizations have two words for them. */
function withStreamWords(words: readonly string[]): readonly string[] {
  const forms = catalogue.streamWords.map(foldText)
  return words.some((word) => forms.includes(word)) ? [...words, ...forms] : words
}

function wordsOf(text: string): readonly string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * Returns the options of a choice.
 * @param value the chosen value; null for none of them
 * @param offered the offered values with their labels, and with the hints of some
 */
export function optionsOf<Value extends string | number | boolean>(
  value: Value | null,
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
