import type { Part } from '../part.ts'
import type { Settings } from '../../store/documents/organization-settings.ts'

/** The settings of the organization and its server. */
export const organizationSettings: Part<Settings> = {
  name: 'organization settings',
  load: ({ meta }) => meta.settings(),
  follows: ({ kind }) => kind === 'organization',
}
