import type { Page } from '@playwright/test'
import { clientLimits } from '#shared/client-limits.ts'
import type { Row } from '../rows.ts'
import { Counters } from './painted.ts'
import { settled } from './program.ts'

/** The number of streams that are read. */
const streams = 10
/** Steps before the first measurement of the heap, in which most code is compiled (60 KiB per thousand steps). */
const stepsBefore = 4_000
const steps = 5_000
/** Steps between two measurements. */
const stepsOfLook = 1_000
/** The number of different bodies, which exceeds the bound of the page's store. */
const bodiesToDraw = Math.ceil(clientLimits.cleanedBodies.most * 1.1)
const mostStepsToFill = 6_000

/**
 * Measures the heap and the nodes of the page over five thousand steps of reading: mostly scrolling by a part of a
 * view, sometimes another conversation or a few letters. The floor is the same page after the first four thousand
 * steps. The page's bounded stores are filled before, since their growth would take long at the pace of reading.
 */
export async function measureReading(page: Page): Promise<Row[]> {
  const counters = await Counters.of(page)
  const held = async () => {
    await toFirstStream(page)
    return counters.held()
  }
  const filled = await page.evaluate(fill, { streams, bodies: bodiesToDraw, mostSteps: mostStepsToFill })
  if (filled < bodiesToDraw) process.stderr.write(`bench: only ${filled} of ${bodiesToDraw} bodies were drawn\n`)
  await page.evaluate(read, { streams, from: 0, to: stepsBefore })
  const first = await held()
  const again = await held()
  const looks = [again.heapMiB]
  let last = again
  for (let from = stepsBefore; from < stepsBefore + steps; from += stepsOfLook) {
    await page.evaluate(read, { streams, from, to: from + stepsOfLook })
    last = await held()
    looks.push(last.heapMiB)
  }
  process.stderr.write(`bench: heap every ${stepsOfLook} steps: ${looks.map((one) => one.toFixed(3)).join(', ')} MiB\n`)
  const over = `over ${steps} steps of reading`
  const floorIs = `the same after ${stepsBefore} steps`
  return [
    { what: `heap of the page ${over}`, value: last.heapMiB, unit: 'MiB', floor: first.heapMiB, floorIs },
    {
      what: `growth of the heap per ${stepsOfLook} steps of reading`,
      value: slopeOf(looks) * 1024,
      unit: 'KiB',
      floor: Math.abs(again.heapMiB - first.heapMiB) * 1024,
      floorIs: 'two looks without steps in between',
    },
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

/** The slope of the least-squares line through values at 0, 1, 2…. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  const moments = values.map((one, at) => ({ xy: (at - middle) * (one - mean), xx: (at - middle) ** 2 }))
  return moments.reduce((sum, { xy }) => sum + xy, 0) / moments.reduce((sum, { xx }) => sum + xx, 0)
}

/** Opens the first stream, so that each measurement has the same state. */
async function toFirstStream(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const entry of [...document.querySelectorAll<HTMLElement>('nav .item.stream')].slice(0, 1)) entry.click()
  })
  await page.waitForFunction(() => document.querySelector('.list.placed article') !== null)
  await settled(page)
  await settled(page)
}

interface Filling {
  readonly streams: number
  readonly bodies: number
  readonly mostSteps: number
}

/** Runs in the page: draws different bodies, two views further up in each frame. @returns the number of drawn bodies */
async function fill({ streams, bodies, mostSteps }: Filling): Promise<number> {
  const drawn = new Set<string>()
  for (let step = 0; step < mostSteps && drawn.size < bodies; step += 1) {
    if (step % 40 === 0) document.querySelectorAll<HTMLElement>('nav .item.stream')[(step / 40) % streams]?.click()
    else document.querySelector('[role=log]')?.scrollBy(0, -1200)
    await new Promise(requestAnimationFrame)
    for (const body of document.querySelectorAll('.message-body')) drawn.add(body.innerHTML)
  }
  return drawn.size
}

interface Steps {
  readonly streams: number
  readonly from: number
  readonly to: number
}

/** Runs in the page: one step in each frame. */
async function read({ streams, from, to }: Steps): Promise<void> {
  for (let step = from; step < to; step += 1) {
    const list = document.querySelector('[role=log]')
    if (step % 25 === 0) {
      const next = document.querySelectorAll<HTMLElement>('nav .item.stream')[(step / 25) % streams]
      const isTopic = step % 50 === 0
      next?.click()
      await new Promise(requestAnimationFrame)
      const entries = [...document.querySelectorAll<HTMLElement>('nav .item')]
      if (isTopic && next !== undefined) entries[entries.indexOf(next) + 1]?.click()
    } else if (step % 10 === 7) {
      document.querySelector<HTMLElement>('.composer [role=textbox]')?.focus({ preventScroll: true })
      // The editor treats changes of its lines as input, as from an input method.
      const [line, ...others] = document.querySelectorAll('.composer .cm-line')
      for (const other of others) other.remove()
      if (line !== undefined) line.textContent = step % 20 === 7 ? 'half a thought' : ''
    } else {
      // Scrolls up for a while, then down, within the conversation.
      list?.scrollBy(0, step % 25 < 15 ? -500 : 400)
    }
    await new Promise(requestAnimationFrame)
  }
}
