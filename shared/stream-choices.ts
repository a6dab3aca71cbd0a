/**
 * Notifications of a stream that the user can set independently of the account's settings, by their names in the
 * protocol.
 */
export const streamNotifications = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const

export type StreamNotification = (typeof streamNotifications)[number]

/** The filters of the list of all streams. */
export const streamFilters = ['all', 'joined', 'others'] as const

export type StreamFilter = (typeof streamFilters)[number]

/** The audience of a new stream, and whether new subscribers of a private one can read its earlier messages. */
export const newStreamPrivacies = ['public', 'web_public', 'private_shared', 'private_protected'] as const

export type NewStreamPrivacy = (typeof newStreamPrivacies)[number]

/** The rights to post in a new stream. */
export const postingRights = ['everyone', 'full_members', 'moderators', 'administrators'] as const

export type PostingRight = (typeof postingRights)[number]

/** The colours that are offered for streams, as in the family's other clients. */
export const streamColors = {
  brown: '#a47462',
  rust: '#c2726a',
  red: '#e4523d',
  orange: '#ee7e4a',
  amber: '#f4ae55',
  yellow: '#f5ce6e',
  lime: '#94c849',
  green: '#53a063',
  mint: '#76ce90',
  sky: '#a6c7e5',
  blue: '#4f8de4',
  lavender: '#95a5fd',
  violet: '#9987e1',
  purple: '#bd86e5',
  pink: '#e79ab5',
  grey: '#c2c2c2',
} as const

export type StreamColor = keyof typeof streamColors
