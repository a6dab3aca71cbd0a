import type { Browser, JSHandle, Page } from '@playwright/test'
import type { SeededRandom } from '#support/random.ts'
import { percentile, type Row } from '../rows.ts'
import { layoutsToFrame } from './layouts.ts'
import { Counters, untilPainted, type Work } from './painted.ts'
import { settled, type Program } from './program.ts'
import { markupOf, type StaticPages } from './static-page.ts'

/** An open conversation. */
export interface Shown {
  /** The name of its stream in the navigation, and whether it is the first topic of that stream. */
  readonly stream: string
  readonly isTopic: boolean
  /** The last message of the view. */
  readonly lastId: string
  readonly title: string
  /** The markup of the conversation, and the scroll offset of its list. */
  readonly html: string
  readonly top: number
}

/**
 * How a conversation is opened. `foreseen`: by Enter on the focused entry, which prefetches it; `sudden`: by a click
 * without focus before.
 */
type Way = 'foreseen' | 'sudden'

const streams = 10
/** The time for which an entry has the focus before Enter. */
const readerLooksMs = 100
export const rounds = 5

/**
 * Measures the change of conversation, from Enter on the focused entry of the navigation (whose view is prefetched) to
 * the frame with the rows, and the same by a click without prefetching. The floor is the same page as static markup, in
 * which the same key replaces the conversation by prepared markup.
 */
export async function measureChanges(
  browser: Browser,
  program: Program,
  pages: StaticPages,
  random: SeededRandom,
): Promise<Row[]> {
  const { page } = program
  const shown: Shown[] = []
  for (const stream of (await streamNames(page)).slice(1)) {
    for (const isTopic of [false, true]) shown.push(await visit(page, stream, isTopic))
  }
  const bare = await pages.open(await markupOf(page))
  await replaceByClick(bare)
  const counters = { page: await Counters.of(page), bare: await Counters.of(bare) }
  const times = { page: [] as number[], sudden: [] as number[], bare: [] as number[] }
  const work = { page: [] as Work[], bare: [] as Work[] }
  const layouts = { page: [] as number[], bare: [] as number[] }
  const sides = [
    {
      side: 'page',
      of: page,
      prepare: async (one: Shown) => {
        await focusEntry(page, one)
        await page.waitForTimeout(readerLooksMs)
      },
    },
    {
      side: 'bare',
      of: bare,
      prepare: async (one: Shown) => {
        await bare.evaluate((next) => {
          Object.assign(window, { next })
          document.querySelector<HTMLElement>('nav .item.stream')?.focus()
        }, one)
        await settled(bare)
      },
    },
  ] as const
  for (let round = 0; round < rounds; round += 1) {
    for (const { side, of, prepare } of sides) {
      for (const one of shown) {
        await prepare(one)
        // Work after the frame counts, too, such as rows outside of the view.
        const toRest = await counters[side].during(async () => {
          const enter = () => of.keyboard.press('Enter')
          times[side].push(await untilPainted(of, stateOf(one, 'foreseen'), random, enter))
          await settled(of)
        })
        work[side].push(toRest)
      }
    }
    for (const one of shown) {
      await drawEntry(page, one)
      times.sudden.push(await untilPainted(page, stateOf(one, 'sudden'), random, () => clickEntry(page, one)))
      await settled(page)
    }
  }
  for (const { side, of, prepare } of sides) {
    layouts[side] = await layoutsToFrame(browser, async () => {
      for (const one of shown) {
        await prepare(one)
        await untilPainted(of, stateOf(one, 'foreseen'), random, () => of.keyboard.press('Enter'))
        await settled(of)
      }
    })
  }
  await bare.context().close()
  const floorIs = `its markup replaced, ${times.bare.length} times`
  const median = (from: readonly Work[], name: keyof Work) =>
    percentile(
      from.map((one) => one[name]),
      0.5,
    )
  return [
    ...(
      [
        ['change of conversation, key → painted', 'page'],
        ['change of conversation that nothing foretold', 'sudden'],
      ] as const
    ).flatMap(([what, way]) =>
      [0.5, 0.95].map((share): Row => ({
        what: `${what} (p${share * 100} of ${times[way].length})`,
        value: percentile(times[way], share),
        unit: 'ms',
        floor: percentile(times.bare, share),
        floorIs,
      })),
    ),
    ...(
      [
        ['median', 0.5],
        ['most', 1],
      ] as const
    ).map(([which, share]): Row => ({
      what: `change of conversation, layouts to the frame that shows it (${which})`,
      value: percentile(layouts.page, share),
      unit: 'layouts',
      floor: percentile(layouts.bare, share),
      floorIs,
    })),
    ...(
      [
        ['tasks of the page', 'taskMs', 'ms'],
        ['layouts', 'layouts', 'layouts'],
        ['recalculations of style', 'styles', 'recalculations'],
      ] as const
    ).map(([what, name, unit]): Row => ({
      what: `change of conversation, ${what} until it rests (median)`,
      value: median(work.page, name),
      unit,
      floor: median(work.bare, name),
      floorIs,
    })),
  ]
}

/** Opens a conversation for the first time. */
export async function visit(page: Page, stream: string, isTopic: boolean): Promise<Shown> {
  const before = await page.evaluate(() => document.querySelector('main h1')?.textContent ?? '')
  await focusEntry(page, { stream, isTopic })
  await page.keyboard.press('Enter')
  await page.waitForFunction(
    (title) =>
      document.querySelector('main h1')?.textContent !== title &&
      document.querySelector('.list.placed article[data-message-id]') !== null,
    before,
  )
  await settled(page)
  return page.evaluate(
    ([stream, isTopic]) => {
      const list = document.querySelector('[role=log]')
      const end = list?.getBoundingClientRect().bottom ?? 0
      const last = [...document.querySelectorAll<HTMLElement>('article[data-message-id]')].findLast(
        (article) => article.getBoundingClientRect().top < end,
      )
      return {
        stream,
        isTopic,
        lastId: last?.dataset.messageId ?? '',
        title: document.querySelector('main h1 .title')?.getAttribute('title') ?? '',
        html: document.querySelector('main')?.outerHTML ?? '',
        top: list?.scrollTop ?? 0,
      }
    },
    [stream, isTopic] as const,
  )
}

export function stateOf({ lastId, title }: Shown, way: Way) {
  return {
    from: way === 'foreseen' ? 'keydown' : 'click',
    there: [`.list.placed article[data-message-id="${lastId}"]`, `main h1 .title[title=${JSON.stringify(title)}]`],
  } as const
}

/**
 * Focuses the entry of a stream, or of its first topic while the stream is open. Enter then opens it, since a pointer
 * would miss a moving entry.
 */
async function focusEntry(page: Page, entry: Pick<Shown, 'stream' | 'isTopic'>): Promise<void> {
  await (await entryOf(page, entry)).evaluate((item) => item.focus())
  await settled(page)
}

/** Clicks an entry without focus or pointer. */
export async function clickEntry(page: Page, entry: Pick<Shown, 'stream' | 'isTopic'>): Promise<void> {
  await (await entryOf(page, entry)).evaluate((item) => item.click())
}

/** Scrolls the navigation until an entry is drawn, and waits until it is idle. */
export async function drawEntry(page: Page, entry: Pick<Shown, 'stream' | 'isTopic'>): Promise<void> {
  await entryOf(page, entry)
  await settled(page)
}

/** The names of the first streams of the navigation, and of one more whose entry is unused. */
export function streamNames(page: Page): Promise<string[]> {
  return page.evaluate(async (count) => {
    const list = document.querySelector('.navigation nav')
    const names = new Set<string>()
    for (let top = 0; list !== null && names.size <= count && top < list.scrollHeight; top += 200) {
      list.scrollTop = top
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      for (const name of list.querySelectorAll('.item.stream .name')) names.add(name.textContent)
    }
    return [...names].slice(0, count + 1)
  }, streams)
}

/** An entry of the virtual navigation, which is scrolled until the entry is drawn. */
function entryOf(page: Page, { stream, isTopic }: Pick<Shown, 'stream' | 'isTopic'>): Promise<JSHandle<HTMLElement>> {
  return page.evaluateHandle(
    async ([stream, isTopic]) => {
      const list = document.querySelector('.navigation nav') ?? document.body
      const find = () => {
        const items = [...list.querySelectorAll<HTMLElement>('.item')]
        const at = items.findIndex(
          (item) => item.matches('.stream') && item.querySelector('.name')?.textContent === stream,
        )
        return at < 0 ? undefined : items[isTopic ? at + 1 : at]
      }
      for (let top = 0; find() === undefined && top < list.scrollHeight; top += 200) {
        list.scrollTop = top
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      }
      const found = find()
      if (found === undefined) throw new Error(`the navigation has no ${stream}`)
      return found
    },
    [stream, isTopic] as const,
  )
}

/** Makes clicks replace the conversation by the markup in `window.next`. */
async function replaceByClick(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('click', () => {
      const { html, top } = (window as unknown as { next: { html: string; top: number } }).next
      const main = document.querySelector('main')
      if (main === null) return
      main.outerHTML = html
      const list = document.querySelector('[role=log]')
      if (list !== null) list.scrollTop = top
    })
  })
}
