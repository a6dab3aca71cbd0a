import type { UserSettings } from '../../store/documents/user-settings.ts'
import type { Part } from '../part.ts'

/** The user's own settings. */
export const userSettings: Part<UserSettings> = {
  name: 'user settings',
  load: ({ meta }) => meta.userSettings(),
  follows: ({ kind }) => kind === 'preferences',
}
