import { featureLevels, readFeatureLevel } from '#server/base/feature-levels.ts'
import type { ServerOptions } from '#server/base/options.ts'
import { chooseSeed, isDrill, SeededRandom } from './random.ts'

/** Each level of the server, in each dialect. */
export const everyForm = featureLevels.flatMap((featureLevel) =>
  (['svc', 'zulip'] as const).map((dialect) => ({ featureLevel, dialect })),
)

/** Some of them: the oldest and the newest, each in one dialect, and two others that the seed of the run chooses. */
export function sampledForms(): typeof everyForm {
  if (isDrill) return everyForm
  const random = new SeededRandom(chooseSeed())
  const [oldest, newest] = [featureLevels[0], featureLevels.at(-1)]
  const ends = [oldest, newest].map((level) => random.pick(everyForm.filter((form) => form.featureLevel === level)))
  const others = everyForm.filter((form) => !ends.includes(form))
  return [...ends, ...random.several(others, 2)]
}

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
