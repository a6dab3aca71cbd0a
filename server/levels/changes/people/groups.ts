import { directMembers } from '../../../people/groups.ts'
import { eventOf, type Fields, type LevelChange, type Scene } from '../../change.ts'
import { systemGroups } from '../../../store/people/groups.ts'

const settings: readonly { readonly level: number; readonly name: string; readonly value: number }[] = [
  { level: 283, name: 'can_manage_group', value: systemGroups.nobody },
  { level: 301, name: 'can_join_group', value: systemGroups.nobody },
  { level: 305, name: 'can_add_members_group', value: systemGroups.nobody },
  { level: 308, name: 'can_leave_group', value: systemGroups.everyone },
  { level: 324, name: 'can_remove_members_group', value: systemGroups.nobody },
]

/** User groups (newer-servers.md §5). */
export const groups: readonly LevelChange[] = [
  {
    level: 260,
    what: 'a setting of a group is changed from its old value to a new one',
    rewrite: {
      calls: {
        async 'PATCH /user_groups/:user_group_id'(call, next) {
          const text = call.parameters.peek('can_mention_group')
          const value = /"new"\s*:\s*(\d{1,15})/.exec(text ?? '')?.[1]
          if (value !== undefined) call.parameters.set('can_mention_group', value)
          return next()
        },
      },
    },
  },
  ...settings.map(({ level, name, value }): LevelChange => ({
    level,
    what: `${name} is a setting of a group`,
    rewrite: { forms: { group: (group) => ({ ...group, [name]: value }) } },
  })),
  {
    level: 292,
    what: 'groups name their creator and their day',
    rewrite: { forms: { group: (group) => ({ ...group, creator_id: null, date_created: null }) } },
  },
  {
    level: 303,
    what: 'people who are switched off belong to no group',
    rewrite: {
      forms: {
        group: (group, scene) =>
          Array.isArray(group.members)
            ? { ...group, members: (group.members as number[]).filter((id) => isActive(scene, id)) }
            : group,
      },
      event(event, scene) {
        if (event.type !== 'realm_user' || event.op !== 'update') return [event]
        const person = event.person as Fields
        if (typeof person.is_active !== 'boolean') return [event]
        const id = Number(person.user_id)
        const of = scene.context.tables.groups.all().filter((group) => {
          const row = scene.context.tables.users.get(id)
          return group.is_system_group === 1
            ? row !== undefined && belongs(scene, id, group.id)
            : scene.context.tables.groups.members(group.id).includes(id)
        })
        const told = of.map((group) =>
          eventOf({
            type: 'user_group',
            op: person.is_active === true ? 'add_members' : 'remove_members',
            group_id: group.id,
            user_ids: [id],
          }),
        )
        return [event, ...told]
      },
    },
  },
]

function isActive({ context }: Scene, id: number): boolean {
  return context.tables.users.get(id)?.is_active === 1
}

function belongs({ context }: Scene, userId: number, groupId: number): boolean {
  const group = context.tables.groups.get(groupId)
  return group !== undefined && directMembers(context, group).includes(userId)
}
