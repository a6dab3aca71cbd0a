/** Notifications of a stream that the user can choose apart from the account's settings, as the service calls them. */
export const streamNotifications = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const

export type StreamNotification = (typeof streamNotifications)[number]

/** Which streams the list of all streams shows. */
export const streamFilters = ['all', 'joined', 'others'] as const

export type StreamFilter = (typeof streamFilters)[number]

/** Who sees a new stream, and whether new subscribers of a private one can read what was written before. */
export const newStreamPrivacies = ['public', 'web_public', 'private_shared', 'private_protected'] as const

export type NewStreamPrivacy = (typeof newStreamPrivacies)[number]

/** Who may post in a new stream. */
export const postingRights = ['everyone', 'full_members', 'moderators', 'administrators'] as const

export type PostingRight = (typeof postingRights)[number]
