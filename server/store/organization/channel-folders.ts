import type { ServerDatabase } from '../database.ts'

export interface ChannelFolderRow {
  id: number
  name: string
  description: string
  rendered_description: string
  /** The place of the folder among the others, ascending. */
  position: number
  creator_id: number
  /** UNIX seconds. */
  date_created: number
  is_archived: number
}

type NewFolder = Omit<ChannelFolderRow, 'id' | 'position' | 'is_archived'>

/** The folders of streams. `level_setting` has the folder of each stream. */
export function channelFolderTable(database: ServerDatabase) {
  const columns =
    'id, name, description, rendered_description, position, creator_id, date_created, is_archived' as const
  const all = database.prepare<[], ChannelFolderRow>(`SELECT ${columns} FROM channel_folder ORDER BY position, id`)
  const get = database.prepare<[number], ChannelFolderRow>(`SELECT ${columns} FROM channel_folder WHERE id = ?`)
  const byName = database.prepare<[string], ChannelFolderRow>(
    `SELECT ${columns} FROM channel_folder WHERE name_key = ?`,
  )
  const add = database.prepare<NewFolder & { nameKey: string }>(
    `INSERT INTO channel_folder (name, name_key, description, rendered_description, position, creator_id, date_created)
     VALUES (@name, @nameKey, @description, @rendered_description,
       (SELECT coalesce(max(position), 0) + 1 FROM channel_folder), @creator_id, @date_created)`,
  )
  const change = database.prepare<ChannelFolderRow & { nameKey: string }>(
    `UPDATE channel_folder SET name = @name, name_key = @nameKey, description = @description,
       rendered_description = @rendered_description, position = @position, is_archived = @is_archived WHERE id = @id`,
  )
  return {
    /** Returns all folders in their order, archived ones included. */
    all: () => all.all(),
    get: (id: number) => get.get(id),
    /** Finds a folder by its name, case-insensitively. */
    byName: (name: string) => byName.get(name.toLowerCase()),
    add: (row: NewFolder) => Number(add.run({ ...row, nameKey: row.name.toLowerCase() }).lastInsertRowid),
    change: (row: ChannelFolderRow) => change.run({ ...row, nameKey: row.name.toLowerCase() }),
  }
}
