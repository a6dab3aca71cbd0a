/** The size of a schedule's world. */
export interface Profile {
  readonly name: 'short' | 'long'
  /** Default number of steps. */
  readonly steps: number
  /** Initial messages of each long container; null without long containers. */
  readonly history: { readonly least: number; readonly most: number } | null
  /** Maximum number of changes in an absence, anywhere in the containers. */
  readonly changesAway: number
  /** Maximum number of messages in an absence. */
  readonly newMessagesAway: number
  readonly openWindows: number
}

/** `short`: conversations below a page, many concurrent actions. `long`: containers of hundreds to thousands. */
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
