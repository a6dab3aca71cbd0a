import { ownSounds, soundVolumes } from '#contract/base/choices.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { optionsOf, type SettingsRow } from '#renderer/parts/settings/settings-rows.ts'
import type { AccountsModel } from '#renderer/state/accounts-model.svelte.ts'
import { playSound } from '#renderer/ui/sounds.ts'

/** The parts of the page that the rows use. */
export interface SoundRowsPorts {
  readonly accounts: Pick<AccountsModel, 'settings' | 'changeSettings'>
}

const t = catalogue.screens.settings.sound

/** Returns the rows about the sound of notifications. Only Skein's own sounds have a volume. */
export function soundRows({ accounts }: SoundRowsPorts, play: typeof playSound = playSound): readonly SettingsRow[] {
  const { sound, soundVolume } = accounts.settings
  const base = { legend: t.legend, words: t.words, holds: 'computer' } as const
  const choice: SettingsRow = {
    ...base,
    kind: 'choice',
    isMenu: true,
    title: t.title,
    hint: t.hint,
    options: optionsOf(
      sound,
      [['system', t.names.system], ...ownSounds.map((each) => [each, t.names[each]] as const)],
      (chosen) => {
        if (chosen !== 'system') void play(chosen, soundVolume)
        void accounts.changeSettings({ sound: chosen })
      },
    ),
  }
  if (sound === 'system') return [choice]
  return [
    choice,
    {
      ...base,
      kind: 'choice',
      isMenu: true,
      title: t.volume,
      options: optionsOf(
        soundVolume,
        [...new Set([...soundVolumes, soundVolume])]
          .sort((a, b) => a - b)
          .map((each) => [each, t.percent(each)] as const),
        (chosen) => {
          void play(sound, chosen)
          void accounts.changeSettings({ soundVolume: chosen })
        },
      ),
    },
    { ...base, kind: 'action', title: t.play, hint: t.playHint, run: () => void play(sound, soundVolume) },
  ]
}
