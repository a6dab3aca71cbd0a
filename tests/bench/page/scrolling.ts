import type { Page } from '@playwright/test'
import { droppedShare, percentile, type Row } from '../rows.ts'
import { rounds } from './changes.ts'
import { framesDuring } from './painted.ts'
import { settled } from './program.ts'
import { markupOf, type StaticPages } from './static-page.ts'

/** Turns of the wheel in a round, one in each frame, and pixels of each, which are about a fifth of a view. */
const turns = 120
const turnBy = 120

/**
 * Measures frames while the wheel scrolls up the long conversation. The floor is a static list of such rows with the
 * same height, alternately.
 */
export async function measureScrolling(page: Page, pages: StaticPages): Promise<Row[]> {
  const bare = await pages.open(await markupOf(page))
  await bare.evaluate(fillList, turns * turnBy * rounds)
  const newest = await topRow(page)
  const frames = { page: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, side] of [
      ['page', page],
      ['bare', bare],
    ] as const) {
      await side.mouse.move(800, 350)
      await settled(side)
      frames[name].push(
        ...(await framesDuring(side, async () => {
          for (let turn = 0; turn < turns; turn += 1) {
            await side.mouse.wheel(0, -turnBy)
            await side.evaluate(() => new Promise(requestAnimationFrame))
          }
        })),
      )
    }
  }
  await bare.context().close()
  if ((await topRow(page)) > newest - turns) throw new Error('the list of the page was not scrolled')
  const interval = percentile(frames.bare, 0.5)
  const floorIs = 'a static list, scrolled as far'
  return [
    ...[0.5, 0.95, 0.99].map((share): Row => ({
      what: `frames while scrolling 100 000 messages (p${share * 100} of ${frames.page.length})`,
      value: percentile(frames.page, share),
      unit: 'ms',
      floor: percentile(frames.bare, share),
      floorIs,
    })),
    {
      what: 'frames dropped while scrolling 100 000 messages',
      value: droppedShare(frames.page, interval),
      unit: '%',
      floor: droppedShare(frames.bare, interval),
      floorIs,
    },
  ]
}

/** The id of the first drawn message. */
async function topRow(page: Page): Promise<number> {
  return page.evaluate(() =>
    Number(document.querySelector<HTMLElement>('article[data-message-id]')?.dataset.messageId ?? 0),
  )
}

/**
 * Runs in the static page: repeats the rows of the list until it has this height above the view, and scrolls to its
 * end.
 */
function fillList(toScroll: number): void {
  const list = document.querySelector('[role=log]')
  const rows = document.querySelector('.rows')
  if (list === null || rows === null) return
  const one = [...rows.children].slice(1, -1).map((row) => row.cloneNode(true))
  const spaceAbove = rows.firstElementChild
  while (rows.scrollHeight - (spaceAbove?.clientHeight ?? 0) < toScroll) {
    spaceAbove?.after(...one.map((row) => row.cloneNode(true)))
  }
  list.scrollTop = list.scrollHeight
}
