import type { Page } from '@playwright/test'
import type { Row } from '../rows.ts'
import { Counters } from './painted.ts'
import { settled } from './program.ts'

/** Steps before the first look at the heap: code is compiled and stores are filled by then. */
const stepsBefore = 1_000
const steps = 5_000

/**
 * The heap and the nodes of the page over five thousand steps of reading: mostly a part of a view up or down, now and
 * then another conversation or a few letters. The floor is the same page after the first thousand steps.
 */
export async function measureReading(page: Page): Promise<Row[]> {
  const counters = await Counters.of(page)
  const held = async () => {
    await toFirstStream(page)
    return counters.held()
  }
  await page.evaluate(read, { from: 0, to: stepsBefore })
  const first = await held()
  await page.evaluate(read, { from: stepsBefore, to: stepsBefore + steps })
  const last = await held()
  const over = `over ${steps} steps of reading`
  const floorIs = `the same after ${stepsBefore} steps`
  return [
    { what: `heap of the page ${over}`, value: last.heapMiB, unit: 'MiB', floor: first.heapMiB, floorIs },
    { what: `nodes of the page ${over}`, value: last.nodes, unit: 'nodes', floor: first.nodes, floorIs },
    {
      what: `listeners of the page ${over}`,
      value: last.listeners,
      unit: 'listeners',
      floor: first.listeners,
      floorIs,
    },
  ]
}

/** The same place for each look. */
async function toFirstStream(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const entry of [...document.querySelectorAll<HTMLElement>('nav .item.stream')].slice(0, 1)) entry.click()
  })
  await page.waitForFunction(() => document.querySelector('.list.placed article') !== null)
  await settled(page)
  await settled(page)
}

/** Runs in the page: one step in each frame. */
async function read({ from, to }: { readonly from: number; readonly to: number }): Promise<void> {
  const streams = 10
  for (let step = from; step < to; step += 1) {
    const list = document.querySelector('[role=log]')
    if (step % 25 === 0) {
      const next = document.querySelectorAll<HTMLElement>('nav .item.stream')[(step / 25) % streams]
      const isTopic = step % 50 === 0
      next?.click()
      await new Promise(requestAnimationFrame)
      if (isTopic) next?.nextElementSibling?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    } else if (step % 10 === 7) {
      const field = document.querySelector('textarea')
      if (field !== null) {
        field.value = step % 20 === 7 ? 'half a thought' : ''
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    } else {
      // Up for a while, then down, as far as there is something to read.
      list?.scrollBy(0, step % 25 < 15 ? -500 : 400)
    }
    await new Promise(requestAnimationFrame)
  }
}
