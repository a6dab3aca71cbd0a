import type { PageParts } from '../page-parts.ts'
import type { OrganizationSection } from './organization-sections.ts'

/**
 * Shows the settings of the organization. Without a section, they open at the first one, and open ones get the focus in
 * their field.
 */
export function openOrganization({ routes }: Pick<PageParts, 'routes'>, section?: OrganizationSection): void {
  const { shown } = routes
  if (shown === null) return
  if (shown.route.kind !== 'organization') routes.go({ kind: 'organization', section: section ?? 'profile' })
  else if (section === undefined) shown.screen.focusField?.()
  else shown.screen.showSection?.(section)
}
