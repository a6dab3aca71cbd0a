import type { ServerDatabase } from './database.ts'

export interface OrganizationRow {
  string_id: string
  name: string
  description: string
  created_at: number
}

export function organizationTable(database: ServerDatabase) {
  const get = database.prepare<[], OrganizationRow>('SELECT * FROM organization WHERE id = 1')
  const insert = database.prepare(
    'INSERT INTO organization (id, string_id, name, description, created_at) VALUES (1, @stringId, @name, @description, @createdAt)',
  )
  return {
    find: () => get.get(),
    get(): OrganizationRow {
      const row = get.get()
      if (row === undefined) throw new Error('the database holds no organization yet')
      return row
    },
    create(organization: { stringId: string; name: string; description: string; createdAt: number }): void {
      insert.run(organization)
    },
  }
}

export type OrganizationTable = ReturnType<typeof organizationTable>
