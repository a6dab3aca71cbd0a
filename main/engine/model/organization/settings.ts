import type { Part } from '../part.ts'
import type { Settings } from '../../store/documents/organization-settings.ts'

/** What the organization and its server decide. */
export const organizationSettings: Part<Settings> = {
  name: 'organization settings',
  load: ({ meta }) => meta.settings(),
  follows: 'organization',
}
