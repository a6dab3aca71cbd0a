import type { ServerDatabase } from '../database.ts'

export interface OrganizationRow {
  string_id: string
  name: string
  description: string
  created_at: number
  /** JSON object of the settings that differ from the defaults. */
  settings: string
  /** 1 while the organization is deactivated, when all requests are refused. */
  is_deactivated: number
  /** The path below `/user_avatars/`; null if the organization has no icon. */
  icon_path: string | null
  icon_version: number
}

/** The fields of an organization that can be changed individually. */
export type OrganizationChange = Partial<Pick<OrganizationRow, 'name' | 'description' | 'icon_path' | 'icon_version'>>

export function organizationTable(database: ServerDatabase) {
  const get = database.prepare<[], OrganizationRow>('SELECT * FROM organization WHERE id = 1')
  const insert = database.prepare(
    'INSERT INTO organization (id, string_id, name, description, created_at) VALUES (1, @stringId, @name, @description, @createdAt)',
  )
  const setSettings = database.prepare('UPDATE organization SET settings = ? WHERE id = 1')
  const setDeactivated = database.prepare('UPDATE organization SET is_deactivated = ? WHERE id = 1')
  let cached: OrganizationRow | undefined
  return {
    find: () => (cached ??= get.get()),
    get(): OrganizationRow {
      cached ??= get.get()
      if (cached === undefined) throw new Error('the database holds no organization yet')
      return cached
    },
    create(organization: { stringId: string; name: string; description: string; createdAt: number }): void {
      insert.run(organization)
      cached = undefined
    },
    setSettings(settings: string): void {
      setSettings.run(settings)
      cached = undefined
    },
    change(change: OrganizationChange): void {
      const columns = Object.keys(change)
      if (columns.length === 0) return
      database
        .prepare(`UPDATE organization SET ${columns.map((name) => `${name} = @${name}`).join(', ')} WHERE id = 1`)
        .run(change)
      cached = undefined
    },
    setDeactivated(isDeactivated: boolean): void {
      setDeactivated.run(isDeactivated ? 1 : 0)
      cached = undefined
    },
    /** Reloads the in-memory cache after a rollback. */
    forget(): void {
      cached = undefined
    },
  }
}

export type OrganizationTable = ReturnType<typeof organizationTable>
