import type { Browser } from '@playwright/test'
import type { SeededRandom } from '#support/random.ts'
import { percentile, type Row } from '../rows.ts'
import { clickEntry, drawEntry, stateOf, streamNames, visit, type Shown } from './changes.ts'
import { untilPainted } from './painted.ts'
import { Program, settled } from './program.ts'

const starts = 3
const laterRounds = 2

/**
 * Measures the first opening of each conversation after a start, by a click without prefetching. The floor is each
 * later opening of the same conversations in the same window; the difference is compiling code, cleaning text, and
 * reading pages of the file.
 */
export async function measureFirstOpenings(browser: Browser, data: string, random: SeededRandom): Promise<Row[]> {
  const shown = await conversations(browser, data)
  const times = { veryFirst: [] as number[], first: [] as number[], later: [] as number[] }
  for (let start = 0; start < starts; start += 1) {
    const program = await Program.start(browser, data)
    const { page } = program
    await page.locator('nav .item.stream').first().waitFor()
    await settled(page)
    for (let round = 0; round <= laterRounds; round += 1) {
      for (const [index, one] of shown.entries()) {
        await drawEntry(page, one)
        const time = await untilPainted(page, stateOf(one, 'sudden'), random, () => clickEntry(page, one))
        await settled(page)
        if (round > 0) times.later.push(time)
        else if (index > 0) times.first.push(time)
        else times.veryFirst.push(time)
      }
    }
    await program.stop()
  }
  const later = percentile(times.later, 0.5)
  const floorIs = `a later opening (median of ${times.later.length})`
  return [
    {
      what: `conversation opened for the first time after a start (median of ${times.first.length})`,
      value: percentile(times.first, 0.5),
      unit: 'ms',
      floor: later,
      floorIs,
    },
    {
      what: `the very first conversation opened after a start (median of ${starts})`,
      value: percentile(times.veryFirst, 0.5),
      unit: 'ms',
      floor: later,
      floorIs,
    },
  ]
}

/** The conversations to open: each stream and its first topic. */
async function conversations(browser: Browser, data: string): Promise<Shown[]> {
  const program = await Program.start(browser, data)
  const { page } = program
  await page.locator('nav .item.stream').first().waitFor()
  const shown: Shown[] = []
  for (const stream of (await streamNames(page)).slice(1)) {
    for (const isTopic of [false, true]) shown.push(await visit(page, stream, isTopic))
  }
  await program.stop()
  return shown
}
