/** The feature levels that the server can act as: the oldest that Skein takes, and those of releases. */
export const featureLevels = [155, 170, 237, 300, 371, 421, 500] as const

export type FeatureLevel = (typeof featureLevels)[number]

/** The level that the server without its layer implements. */
export const ownLevel: FeatureLevel = 237

/** What the family called the release at each level; between releases the one to come. */
export const releases: Readonly<Record<FeatureLevel, string>> = {
  155: '6.0',
  170: '7.0-dev',
  237: '8.0',
  300: '10.0-dev',
  371: '10.0',
  421: '11.0',
  500: '12.1',
}

/** The level that a text names, or the sentence that says which there are. */
export function readFeatureLevel(text: string): FeatureLevel | string {
  const level = featureLevels.find((known) => String(known) === text)
  return (
    level ??
    `one of the feature levels ${featureLevels.slice(0, -1).join(', ')} and ${featureLevels.at(-1) ?? ''} is expected`
  )
}
