/** The feature levels that the server can emulate: the oldest that Skein supports, and those of releases. */
export const featureLevels = [155, 170, 237, 300, 371, 421, 500] as const

export type FeatureLevel = (typeof featureLevels)[number]

/** The level that the server implements without a layer (`levels/`). */
export const ownLevel: FeatureLevel = 237

/** The family's release name at each level; between two releases, the next one. */
export const releases: Readonly<Record<FeatureLevel, string>> = {
  155: '6.0',
  170: '7.0-dev',
  237: '8.0',
  300: '10.0-dev',
  371: '10.0',
  421: '11.0',
  500: '12.1',
}

/** The level that a text names; otherwise a sentence that lists the available levels. */
export function readFeatureLevel(text: string): FeatureLevel | string {
  const level = featureLevels.find((known) => String(known) === text)
  return (
    level ??
    `one of the feature levels ${featureLevels.slice(0, -1).join(', ')} and ${featureLevels.at(-1) ?? ''} is expected`
  )
}

/** The feature level whose behaviour this server implements (wire-protocol.md §2). */
export const featureLevel = 237
export const serverVersion = '8.0-skein-0.1.0'

/** The server's version in the field names of the dialect. */
export function versionFields(dialect: 'svc' | 'zulip'): Record<string, unknown> {
  return {
    [`${dialect}_version`]: serverVersion,
    [`${dialect}_merge_base`]: '',
    [`${dialect}_feature_level`]: featureLevel,
  }
}
