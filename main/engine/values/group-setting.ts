import { z } from 'zod'

const ids = z.array(z.number().int())

/**
 * Who may do something (newer-servers.md, "G"): the id of a group that has a name, or members and groups that are listed
 * with the setting itself.
 */
export const groupSettingSchema = z.union([z.number().int(), z.object({ direct_members: ids, direct_subgroups: ids })])

export type GroupSetting = z.infer<typeof groupSettingSchema>
