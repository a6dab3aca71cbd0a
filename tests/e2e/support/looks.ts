import { isDrill } from '#support/random.ts'
import { leave, sampleOf } from './sample.ts'

/** The appearance with which a fixture is drawn. */
export interface Look {
  readonly name: string
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
  /** The system's setting: more contrast, or its own few colours. */
  readonly contrast?: 'more' | 'forced'
}

export const light: Look = { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } }
export const dark: Look = { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } }
export const lightSmall: Look = { name: 'light-small', colorScheme: 'light', viewport: { width: 800, height: 600 } }
export const darkSmall: Look = { name: 'dark-small', colorScheme: 'dark', viewport: { width: 800, height: 600 } }

export const lightContrast: Look = { ...light, name: 'light-contrast', contrast: 'more' }
export const darkContrast: Look = { ...dark, name: 'dark-contrast', contrast: 'more' }
export const lightForced: Look = { ...light, name: 'light-forced', contrast: 'forced' }
export const darkForced: Look = { ...dark, name: 'dark-forced', contrast: 'forced' }
/** A screen of 3840 × 2160 pixels without scaling. */
export const wide: Look = { name: 'wide', colorScheme: 'light', viewport: { width: 3840, height: 2160 } }

/** The looks of which each screen has a reference picture. */
export const referenceLooks: readonly [Look, ...Look[]] = [light, darkSmall]
export const allLooks: readonly [Look, ...Look[]] = [light, dark, lightSmall, darkSmall]

/**
 * The looks of this run: one of `looks` by the seed of the run, or all that the drill has. The report counts what is left
 * to the drill.
 */
export function looksNow(
  name: string,
  looks: readonly [Look, ...Look[]],
  ofDrill: readonly Look[] = looks,
): readonly Look[] {
  const now = isDrill ? ofDrill : sampleOf(`looks of ${name}`, looks, 1)
  leave(ofDrill.length - now.length, 'looks')
  return now
}
