import type { Page } from '@playwright/test'
import type { SeededRandom } from '#support/random.ts'
import { percentile, type Row } from '../rows.ts'
import { Counters, untilPainted, type Work } from './painted.ts'
import { rounds } from './changes.ts'
import { settled } from './program.ts'

/** Keys in a round. With 400 keys in all, the p99 depends on four keys and varies by 11 ms between runs. */
const keysOfRound = 400
/** Typed letters of a name: many names begin so, and the suggestions change with each key. */
const keysOfName = 4
const letters = Array.from('abcdefghijklmnopqrstuvwxyz ')

/** Current suggestions; those for the previous letter are disabled while new ones are loaded. */
const offers = '.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled) [role=option]'

/** The composer, or the text area of `bareField`. */
const fields = '.composer [role=textbox], body > textarea'

export const bareField = '<!doctype html><html lang="en"><body><textarea rows="2"></textarea></body></html>'

/** The typed text, and its description in the rows. */
export interface Typing {
  /** Other activity during the measurement. */
  readonly during: string
  /** The names that are mentioned with open suggestions; without names, random letters are typed. */
  readonly names?: readonly string[]
}

/** Measured keys after an unmeasured text. */
interface TypedText {
  readonly before: string
  readonly keys: readonly string[]
}

/**
 * Measures the time from a key press in the composer to the frame with its glyph. The floor is a bare text area on an
 * empty page of the same browser, alternately and under the same load.
 * @param page a page with a conversation
 * @param bare a page of `bareField`
 */
export async function measureKeys(
  page: Page,
  bare: Page,
  random: SeededRandom,
  { during, names }: Typing,
): Promise<Row[]> {
  const sides = [page, bare].map((side) => ({ page: side, times: [] as number[], work: [] as Work[] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) {
      const counters = await Counters.of(side.page)
      const texts = names === undefined ? [lettersAtRandom(random)] : mentions(names, random)
      for (const { before, keys } of texts) {
        await begin(side.page, before)
        for (const [index, key] of keys.entries()) {
          if (names !== undefined && side.page === page) await side.page.locator(offers).first().waitFor()
          side.work.push(
            await counters.during(async () => {
              const awaited = { from: 'keydown', there: [], length: before.length + index + 1 } as const
              side.times.push(await untilPainted(side.page, awaited, random, () => side.page.keyboard.press(key)))
            }),
          )
        }
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

function lettersAtRandom(random: SeededRandom): TypedText {
  return { before: '', keys: Array.from({ length: keysOfRound }, () => random.pick(letters)) }
}

/** The beginnings of names, one for each key. */
function mentions(names: readonly string[], random: SeededRandom): TypedText[] {
  return Array.from({ length: keysOfRound / keysOfName }, () => ({
    before: '@',
    keys: [...random.pick(names).toLowerCase()].slice(0, keysOfName),
  }))
}

/** Puts a text into a field, with the cursor after it. */
async function begin(page: Page, text: string): Promise<void> {
  await page.locator(fields).fill('')
  await page.locator(fields).focus()
  if (text !== '') await page.keyboard.type(text)
  await settled(page)
}
