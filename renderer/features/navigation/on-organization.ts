import { command, type Command, type CommandContext } from '../../state/commands/command.ts'

/** The focused organization of the rail. */
export interface OrganizationTarget {
  readonly move: (step: 1 | -1) => void
}

function isOnOrganization({ layer, focus }: CommandContext): boolean {
  return layer === 'none' && focus === 'organization'
}

/** The commands on an organization of the rail. */
export const onOrganizations: readonly Command<OrganizationTarget>[] = [
  command({
    id: 'organization_earlier',
    when: isOnOrganization,
    repeats: true,
    run({ move }) {
      move(-1)
    },
  }),
  command({
    id: 'organization_later',
    when: isOnOrganization,
    repeats: true,
    run({ move }) {
      move(1)
    },
  }),
]
