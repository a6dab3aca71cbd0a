import { catalogue } from '#i18n/catalogue.ts'
import type { SettingsRow } from '../../parts/settings/settings-rows.ts'
import type { AccountDialog, Overlays } from '../../state/overlays.svelte.ts'

/** Returns the rows that open the dialogs about the shown account's user. */
export function accountRows({
  overlays,
}: {
  readonly overlays: Pick<Overlays, 'openAccount' | 'showMutedPeople'>
}): readonly SettingsRow[] {
  const t = catalogue.account.settings
  const row = (title: string, hint: string, dialog: AccountDialog): SettingsRow => ({
    kind: 'action',
    legend: t.legend,
    title,
    hint,
    holds: 'account',
    run: () => overlays.openAccount(dialog),
  })
  const { accounts } = catalogue.screens.settings
  const mutedPeople: SettingsRow = {
    kind: 'action',
    legend: t.legend,
    title: accounts.mutedPeople,
    hint: accounts.mutedPeopleHint,
    words: accounts.mutedPeopleWords,
    holds: 'account',
    run: () => overlays.showMutedPeople(),
  }
  return [
    row(t.profile, t.profileHint, 'profile'),
    row(t.topics, t.topicsHint, 'topics'),
    mutedPeople,
    row(t.password, t.passwordHint, 'password'),
    row(t.key, t.keyHint, 'api_key'),
    row(t.deactivation, t.deactivationHint, 'deactivation'),
  ]
}
