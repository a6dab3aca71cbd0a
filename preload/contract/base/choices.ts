/**
 * The values that users choose from, for the page's lists. The file has no imports, so that the page loads no schemas.
 */

/** The skin tones of emoji, the default yellow first; the others in the order of their characters. */
export const skinTones = ['none', 'light', 'medium_light', 'medium', 'medium_dark', 'dark'] as const
export type SkinTone = (typeof skinTones)[number]

/** The messages of a topic that a move affects: one, one and all later ones, or all. */
export const moveModes = ['change_one', 'change_later', 'change_all'] as const
export type MoveMode = (typeof moveModes)[number]

/** The forms of an export: pages for any browser, or data for other programs. */
export const exportForms = ['html', 'json'] as const
export type ExportForm = (typeof exportForms)[number]

/** The orders of the list of uploaded files: the newest first, the largest first, or by name. */
export const fileSorts = ['date', 'size', 'name'] as const
export type FileSort = (typeof fileSorts)[number]

/** The limits in kB/s from which the user chooses for the fetch of whole histories; null for none. */
export const historyRates = [null, 1000, 200, 50] as const

/** The sizes of usual text in CSS pixels, from which the user chooses; all other sizes follow it. */
export const textSizes = { least: 12, usual: 14, most: 20 } as const

/** Which decisions about notifications are listed: all, those that were shown, or those that were not. */
export const notificationScopes = ['all', 'shown', 'none'] as const
export type NotificationScope = (typeof notificationScopes)[number]

/** The sounds of notifications that Skein plays itself. */
export const ownSounds = ['chime', 'bell', 'knock', 'drop'] as const
export type OwnSound = (typeof ownSounds)[number]

/** The loudness of Skein's own sounds in percent, from which the user chooses. */
export const soundVolumes = [25, 50, 75, 100, 125, 150, 200] as const
