import type { CommandId } from '#shared/command-keys.ts'

/** The commands that show an organization of the rail, in the order of their positions. */
export const organizationIds: readonly CommandId[] = [
  'organization_1',
  'organization_2',
  'organization_3',
  'organization_4',
  'organization_5',
  'organization_6',
  'organization_7',
  'organization_8',
  'organization_9',
]
