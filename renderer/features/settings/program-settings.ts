import type { Settings } from '#contract/app.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { keyHint } from '#i18n/keys.ts'
import { optionsOf, type SettingsRow } from '../../parts/settings/settings-rows.ts'
import type { AccountsModel } from '../../state/accounts-model.svelte.ts'

/** The parts of the page that the rows use. */
interface ProgramSettingsPorts {
  readonly accounts: Pick<AccountsModel, 'settings' | 'state' | 'isMac' | 'changeSettings'>
}

const t = catalogue.screens.settings

/** Returns the rows about how the program looks, sends and notifies. */
export function mainRows({ accounts }: ProgramSettingsPorts): readonly SettingsRow[] {
  const { settings, isMac } = accounts
  const change = (changed: Partial<Settings>) => void accounts.changeSettings(changed)
  return [
    {
      ...choiceOf(t.theme.legend),
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
      ...choiceOf(t.contrast.legend),
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
      ...choiceOf(t.sendKey.legend),
      options: optionsOf(
        settings.sendKey,
        [
          ['enter', keyHint('send_on_enter', isMac)],
          ['ctrl+enter', keyHint('send', isMac)],
        ],
        (sendKey) => change({ sendKey }),
      ),
    },
    {
      kind: 'switch',
      legend: t.files.legend,
      title: t.files.cleansPictures,
      hint: t.files.cleansPicturesHint,
      holds: 'computer',
      isOn: settings.cleansPictures,
      change: (cleansPictures) => change({ cleansPictures }),
    },
    {
      kind: 'switch',
      legend: t.notifications.legend,
      title: t.notifications.doNotDisturb,
      hint: t.notifications.doNotDisturbHint,
      holds: 'computer',
      isOn: settings.doNotDisturb,
      change: (doNotDisturb) => change({ doNotDisturb }),
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
  return [{ ...choiceOf(t.closing.legend), options }]
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
  return [{ ...choiceOf(t.updates.legend), options }]
}

function choiceOf(legend: string) {
  return { kind: 'choice', legend, title: legend, holds: 'computer' } as const
}
