import type { GroupId, StreamId, UserId } from '../values/ids.ts'
import { upsert, type EngineDatabase } from './file/database.ts'
import type { NameChanges } from './names/changed-names.ts'

/** A user group without its members. */
export interface GroupRow {
  id: GroupId
  name: string
  description: string
  /** It is 1 for a system group (`role:…`). */
  is_system: number
  /** It is 1 for a deactivated group, which is kept for existing mentions. */
  is_deactivated: number
  /** JSON of the `GroupSetting` whose members may mention the group. */
  mention_setting: string
  /** JSON of the group's other settings (`GroupFacts`). */
  facts: string
}

/** A custom profile field. */
export interface ProfileFieldRow {
  id: number
  position: number
  /** The number of the type, from 1 (short text) to 8 (pronouns) (Service API, Custom profile field). */
  type: number
  name: string
  hint: string
  /** JSON whose form depends on the type. */
  data: string
  in_summary: number
}

/** A pattern of text that becomes a link. */
export interface LinkifierRow {
  id: number
  position: number
  pattern: string
  url_template: string
}

/** The status of a user; empty texts stand for missing parts. */
export interface StatusRow {
  person_id: UserId
  is_away: number
  text: string
  emoji_name: string
  emoji_code: string
  emoji_type: string
}

/** A scheduled message on the server. */
export interface ScheduledRow {
  id: number
  conversation: string
  topic: string
  content: string
  /** Allow-listed HTML. */
  html: string
  /** The time is in UNIX seconds. */
  deliver_at: number
  is_failed: number
}

/** The tables of groups, profile fields, linkifiers and other lists of the organization. */
export function organizationTables(database: EngineDatabase, names: NameChanges) {
  const clear = (table: string) => database.prepare(`DELETE FROM ${table}`)
  const groups = database.prepare<[], GroupRow>('SELECT * FROM user_group ORDER BY id')
  const putGroup = database.prepare<GroupRow>(
    upsert('user_group', ['id', 'name', 'description', 'is_system', 'is_deactivated', 'mention_setting', 'facts']),
  )
  const group = database.prepare<[number], GroupRow>('SELECT * FROM user_group WHERE id = ?')
  // One statement removes all of them, because a registration may lack many.
  const removeGroups = database.prepare('DELETE FROM user_group WHERE id IN (SELECT value FROM json_each(?))')
  const members = database.prepare<[], { group_id: GroupId; person_id: UserId }>(
    'SELECT group_id, person_id FROM user_group_member',
  )
  // One statement adds all of them, because the group of all users can be large.
  const addMembers = database.prepare(
    `INSERT INTO user_group_member (group_id, person_id) SELECT ?, value FROM json_each(?) WHERE true
     ON CONFLICT DO NOTHING`,
  )
  const removeMember = database.prepare('DELETE FROM user_group_member WHERE group_id = ? AND person_id = ?')
  const clearMembers = database.prepare('DELETE FROM user_group_member WHERE group_id = ?')
  const subgroups = database.prepare<[], { group_id: GroupId; subgroup_id: GroupId }>(
    'SELECT group_id, subgroup_id FROM user_group_subgroup',
  )
  const addSubgroup = database.prepare(
    'INSERT INTO user_group_subgroup (group_id, subgroup_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const removeSubgroup = database.prepare('DELETE FROM user_group_subgroup WHERE group_id = ? AND subgroup_id = ?')
  const clearSubgroups = database.prepare('DELETE FROM user_group_subgroup WHERE group_id = ?')
  const fields = database.prepare<[], ProfileFieldRow>('SELECT * FROM profile_field ORDER BY position')
  const putField = database.prepare<ProfileFieldRow>(
    `INSERT INTO profile_field (id, position, type, name, hint, data, in_summary)
     VALUES (@id, @position, @type, @name, @hint, @data, @in_summary)`,
  )
  const clearFields = clear('profile_field')
  const linkifiers = database.prepare<[], LinkifierRow>('SELECT * FROM linkifier ORDER BY position')
  const putLinkifier = database.prepare<LinkifierRow>(
    'INSERT INTO linkifier (id, position, pattern, url_template) VALUES (@id, @position, @pattern, @url_template)',
  )
  const clearLinkifiers = clear('linkifier')
  const defaultStreams = database.prepare<[], { stream_id: StreamId }>('SELECT stream_id FROM default_stream')
  const putDefaultStream = database.prepare('INSERT INTO default_stream (stream_id) VALUES (?) ON CONFLICT DO NOTHING')
  const clearDefaultStreams = clear('default_stream')
  const statuses = database.prepare<[], StatusRow>('SELECT * FROM person_status')
  const putStatus = database.prepare<StatusRow>(
    `INSERT INTO person_status (person_id, is_away, text, emoji_name, emoji_code, emoji_type)
     VALUES (@person_id, @is_away, @text, @emoji_name, @emoji_code, @emoji_type)
     ON CONFLICT (person_id) DO UPDATE SET is_away = @is_away, text = @text, emoji_name = @emoji_name,
       emoji_code = @emoji_code, emoji_type = @emoji_type`,
  )
  const status = database.prepare<[number], StatusRow>('SELECT * FROM person_status WHERE person_id = ?')
  const removeStatus = database.prepare('DELETE FROM person_status WHERE person_id = ?')
  const clearStatuses = clear('person_status')
  const scheduled = database.prepare<[], ScheduledRow>('SELECT * FROM scheduled_message ORDER BY deliver_at, id')
  const putScheduled = database.prepare<ScheduledRow>(
    upsert('scheduled_message', ['id', 'conversation', 'topic', 'content', 'html', 'deliver_at', 'is_failed']),
  )
  const removeScheduled = database.prepare('DELETE FROM scheduled_message WHERE id = ?')
  const clearScheduled = clear('scheduled_message')

  const changeMembers = (op: 'add' | 'remove', groupId: GroupId, personIds: readonly UserId[]) => {
    if (op === 'add') addMembers.run(groupId, JSON.stringify(personIds))
    else for (const id of personIds) removeMember.run(groupId, id)
  }
  const changeSubgroups = (op: 'add' | 'remove', groupId: GroupId, subgroupIds: readonly GroupId[]) => {
    for (const id of subgroupIds) (op === 'add' ? addSubgroup : removeSubgroup).run(groupId, id)
  }
  return {
    reads: {
      groups: () => groups.all(),
      group: (id: number) => group.get(id),
      members: () => members.all(),
      subgroups: () => subgroups.all(),
      profileFields: () => fields.all(),
      linkifiers: () => linkifiers.all(),
      defaultStreams: () => defaultStreams.all().map((row) => row.stream_id),
      statuses: () => statuses.all(),
      status: (personId: UserId) => status.get(personId),
      /** Returns the scheduled messages by delivery time. */
      scheduled: () => scheduled.all(),
    },
    writes: {
      /** Stores a group with all its members, or only its properties if `membership` is undefined. */
      putGroup(
        row: GroupRow,
        membership?: { readonly members: readonly number[]; readonly subgroups: readonly number[] },
      ) {
        putGroup.run(row)
        names.noteGroup(row.id)
        if (membership === undefined) return
        clearMembers.run(row.id)
        clearSubgroups.run(row.id)
        changeMembers('add', row.id, membership.members)
        changeSubgroups('add', row.id, membership.subgroups)
      },
      removeGroups(ids: readonly GroupId[]): void {
        removeGroups.run(JSON.stringify(ids))
        for (const id of ids) names.noteGroup(id)
      },
      /** Adds or removes members by set union and difference. Nothing is stored for an unknown group. */
      changeMembers,
      changeSubgroups,
      replaceProfileFields(rows: readonly ProfileFieldRow[]): void {
        clearFields.run()
        for (const row of rows) putField.run(row)
      },
      replaceLinkifiers(rows: readonly LinkifierRow[]): void {
        clearLinkifiers.run()
        for (const row of rows) putLinkifier.run(row)
      },
      replaceDefaultStreams(ids: readonly number[]): void {
        clearDefaultStreams.run()
        for (const id of ids) putDefaultStream.run(id)
      },
      putStatus: (row: StatusRow) => putStatus.run(row),
      removeStatus: (personId: UserId) => removeStatus.run(personId),
      clearStatuses: () => clearStatuses.run(),
      putScheduled: (row: ScheduledRow) => putScheduled.run(row),
      removeScheduled: (id: number) => removeScheduled.run(id),
      clearScheduled: () => clearScheduled.run(),
    },
  }
}
