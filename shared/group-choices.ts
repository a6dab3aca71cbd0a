/** The filters of the list of user groups. Deactivated groups are listed only by their own filter. */
export const groupFilters = ['all', 'joined', 'deactivated'] as const

export type GroupFilter = (typeof groupFilters)[number]

/** The system groups, from the smallest to the largest (wire-protocol.md §2.8). */
export const systemRoles = [
  'nobody',
  'owners',
  'administrators',
  'moderators',
  'full_members',
  'members',
  'everyone',
  'internet',
] as const

/** A system group. Its members follow from the roles of people. */
export type SystemRole = (typeof systemRoles)[number]

/** The system groups that are offered for a group's permission to mention it, from the largest to the smallest. */
export const mentionRoles = ['everyone', 'members', 'full_members', 'moderators', 'administrators', 'nobody'] as const

export type MentionRole = (typeof mentionRoles)[number]
