/** How large the world of a schedule is. */
export interface Profile {
  readonly name: 'short' | 'long'
  /** Steps of a schedule that says nothing else. */
  readonly steps: number
  /** Messages that each of the long containers holds from the beginning; null where none does. */
  readonly history: { readonly least: number; readonly most: number } | null
  /** Changes that an absence brings at most, anywhere in the containers. */
  readonly changesAway: number
  /** Messages that come while nobody listens, at most. */
  readonly newMessagesAway: number
  readonly openWindows: number
}

/** `short`: conversations shorter than a page, and many things at once. `long`: containers of hundreds to thousands. */
export const profiles: Readonly<Record<Profile['name'], Profile>> = {
  short: { name: 'short', steps: 200, history: null, changesAway: 8, newMessagesAway: 10, openWindows: 12 },
  long: {
    name: 'long',
    steps: 60,
    history: { least: 300, most: 3_000 },
    changesAway: 60,
    newMessagesAway: 700,
    openWindows: 5,
  },
}

export function isProfileName(text: string): text is Profile['name'] {
  return Object.hasOwn(profiles, text)
}
