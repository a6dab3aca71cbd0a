import type { LevelChange } from '../../change.ts'

/** Parameters of invitations (newer-servers.md §6). */
export const invitations: readonly LevelChange[] = [
  {
    level: 261,
    what: 'an invitation says whether it leads into the default streams',
    rewrite: { habits: ['invites into default streams'] },
  },
  {
    level: 267,
    what: 'an invitation says whether the inviter is told when it is accepted',
    rewrite: { habits: ['asks whether to tell the inviter'] },
  },
  {
    level: 322,
    what: 'an invitation may lead into user groups',
    rewrite: { habits: ['invites into groups'] },
  },
  {
    level: 416,
    what: 'an invitation may have a text that welcomes the new user',
    rewrite: { habits: ['welcomes in words'] },
  },
]
