import type { Snippet } from 'svelte'
import type { StreamSettingsMeta, SubscriptionProperty } from '#contract/streams.ts'
import { streamNotifications } from '#shared/stream-choices.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { SettingsRow } from '../../parts/settings/settings-rows.ts'

const t = catalogue.streams.settings

/**
 * Returns the rows of the user's own settings of a stream.
 * @param colors the choice of the colour
 */
export function rowsOfStream(
  { isPinned, isMuted, notifications }: NonNullable<StreamSettingsMeta['stream']>,
  change: (change: SubscriptionProperty) => void,
  colors: Snippet,
): readonly SettingsRow[] {
  const base = { kind: 'switch', holds: 'account' } as const
  return [
    { kind: 'custom', legend: t.color, title: t.color, holds: 'account', content: colors },
    {
      ...base,
      legend: t.position,
      title: t.pinned,
      isOn: isPinned,
      change: (value) => change({ property: 'pin_to_top', value }),
    },
    {
      ...base,
      legend: t.position,
      title: t.muted,
      hint: t.mutedMeaning,
      isOn: isMuted,
      change: (value) => change({ property: 'is_muted', value }),
    },
    ...streamNotifications.map((property): SettingsRow => {
      const { chosen, usual } = notifications[property]
      return {
        ...base,
        legend: t.notifications,
        title: t.notification[property],
        hint: chosen === null ? t.usual : t.own,
        isOn: chosen ?? usual,
        change: (value) => change({ property, value }),
      }
    }),
  ]
}
