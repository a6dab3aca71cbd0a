import type { Snippet } from 'svelte'
import { catalogue } from '#i18n/catalogue.ts'
import type { SettingsRow } from '#renderer/parts/settings/settings-rows.ts'
import type { AccountsModel } from '#renderer/state/accounts-model.svelte.ts'

/** The parts of the page that the rows use. */
export interface AccountListPorts {
  readonly accounts: Pick<AccountsModel, 'isSigningIn' | 'shown' | 'state'>
  /** Draws the list of the accounts. */
  readonly accountList: Snippet
}

const t = catalogue.screens.settings.accounts

/** Returns the list of the accounts, if there are any, and the way to another one, unless the form for it is shown. */
export function accountListRows({ accounts, accountList }: AccountListPorts): readonly SettingsRow[] {
  const { legend } = t
  const known = accounts.state?.accounts ?? []
  // A search finds the list by the names of the organizations, too.
  const words = [...t.words, ...known.flatMap(({ organization, email }) => [organization, email])]
  const list: SettingsRow = { kind: 'custom', legend, title: legend, words, holds: 'computer', content: accountList }
  const another: SettingsRow = {
    kind: 'action',
    legend,
    title: t.add,
    hint: t.addHint,
    words: t.words,
    holds: 'computer',
    run: () => (accounts.isSigningIn = true),
  }
  return [...(known.length === 0 ? [] : [list]), ...(accounts.isSigningIn || accounts.shown === null ? [] : [another])]
}
