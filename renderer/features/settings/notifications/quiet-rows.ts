import type { Snippet } from 'svelte'
import type { Settings } from '#contract/app.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { formatNear } from '#i18n/times.ts'
import type { QuietWish } from '#shared/time/quiet-time.ts'
import { optionsOf, type SettingsRow } from '#renderer/parts/settings/settings-rows.ts'
import type { AccountsModel } from '#renderer/state/accounts-model.svelte.ts'

/** The parts of the page that the rows use. */
export interface QuietRowsPorts {
  readonly accounts: Pick<AccountsModel, 'settings' | 'state' | 'changeSettings' | 'wishQuiet'>
  /** Draws the days and the times of the weekly hours. */
  readonly quietHours: Snippet
}

const t = catalogue.screens.settings.notifications

/** Returns the rows about do-not-disturb: by hand with or without an end, and each week. */
export function quietRows({ accounts, quietHours }: QuietRowsPorts): readonly SettingsRow[] {
  const { settings } = accounts
  const base = { legend: t.legend, words: t.words, holds: 'computer' } as const
  const change = (changed: Partial<Settings>) => void accounts.changeSettings(changed)
  const hours: SettingsRow = {
    ...base,
    kind: 'switch',
    title: t.weekly,
    hint: t.weeklyHint,
    isOn: settings.quietHours.isOn,
    change: (isOn) => change({ quietHours: { ...settings.quietHours, isOn }, quietSkippedUntil: null }),
  }
  const times: SettingsRow = { ...base, kind: 'custom', title: t.weeklyTimes, content: quietHours }
  return [nowRow(accounts), hours, ...(settings.quietHours.isOn ? [times] : [])]
}

/** The row of the do-not-disturb that goes on now. Its end, if there is one, is the chosen option. */
function nowRow(accounts: QuietRowsPorts['accounts']): SettingsRow {
  const quiet = accounts.state?.quiet ?? null
  const { quietUntil } = accounts.settings
  const until = quiet?.until ?? null
  const isEndless = quiet?.by === 'hand' && until === null
  const chosen = quiet === null ? 'off' : isEndless ? 'on' : null
  const wishes = optionsOf<QuietWish>(
    chosen,
    [
      ['off', t.off],
      ['on', t.on],
      ['hour', t.hour],
      ['tomorrow', t.tomorrow],
    ],
    (wish) => void accounts.wishQuiet(wish),
  )
  const ending = until === null ? null : formatNear(until / 1000)
  const label = quiet?.by === 'hand' ? t.until : t.byHours
  const current = {
    label: label(ending),
    isChosen: true,
    choose: () =>
      void accounts.changeSettings(
        quiet?.by === 'hand' ? { doNotDisturb: true, quietUntil } : { doNotDisturb: false, quietSkippedUntil: null },
      ),
  }
  return {
    kind: 'choice',
    isMenu: true,
    legend: t.legend,
    title: t.doNotDisturb,
    hint: t.doNotDisturbHint,
    words: t.words,
    holds: 'computer',
    options: chosen === null ? [current, ...wishes] : wishes,
  }
}
