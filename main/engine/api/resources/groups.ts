import { z } from 'zod'
import { groupSettingSchema } from '../../values/people.ts'
import { lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

const ids = z.array(z.number().int())
/** A setting; a list of an anonymous group that cannot be read counts as empty. */
const setting = z
  .union([z.number().int(), z.object({ direct_members: ids.catch([]), direct_subgroups: ids.catch([]) })])
  .optional()
  .catch(undefined)

/** The settings that newer servers send besides the permission to mention the group (newer-servers.md §5). */
const settings = {
  can_manage_group: setting,
  can_join_group: setting,
  can_add_members_group: setting,
  can_leave_group: setting,
  can_remove_members_group: setting,
}

/** A user group, or a system group (`role:…`) (wire-protocol.md §2.8). */
export const groupSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().catch(''),
  members: ids.catch([]),
  direct_subgroup_ids: ids.catch([]),
  is_system_group: z.boolean().catch(false),
  deactivated: z.boolean().catch(false),
  can_mention_group: groupSettingSchema.catch(0),
  ...settings,
  creator_id: z.number().int().nullable().optional().catch(undefined),
  /** UNIX seconds. */
  date_created: z.number().int().nonnegative().nullable().optional().catch(undefined),
})

export type WireGroup = z.infer<typeof groupSchema>

const group = z.literal('user_group')

export const groupsWire = {
  fetches: ['realm_user_groups'],
  listens: ['user_group'],
  shape: { realm_user_groups: lenientArray(groupSchema).catch([]) },
  events: [
    z.object({ type: group, op: z.literal('add'), group: groupSchema }),
    z.object({
      type: group,
      op: z.literal('update'),
      group_id: z.number().int(),
      data: z.object({
        name: z.string().optional().catch(undefined),
        description: z.string().optional().catch(undefined),
        can_mention_group: setting,
        ...settings,
        deactivated: z.boolean().optional().catch(undefined),
      }),
    }),
    z.object({
      type: group,
      op: z.enum(['add_members', 'remove_members']),
      group_id: z.number().int(),
      user_ids: ids,
    }),
    z.object({
      type: group,
      op: z.enum(['add_subgroups', 'remove_subgroups']),
      group_id: z.number().int(),
      direct_subgroup_ids: ids,
    }),
    z.object({ type: group, op: z.literal('remove'), group_id: z.number().int() }),
  ],
} as const satisfies Wire
