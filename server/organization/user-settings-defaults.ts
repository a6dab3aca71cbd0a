import type { ServerContext } from '../context/context.ts'
import type { Endpoints } from '../http/endpoint.ts'
import { invalidValue } from '../http/parameters.ts'
import type { Resource } from '../http/resource.ts'
import { requireAdministrator } from '../people/permissions.ts'
import {
  changeableProperties,
  defaultUserSettings,
  settingChoices,
  settingSchema,
  settingValue,
  storedSettings,
  type SettingName,
  type UserSettings,
} from '../people/user-settings.ts'
import type { ServerDatabase } from '../store/database.ts'

/** The default settings of new users (wire-protocol.md §2.11). */
export const userSettingsDefaults: Resource = {
  migrations: [{ version: 6, change: "ALTER TABLE organization ADD COLUMN user_defaults TEXT NOT NULL DEFAULT '{}';" }],
  registration: [
    {
      type: 'realm_user_settings_defaults',
      state: (context) => ({ realm_user_settings_defaults: defaultsObject(context) }),
    },
  ],
  routes: userSettingsDefaultsRoutes,
}

/** The organization's column with the default settings. */
export function userDefaultsTable(database: ServerDatabase) {
  const get = database.prepare<[], { user_defaults: string }>('SELECT user_defaults FROM organization WHERE id = 1')
  const set = database.prepare('UPDATE organization SET user_defaults = ? WHERE id = 1')
  return {
    /** Returns the JSON object of the settings that differ from the server's defaults. */
    get: () => get.get()?.user_defaults ?? '{}',
    set: (json: string) => set.run(json),
  }
}

function userSettingsDefaultsRoutes(api: Endpoints, context: ServerContext): void {
  const table = context.table(userDefaultsTable)

  api.authenticated('PATCH', '/realm/user_settings_defaults', ({ parameters, user }) => {
    requireAdministrator(user)
    const wanted = changeableProperties.flatMap((property): [SettingName, boolean | number | string][] => {
      // A time zone is personal and has no default.
      const text = property === 'timezone' ? undefined : parameters.optionalText(property)
      if (text === undefined) return []
      const value = settingSchema(property).safeParse(settingValue(text))
      if (!value.success) throw invalidValue(property, text)
      return [[property, value.data]]
    })
    context.write(() => {
      const before = userDefaults(context)
      const changed = wanted.filter(([property, value]) => before[property] !== value)
      if (changed.length === 0) return
      table.set(JSON.stringify({ ...before, ...Object.fromEntries(changed) }))
      const readers = context.tables.users.all().filter((reader) => reader.is_active === 1)
      for (const [property, value] of changed) {
        const event = { type: 'realm_user_settings_defaults', op: 'update', property, value }
        for (const reader of readers) context.events.publish(reader.id, () => event)
      }
    })
    return {}
  })
}

/** The settings of new users: those of the organization over the server's defaults. */
function userDefaults(context: ServerContext): UserSettings {
  const decided: unknown = JSON.parse(context.table(userDefaultsTable).get())
  return { ...defaultUserSettings, ...storedSettings.parse(decided) }
}

function defaultsObject(context: ServerContext): Record<string, unknown> {
  const defaults = Object.entries(userDefaults(context)).filter(([name]) => name !== 'timezone')
  return { ...Object.fromEntries(defaults), ...settingChoices }
}
