import { catalogue } from '#i18n/catalogue.ts'
import { optionsOf, type SettingsRow } from '#renderer/parts/settings/settings-rows.ts'
import type { AccountsModel } from '#renderer/state/accounts-model.svelte.ts'
import type { SpellingForm } from './spelling-form.svelte.ts'

/** The parts of the page that the rows use. */
export interface SpellingRowsPorts {
  readonly accounts: Pick<AccountsModel, 'isMac'>
  readonly spelling: Pick<SpellingForm, 'state' | 'check' | 'choose'>
}

const t = catalogue.screens.settings.spelling

/** Returns the rows about the check of spelling. Where macOS chooses the languages, there is a switch only. */
export function spellingRows({ accounts, spelling }: SpellingRowsPorts): readonly SettingsRow[] {
  const { state } = spelling
  if (state === null) return []
  const { isEnabled, available, chosen, usual } = state
  const base = { legend: t.legend, holds: 'computer' } as const
  const check: SettingsRow = {
    ...base,
    kind: 'switch',
    title: t.check,
    hint: accounts.isMac ? t.macHint : t.checkHint,
    words: t.words,
    isOn: isEnabled,
    change: (isOn) => void spelling.check(isOn),
  }
  // Without a dictionary for the system's languages, the check begins with the choice of another language.
  if (available.length === 0 || (!isEnabled && usual.length > 0)) return [check]
  const names = available
    .map((code) => ({ code, name: catalogue.format.languageName(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, catalogue.language.tag))
  const nameOf = new Map(names.map(({ code, name }) => [code, name]))
  const system = usual.map((code) => nameOf.get(code) ?? code)
  const ways: SettingsRow = {
    ...base,
    kind: 'choice',
    title: t.languages,
    words: t.words,
    options: optionsOf(
      chosen.length > 0 || usual.length === 0 ? 'own' : 'system',
      [
        ['system', t.system(catalogue.format.list(system))],
        ['own', t.own],
      ],
      (way) => void spelling.choose(way === 'system' ? [] : state.languages),
    ),
  }
  if (chosen.length === 0 && usual.length > 0) return [check, ways]
  const languages = names.map(({ code, name }): SettingsRow => ({
    ...base,
    kind: 'switch',
    title: name,
    words: [...t.words, code],
    isOn: chosen.includes(code) && isEnabled,
    change: (isOn) => void spelling.choose(isOn ? [...chosen, code] : chosen.filter((other) => other !== code)),
  }))
  return [check, ...(usual.length === 0 ? [] : [ways]), ...languages]
}
