import { featureLevels, readFeatureLevel } from '../../server/base/feature-levels.ts'
import type { ServerOptions } from '../../server/base/options.ts'

/** Each level of the server, in each dialect. */
export const everyForm = featureLevels.flatMap((featureLevel) =>
  (['svc', 'zulip'] as const).map((dialect) => ({ featureLevel, dialect })),
)

/** The level and dialect from the environment: the engine's tests run against a server of each. */
export function askedForms(): Pick<ServerOptions, 'featureLevel' | 'dialect'> {
  const { SKEIN_FEATURE_LEVEL: text, SKEIN_DIALECT: dialect } = process.env
  const level = text === undefined || text === '' ? undefined : readFeatureLevel(text)
  if (typeof level === 'string') throw new Error(`SKEIN_FEATURE_LEVEL: ${level}`)
  if (dialect !== undefined && dialect !== '' && dialect !== 'svc' && dialect !== 'zulip') {
    throw new Error(`SKEIN_DIALECT: svc or zulip is expected`)
  }
  return {
    ...(level === undefined ? {} : { featureLevel: level }),
    ...(dialect === 'svc' || dialect === 'zulip' ? { dialect } : {}),
  }
}

/** The level from the environment, or the server's own. */
export function askedLevel(): number {
  return askedForms().featureLevel ?? 237
}
