import { test } from '@playwright/test'
import { leftToTheDrill } from '../../support/left-to-the-drill.ts'

/** What a stage is seen with. */
export interface Look {
  readonly name: string
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
}

export const light: Look = { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } }
export const dark: Look = { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } }
export const lightSmall: Look = { name: 'light-small', colorScheme: 'light', viewport: { width: 800, height: 600 } }
export const darkSmall: Look = { name: 'dark-small', colorScheme: 'dark', viewport: { width: 800, height: 600 } }

/** The looks of this run: the first of `looks`, or in the drill all. The report says how many are left to the drill. */
export function looksNow(looks: readonly [Look, ...Look[]]): readonly Look[] {
  if (process.env.SKEIN_DRILL !== undefined) return looks
  test.info().annotations.push({ type: leftToTheDrill, description: String(looks.length - 1) })
  return [looks[0]]
}
