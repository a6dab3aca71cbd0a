/** What people choose between, for the page that lists it: the page loads nothing that only checks what it is sent. */

/** The skin tones of emoji, the yellow one of none first; the others in the order of their characters. */
export const skinTones = ['none', 'light', 'medium_light', 'medium', 'medium_dark', 'dark'] as const
export type SkinTone = (typeof skinTones)[number]

/** Which messages of a topic are moved: one of them, it and all later ones, or the whole topic. */
export const moveModes = ['change_one', 'change_later', 'change_all'] as const
export type MoveMode = (typeof moveModes)[number]
