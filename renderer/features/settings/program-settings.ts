import type { Settings } from '#contract/app.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { textSizes } from '#contract/base/choices.ts'
import { keyHint } from '#i18n/keys.ts'
import type { ChosenKeys } from '#shared/command-keys.ts'
import { optionsOf, type SettingsRow } from '../../parts/settings/settings-rows.ts'
import type { Shortcuts } from '../../parts/settings/shortcuts.ts'
import type { AccountsModel } from '../../state/accounts-model.svelte.ts'

/** The parts of the page that the rows use. */
interface ProgramSettingsPorts {
  readonly accounts: Pick<AccountsModel, 'settings' | 'state' | 'isMac' | 'changeSettings'>
}

const t = catalogue.screens.settings

/** Returns the rows about how the window looks. */
export function appearanceRows({ accounts }: ProgramSettingsPorts): readonly SettingsRow[] {
  const { settings } = accounts
  const change = (changed: Partial<Settings>) => void accounts.changeSettings(changed)
  return [
    {
      ...choiceOf(t.language),
      ...(settings.language === 'account' ? { hint: t.language.accountHint } : {}),
      isMenu: true,
      options: optionsOf(
        settings.language,
        [
          ['system', t.language.system],
          ['account', t.language.account],
          ['en', t.language.names.en],
          ['de', t.language.names.de],
        ],
        (language) => change({ language }),
      ),
    },
    {
      ...choiceOf(t.theme),
      options: optionsOf(
        settings.theme,
        [
          ['system', t.theme.system],
          ['light', t.theme.light],
          ['dark', t.theme.dark],
        ],
        (theme) => change({ theme }),
      ),
    },
    {
      ...choiceOf(t.contrast),
      options: optionsOf(
        settings.contrast,
        [
          ['system', t.contrast.system],
          ['more', t.contrast.more],
        ],
        (contrast) => change({ contrast }),
      ),
    },
    {
      kind: 'number',
      legend: t.text.legend,
      title: t.text.size,
      hint: t.text.sizeHint,
      words: t.text.sizeWords,
      holds: 'computer',
      value: settings.textSize,
      least: textSizes.least,
      most: textSizes.most,
      text: t.text.pixels(settings.textSize),
      setTo: (textSize) => change({ textSize }),
    },
    {
      kind: 'choice',
      isMenu: true,
      legend: t.text.legend,
      title: t.text.density,
      hint: t.text.densityHint,
      words: t.text.densityWords,
      holds: 'computer',
      options: optionsOf(
        settings.density,
        [
          ['comfortable', t.text.comfortable],
          ['compact', t.text.compact],
        ],
        (density) => change({ density }),
      ),
    },
    {
      ...choiceOf(t.weekStart),
      isMenu: true,
      hint: t.weekStart.hint,
      options: optionsOf(
        settings.weekStart,
        [
          ['system', t.weekStart.system],
          ['saturday', t.weekStart.saturday],
          ['sunday', t.weekStart.sunday],
          ['monday', t.weekStart.monday],
        ],
        (weekStart) => change({ weekStart }),
      ),
    },
  ]
}

/** Returns the row about the order of the sidebar. */
export function readingRows({ accounts }: ProgramSettingsPorts): readonly SettingsRow[] {
  const options = optionsOf(
    accounts.settings.sidebarFirst,
    [
      ['streams', t.sidebar.streams],
      ['direct', t.sidebar.direct],
    ],
    (sidebarFirst) => void accounts.changeSettings({ sidebarFirst }),
  )
  return [{ ...choiceOf(t.sidebar), options }]
}

/** Returns the rows about how messages are written and sent. */
export function writingRows({ accounts }: ProgramSettingsPorts): readonly SettingsRow[] {
  const { settings, isMac } = accounts
  return [
    {
      ...choiceOf(t.sendKey),
      options: optionsOf(
        settings.sendKey,
        [
          ['enter', keyHint('send_on_enter', isMac)],
          ['ctrl+enter', keyHint('send', isMac)],
        ],
        (sendKey) => void accounts.changeSettings({ sendKey }),
      ),
    },
    {
      kind: 'switch',
      legend: t.files.legend,
      title: t.files.cleansPictures,
      hint: t.files.cleansPicturesHint,
      words: t.files.words,
      holds: 'computer',
      isOn: settings.cleansPictures,
      change: (cleansPictures) => void accounts.changeSettings({ cleansPictures }),
    },
  ]
}

/** Returns the row about closing the window. On macOS, a program stays in the Dock, so that there is none. */
export function closingRows({ accounts }: ProgramSettingsPorts): readonly SettingsRow[] {
  if (accounts.state?.platform === 'darwin') return []
  const options = optionsOf(
    accounts.settings.closing,
    [
      ['auto', t.closing.auto, t.closing.autoHint],
      ['hide', t.closing.hide, t.closing.hideHint],
      ['quit', t.closing.quit],
    ],
    (closing) => void accounts.changeSettings({ closing }),
  )
  return [{ ...choiceOf(t.closing), options }]
}

/** Returns a row for each command with its keys, and one that gives all commands their own keys again. */
export function shortcutRows({
  accounts,
  shortcuts,
}: ProgramSettingsPorts & { readonly shortcuts: Shortcuts }): readonly SettingsRow[] {
  const choose = (keys: ChosenKeys) => void accounts.changeSettings({ keys })
  const { groups } = catalogue.commands
  const rows = shortcuts.list.map((shortcut): SettingsRow => ({
    kind: 'shortcut',
    legend: groups[shortcut.group],
    title: shortcut.title,
    words: [...t.shortcuts.words, ...shortcut.keys],
    holds: 'computer',
    shortcut,
    shortcuts,
    chosen: shortcuts.chosen,
    choose,
  }))
  if (Object.keys(shortcuts.chosen).length === 0) return rows
  const { legend, resetAll, resetAllHint } = t.shortcuts
  return [
    { kind: 'action', legend, title: resetAll, hint: resetAllHint, holds: 'computer', run: () => choose({}) },
    ...rows,
  ]
}

/** Returns the row about newer versions, unless this one cannot look for them. */
export function updateRows({ accounts }: ProgramSettingsPorts): readonly SettingsRow[] {
  const way = accounts.state?.updates.way.kind
  if (way === undefined || way === 'none') return []
  const { updates } = accounts.settings
  // The option to install means to notify if nothing can be installed.
  const options =
    way === 'install'
      ? optionsOf(
          updates,
          [
            ['install', t.updates.install, t.updates.installHint],
            ['tell', t.updates.onlyNotify],
            ['never', t.updates.never],
          ],
          choose,
        )
      : optionsOf(
          updates === 'install' ? 'tell' : updates,
          [
            ['tell', t.updates.notify],
            ['never', t.updates.never],
          ],
          choose,
        )
  function choose(chosen: Settings['updates']): void {
    void accounts.changeSettings({ updates: chosen })
  }
  return [{ ...choiceOf(t.updates), options }]
}

function choiceOf({ legend, words }: { readonly legend: string; readonly words: readonly string[] }) {
  return { kind: 'choice', legend, title: legend, words, holds: 'computer' } as const
}
