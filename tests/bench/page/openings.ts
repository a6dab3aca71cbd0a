import type { Page } from '@playwright/test'
import type { SeededRandom } from '#support/random.ts'
import { percentile, type Row } from '../rows.ts'
import { untilPainted, type Awaited } from './painted.ts'
import { settled, type Program } from './program.ts'
import { markupOf, type StaticPages } from './static-page.ts'

/** A screen or layer that a key opens, with its final state. */
interface Opening {
  readonly what: string
  readonly key: string
  readonly there: readonly string[]
  readonly gone?: readonly string[]
  /** The element that the key adds, for the floor. */
  readonly element: string
  /** Whether the floor replaces the screen by it, or shows it above the screen. */
  readonly is: 'screen' | 'layer'
  /** An unmeasured action before the key. */
  readonly before?: (page: Page) => Promise<void>
  readonly after: (page: Page) => Promise<void>
}

const rounds = 40

async function goBack(page: Page): Promise<void> {
  await page.keyboard.press('Alt+ArrowLeft')
  await page.waitForFunction(() => document.querySelector('.list.placed article') !== null)
  await settled(page)
}

async function closeLayer(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('dialog.palette').waitFor({ state: 'detached' })
  await settled(page)
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('dialog.palette [role=option]').first().waitFor()
  await settled(page)
}

async function toMessage(page: Page): Promise<void> {
  await page.locator('main .list article.message').last().focus()
}

async function closeCard(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('.ui-popover').waitFor({ state: 'detached' })
  await settled(page)
}

async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+f')
  await page.locator('main.search input:focus').waitFor()
  await settled(page)
}

const openings: readonly Opening[] = [
  {
    what: 'inbox opened',
    key: 'Shift+I',
    there: ['main.inbox [data-row]'],
    element: 'main',
    is: 'screen',
    after: goBack,
  },
  {
    what: 'recent conversations opened',
    key: 't',
    there: ['main.recent [data-row]'],
    element: 'main',
    is: 'screen',
    after: goBack,
  },
  {
    what: 'palette opened',
    key: 'Control+k',
    there: ['dialog.palette [role=option]'],
    element: 'dialog.palette',
    is: 'layer',
    after: closeLayer,
  },
  {
    what: 'palette answered, one letter',
    key: 's',
    there: ['dialog.palette [data-found=narrow]'],
    gone: ['dialog.palette .heading'],
    element: 'dialog.palette',
    is: 'layer',
    before: openPalette,
    after: closeLayer,
  },
  {
    what: 'card of a person opened',
    key: 'u',
    there: ['.ui-popover .actions button'],
    element: '.ui-popover',
    is: 'layer',
    before: toMessage,
    after: closeCard,
  },
  {
    what: 'search opened',
    key: 'Control+Shift+f',
    there: ['main.search input'],
    element: 'main',
    is: 'screen',
    after: goBack,
  },
  {
    what: 'search answered, one letter',
    key: 's',
    there: ['main.search [data-row]'],
    element: 'main',
    is: 'screen',
    before: openSearch,
    after: goBack,
  },
]

/**
 * Measures screens and layers that a key opens, from the key to the frame with their rows. The floor is the same page
 * as static markup, in which the key adds their prepared markup.
 */
export async function measureOpenings(program: Program, pages: StaticPages, random: SeededRandom): Promise<Row[]> {
  const { page } = program
  const rows: Row[] = []
  for (const { what, key, there, gone = [], element, is, before, after } of openings) {
    const awaited: Awaited = { from: 'keydown', there, gone }
    const bare = await pages.open(await markupOf(page))
    await putByKey(bare, is)
    const times: number[] = []
    const floors: number[] = []
    // The first round counts separately: code is compiled, and a list is read that stays open.
    for (let round = 0; round <= rounds; round += 1) {
      await page.locator('main [role=log]').focus()
      await before?.(page)
      times.push(await untilPainted(page, awaited, random, () => page.keyboard.press(key)))
      await settled(page)
      const html = await page.evaluate((selector) => document.querySelector(selector)?.outerHTML ?? '', element)
      await after(page)
      await bare.evaluate((next) => Object.assign(window, { next }), html)
      floors.push(
        await untilPainted(bare, { from: 'keydown', there: [`${element}.put`] }, random, () =>
          bare.keyboard.press('x'),
        ),
      )
      await settled(bare)
    }
    const [first = NaN, firstFloor = NaN] = [times.shift(), floors.shift()]
    await bare.context().close()
    rows.push({
      what: `${what}, key → painted (the first time)`,
      value: first,
      unit: 'ms',
      floor: firstFloor,
      floorIs: 'its markup put there for the first time',
    })
    for (const share of [0.5, 0.95]) {
      rows.push({
        what: `${what}, key → painted (p${share * 100} of ${rounds})`,
        value: percentile(times, share),
        unit: 'ms',
        floor: percentile(floors, share),
        floorIs: `its markup put there, ${rounds} times`,
      })
    }
  }
  return rows
}

/** Makes a key show the markup in `window.next` instead of the screen, or above it. */
async function putByKey(page: Page, is: Opening['is']): Promise<void> {
  await page.evaluate((place) => {
    addEventListener('keydown', () => {
      const { next } = window as unknown as { next: string }
      const [element] = new DOMParser().parseFromString(next, 'text/html').body.children
      const main = document.querySelector('main')
      if (element === undefined || main === null) return
      for (const earlier of document.querySelectorAll(':not(main).put')) earlier.remove()
      const put = document.importNode(element, true)
      put.classList.add('put')
      put.removeAttribute('open')
      if (place === 'screen') main.replaceWith(put)
      else document.body.append(put)
      if (put instanceof HTMLDialogElement) put.showModal()
    })
  }, is)
}
