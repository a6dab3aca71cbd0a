import type { ServerDatabase } from '../database.ts'

export interface GroupRow {
  id: number
  name: string
  description: string
  is_system_group: number
  can_mention_group: number
  /** null for a system group or an unknown creator. */
  creator_id: number | null
  /** UNIX seconds. */
  date_created: number | null
}

export interface NewGroup {
  readonly name: string
  readonly description: string
  readonly canMention: number
  readonly creatorId?: number
  readonly dateCreated?: number
}

/** Ids of the system groups, which follow from roles; a migration created them (wire-protocol.md §2.8). */
export const systemGroups = {
  owners: 1,
  administrators: 2,
  moderators: 3,
  fullMembers: 4,
  members: 5,
  everyone: 6,
  internet: 7,
  nobody: 8,
} as const

/** User groups, their members and subgroups. Members of system groups follow from roles, not from rows. */
export function groupTable(database: ServerDatabase) {
  const all = database.prepare<[], GroupRow>('SELECT * FROM user_group ORDER BY id')
  const get = database.prepare<[number], GroupRow>('SELECT * FROM user_group WHERE id = ?')
  const byName = database.prepare<[string], GroupRow>('SELECT * FROM user_group WHERE name_key = ?')
  const add = database.prepare(
    `INSERT INTO user_group (name, name_key, description, is_system_group, can_mention_group, creator_id, date_created)
     VALUES (@name, @nameKey, @description, 0, @canMention, @creatorId, @dateCreated)`,
  )
  const change = database.prepare(
    'UPDATE user_group SET name = @name, name_key = @nameKey, description = @description, can_mention_group = @canMention WHERE id = @id',
  )
  const remove = database.prepare('DELETE FROM user_group WHERE id = ?')
  const members = database.prepare<[number], { user_id: number }>(
    'SELECT user_id FROM user_group_member WHERE group_id = ? ORDER BY user_id',
  )
  const subgroups = database.prepare<[number], { subgroup_id: number }>(
    'SELECT subgroup_id FROM user_group_subgroup WHERE group_id = ? ORDER BY subgroup_id',
  )
  const supergroups = database.prepare<[number], { group_id: number }>(
    'SELECT group_id FROM user_group_subgroup WHERE subgroup_id = ?',
  )
  const addMember = database.prepare(
    'INSERT INTO user_group_member (group_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const removeMember = database.prepare('DELETE FROM user_group_member WHERE group_id = ? AND user_id = ?')
  const addSubgroup = database.prepare(
    'INSERT INTO user_group_subgroup (group_id, subgroup_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const removeSubgroup = database.prepare('DELETE FROM user_group_subgroup WHERE group_id = ? AND subgroup_id = ?')
  return {
    all: () => all.all(),
    get: (id: number) => get.get(id),
    byName: (name: string) => byName.get(name.toLowerCase()),
    add: (group: NewGroup) =>
      Number(
        add.run({ creatorId: null, dateCreated: null, ...group, nameKey: group.name.toLowerCase() }).lastInsertRowid,
      ),
    change: (row: GroupRow) =>
      change.run({
        id: row.id,
        name: row.name,
        nameKey: row.name.toLowerCase(),
        description: row.description,
        canMention: row.can_mention_group,
      }),
    remove: (id: number) => remove.run(id),
    members: (groupId: number) => members.all(groupId).map((row) => row.user_id),
    subgroups: (groupId: number) => subgroups.all(groupId).map((row) => row.subgroup_id),
    supergroups: (groupId: number) => supergroups.all(groupId).map((row) => row.group_id),
    /** The following functions return whether they changed a row. */
    addMember: (groupId: number, userId: number) => addMember.run(groupId, userId).changes > 0,
    removeMember: (groupId: number, userId: number) => removeMember.run(groupId, userId).changes > 0,
    addSubgroup: (groupId: number, subgroupId: number) => addSubgroup.run(groupId, subgroupId).changes > 0,
    removeSubgroup: (groupId: number, subgroupId: number) => removeSubgroup.run(groupId, subgroupId).changes > 0,
  }
}

export type GroupTable = ReturnType<typeof groupTable>
