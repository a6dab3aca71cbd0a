import { userSettingsWire } from '../../api/resources/user-settings.ts'
import { readUserSettings } from '../../store/documents/user-settings.ts'
import { concern } from '../concern.ts'
import { userSettings } from './own-settings.ts'

export const userSettingsConcern = concern({
  name: 'user_settings',
  wire: userSettingsWire,
  parts: [userSettings],
  isFirst: true,
  read: (answer) => readUserSettings(answer.user_settings),
  replace: ({ store }, settings) => {
    store.meta.setUserSettings(settings)
    return [{ kind: 'preferences' }]
  },
  reducers: {
    user_settings: ({ store: { meta } }, event) => {
      const settings = meta.userSettings()
      if (!Object.hasOwn(settings, event.property)) return []
      const next = { ...settings, [event.property]: event.value }
      // A value of another type than the setting's is ignored.
      if (typeof event.value !== typeof settings[event.property as keyof typeof settings]) return []
      meta.setUserSettings(next)
      return [{ kind: 'preferences' }]
    },
  },
})
