import { userSettingsWire } from '../../api/resources/user-settings.ts'
import { readUserSettings } from '../../store/documents/user-settings.ts'
import { slice } from '../slice.ts'
import { userSettings } from '../account-parts.ts'

/** The current names of settings, by their names on older servers. */
const newNames: ReadonlyMap<string, string> = new Map([['default_view', 'web_home_view']])

function withNewNames(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [newNames.get(name) ?? name, value]))
}

export const userSettingsSlice = slice({
  name: 'user_settings',
  wire: userSettingsWire,
  parts: [userSettings],
  isFirst: true,
  read: ({ user_settings: settings }) => readUserSettings(withNewNames(settings)),
  replace: ({ store }, settings) => {
    store.meta.setUserSettings(settings)
    return [{ kind: 'preferences' }]
  },
  reducers: {
    user_settings: ({ store: { meta } }, event) => {
      const settings = meta.userSettings()
      const property = newNames.get(event.property) ?? event.property
      if (!Object.hasOwn(settings, property)) return []
      const next = readUserSettings({ ...settings, [property]: event.value })
      // A value of another type than the setting's is ignored.
      if (next[property as keyof typeof next] !== event.value) return []
      meta.setUserSettings(next)
      return [{ kind: 'preferences' }]
    },
  },
})
