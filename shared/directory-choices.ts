/** The roles of people, the one with the most rights first (wire-protocol.md §2.15). */
export const personRoles = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const

export type PersonRole = (typeof personRoles)[number]

/** The accounts that the directory lists: active ones, deactivated ones, or both. */
export const accountStates = ['active', 'deactivated', 'all'] as const

export type AccountState = (typeof accountStates)[number]

/** The kinds of accounts that the directory lists. */
export const directoryKinds = ['people', 'bots', 'own_bots', 'all'] as const

export type DirectoryKind = (typeof directoryKinds)[number]

/** The orders of the directory. */
export const directorySorts = ['name', 'activity'] as const

export type DirectorySort = (typeof directorySorts)[number]

/** The types of bots that Skein can create: with all calls, only receiving from elsewhere, and sending to an address. */
export const botTypes = ['generic', 'incoming', 'outgoing'] as const

export type BotType = (typeof botTypes)[number]
