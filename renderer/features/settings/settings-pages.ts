import type { Snippet } from 'svelte'
import { catalogue } from '#i18n/catalogue.ts'
import { optionsOf, type SettingsRow } from '../../parts/settings/settings-rows.ts'
import type { Shortcuts } from '../../parts/settings/shortcuts.ts'
import type { PageParts } from '../../state/page-parts.ts'
import { settingsSections, type SettingsSection } from '../../state/routes/settings-sections.ts'
import { accountRows } from './account-rows.ts'
import { accountListRows } from './accounts/account-list-rows.ts'
import { accountSettingRows, type AccountSettingsPorts } from './account-settings.ts'
import { quietRows } from './notifications/quiet-rows.ts'
import { soundRows } from './notifications/sound-rows.ts'
import type { ProxyForm } from './network/proxy-form.svelte.ts'
import { appearanceRows, closingRows, readingRows, shortcutRows, updateRows, writingRows } from './program-settings.ts'
import type { SettingsPage } from '../../parts/settings/section-screen.svelte.ts'
import type { SpellingForm } from './spelling/spelling-form.svelte.ts'
import { spellingRows } from './spelling/spelling-rows.ts'

const t = catalogue.screens.settings

/** The parts of the page that the rows of the program use. */
export type ProgramPagesParts = Pick<PageParts, 'accounts' | 'overlays' | 'windowActions'> & {
  readonly shortcuts: Shortcuts
  /** Draws the list of the accounts. */
  readonly accountList: Snippet
  readonly spelling: SpellingForm
  readonly proxy: ProxyForm
  /** Draws the fields of the chosen proxy. */
  readonly proxyFields: Snippet
  /** Draws the certificate authorities. */
  readonly authorities: Snippet
  /** Draws the version and the actions on updates. */
  readonly version: Snippet
  /** Draws the days and the times of the weekly do-not-disturb. */
  readonly quietHours: Snippet
  /** Draws the test of notifications. */
  readonly notificationTest: Snippet
}

/** The parts of the page that the rows of the shown account use. */
export interface AccountPagesParts extends AccountSettingsPorts {
  readonly overlays: Parameters<typeof accountRows>[0]['overlays']
  readonly storage: readonly SettingsRow[]
  /** Shows the decisions about notifications. */
  readonly showRecent: () => void
  /** Draws the alert words; null until they are known. */
  readonly alertWords: Snippet | null
}

/**
 * Returns the pages of the settings in the order of the sections; those of the account follow those of the computer.
 * @param account null during the sign-in
 */
export function settingsPages(
  program: ProgramPagesParts,
  account: AccountPagesParts | null,
): readonly SettingsPage<SettingsSection>[] {
  const pages = settingsSections.map((section): SettingsPage<SettingsSection> => {
    const ofAccount = account === null ? [] : rowsOfAccount(account, section)
    return { section, title: t.sections[section], rows: [...rowsOfProgram(program, section), ...ofAccount] }
  })
  return pages.filter(({ rows }) => rows.length > 0)
}

function rowsOfProgram(parts: ProgramPagesParts, section: SettingsSection): readonly SettingsRow[] {
  const { accounts } = parts
  switch (section) {
    case 'appearance':
      return appearanceRows(parts)
    case 'reading':
      return readingRows(parts)
    case 'writing':
      return [...writingRows(parts), ...spellingRows(parts)]
    case 'storage':
      return []
    case 'notifications':
      return [
        ...quietRows(parts),
        ...soundRows(parts),
        custom(t.test, 'computer', parts.notificationTest),
        ...closingRows(parts),
      ]
    case 'shortcuts':
      // Before the sign-in, the list behind its key is enough.
      return accounts.shown === null ? [] : shortcutRows(parts)
    case 'network':
      return [...proxyRows(parts), custom(t.authorities, 'computer', parts.authorities)]
    case 'account':
      return accountListRows(parts)
    case 'updates':
      return [...(accounts.state === null ? [] : [custom(t.version, 'computer', parts.version)]), ...updateRows(parts)]
    case 'about':
      return helpRows(parts)
  }
}

function rowsOfAccount(parts: AccountPagesParts, section: SettingsSection): readonly SettingsRow[] {
  const rows = accountSettingRows(parts, section)
  if (section === 'storage') return parts.storage
  if (section === 'account') return [...accountRows(parts), ...rows]
  if (section !== 'notifications') return rows
  if (parts.alertWords === null) return [recentRow(parts), ...rows]
  return [recentRow(parts), ...rows, custom(t.alertWords, 'account', parts.alertWords)]
}

function recentRow({ showRecent }: Pick<AccountPagesParts, 'showRecent'>): SettingsRow {
  const { notifications } = t
  return {
    kind: 'action',
    legend: notifications.recent,
    title: notifications.recent,
    hint: notifications.recentHint,
    words: notifications.recentWords,
    holds: 'computer',
    run: showRecent,
  }
}

/** A proxy that needs no more than its mode is one row; the others have their fields below. */
function proxyRows({ proxy, proxyFields }: ProgramPagesParts): readonly SettingsRow[] {
  const { legend, words } = t.proxy
  const options = optionsOf(
    proxy.mode,
    [
      ['system', t.proxy.system],
      ['none', t.proxy.none],
      ['manual', t.proxy.manual],
      ['script', t.proxy.script],
    ],
    (mode) => proxy.choose(mode),
  )
  const modes: SettingsRow = { kind: 'choice', legend, title: legend, words, holds: 'computer', options }
  if (proxy.mode !== 'manual' && proxy.mode !== 'script') return [modes]
  const title = proxy.mode === 'manual' ? t.proxy.server : t.proxy.address
  return [modes, { kind: 'custom', legend, title, words, holds: 'computer', content: proxyFields }]
}

function helpRows({ overlays, windowActions }: ProgramPagesParts): readonly SettingsRow[] {
  const row = (title: string, hint: string, words: readonly string[], run: () => void): SettingsRow => ({
    kind: 'action',
    legend: t.help.legend,
    title,
    hint,
    words,
    holds: 'computer',
    run: () => {
      // The dialog of the sign-in closes; the screen of an account stays below.
      overlays.close()
      run()
    },
  })
  return [
    row(t.help.shortcuts, t.help.shortcutsHint, t.help.shortcutsWords, () => overlays.showShortcuts()),
    row(t.help.report, t.help.intro, t.help.words, () => windowActions.report()),
    row(t.version.licences, t.version.licencesHint, t.version.words, () => windowActions.licences()),
  ]
}

function custom(
  { legend, words }: { readonly legend: string; readonly words: readonly string[] },
  holds: SettingsRow['holds'],
  content: Snippet,
): SettingsRow {
  return { kind: 'custom', legend, title: legend, words, holds, content }
}
