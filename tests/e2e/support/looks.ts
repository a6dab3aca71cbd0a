import { test } from '@playwright/test'
import { leftToTheDrill } from '../../support/left-to-the-drill.ts'

/** The appearance with which a stage is drawn. */
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

/**
 * The looks of this run: the first of `looks`, or in the drill all. The report has the number of looks left to the
 * drill.
 */
export function looksNow(looks: readonly [Look, ...Look[]]): readonly Look[] {
  if (process.env.SKEIN_DRILL !== undefined) return looks
  test.info().annotations.push({ type: leftToTheDrill, description: String(looks.length - 1) })
  return [looks[0]]
}
