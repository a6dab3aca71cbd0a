import { z } from 'zod'

const ids = z.array(z.number().int())

/**
 * The group of a setting (newer-servers.md, "G"): the id of a named group, or the members and subgroups of an
 * anonymous one.
 */
export const groupSettingSchema = z.union([z.number().int(), z.object({ direct_members: ids, direct_subgroups: ids })])

export type GroupSetting = z.infer<typeof groupSettingSchema>
