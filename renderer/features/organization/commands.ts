import { catalogue } from '#i18n/catalogue.ts'
import { command, type RunnableCommand } from '../../state/commands/command.ts'
import { isOnScreen, type WindowCommand, type WindowTarget } from '../../state/commands/window-command.ts'
import { openOrganization } from '../../state/routes/open-organization.ts'
import { organizationSections } from '../../state/routes/organization-sections.ts'

/** Returns an entry of the palette for each section of the organization's settings. */
export function organizationEntries({ parts }: WindowTarget): RunnableCommand[] {
  const { palette, sections } = catalogue.organization
  return organizationSections.map((section) => ({
    id: 'organization',
    part: section,
    title: palette(sections[section]),
    keys: [],
    run: () => openOrganization(parts, section),
  }))
}

/** The command that opens the settings of the organization. */
export const organizationCommands: readonly WindowCommand[] = [
  command({
    id: 'organization',
    when: isOnScreen,
    run({ parts }) {
      openOrganization(parts)
    },
  }),
]
