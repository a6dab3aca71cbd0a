import type { Page } from '@playwright/test'
import type { SeededRandom } from '../../support/random.ts'
import { percentile, type Row } from '../rows.ts'
import { Counters, untilPainted, type Work } from './painted.ts'
import { rounds } from './changes.ts'
import { settled } from './program.ts'

const keysOfRound = 80
const letters = Array.from('abcdefghijklmnopqrstuvwxyz ')

/** The composer, or the field of `bareField`. */
const fields = '.composer [role=textbox], body > textarea'

export const bareField = '<!doctype html><html lang="en"><body><textarea rows="2"></textarea></body></html>'

/**
 * From a key press in the composer to the frame with its glyph. The floor is a bare text area on an empty page of the
 * same browser, typed into by turns under the same load.
 * @param page a page with a conversation
 * @param bare a page of `bareField`
 * @param during the load, as the rows name it
 */
export async function measureKeys(page: Page, bare: Page, random: SeededRandom, during: string): Promise<Row[]> {
  const sides = [page, bare].map((side) => ({ page: side, times: [] as number[], work: [] as Work[] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) {
      const counters = await Counters.of(side.page)
      await side.page.locator(fields).fill('')
      await side.page.locator(fields).focus()
      await settled(side.page)
      for (let key = 1; key <= keysOfRound; key += 1) {
        side.work.push(
          await counters.during(async () => {
            const typed = random.pick(letters)
            const awaited = { from: 'keydown', there: [], length: key } as const
            side.times.push(await untilPainted(side.page, awaited, random, () => side.page.keyboard.press(typed)))
          }),
        )
      }
      await side.page.locator(fields).fill('')
    }
  }
  const [ours, floor] = sides
  if (ours === undefined || floor === undefined) return []
  const floorIs = 'a bare text area'
  const median = (from: readonly Work[], name: keyof Work) =>
    percentile(
      from.map((one) => one[name]),
      0.5,
    )
  return [
    ...[0.5, 0.99].map((share): Row => ({
      what: `key → painted glyph, ${during} (p${share * 100} of ${ours.times.length})`,
      value: percentile(ours.times, share),
      unit: 'ms',
      floor: percentile(floor.times, share),
      floorIs,
    })),
    {
      what: `key press, ${during}, tasks of the page (median)`,
      value: median(ours.work, 'taskMs'),
      unit: 'ms',
      floor: median(floor.work, 'taskMs'),
      floorIs,
    },
    {
      what: `key press, ${during}, layouts (median)`,
      value: median(ours.work, 'layouts'),
      unit: 'layouts',
      floor: median(floor.work, 'layouts'),
      floorIs,
    },
  ]
}
