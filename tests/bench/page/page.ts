import { rmSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { openStore } from '#engine/store/store.ts'
import { SeededRandom } from '#support/random.ts'
import { largeCache } from '../engine/cache.ts'
import { placesOf } from '../engine/places.ts'
import type { Row } from '../rows.ts'
import { dataFolder, databaseOf, longTopic } from './account.ts'
import { openBrowser } from './browser.ts'
import { measureChanges } from './changes.ts'
import { measureFirstOpenings } from './first-openings.ts'
import { measureIdle } from './idle.ts'
import { bareField, measureKeys } from './keys.ts'
import { measureOpenings } from './openings.ts'
import { Organization, Program, settled } from './program.ts'
import { measureReading } from './reading.ts'
import { measureScrolling } from './scrolling.ts'
import { measureStart } from './start.ts'
import { StaticPages } from './static-page.ts'

const eventsASecond = 1_000
const placesOfLoad = 200

/**
 * Measures the page in a real browser, with the program in the browser host and the account of the engine's bench. Each
 * figure is compared with a floor five times, alternately: static markup or a bare field in the same browser.
 */
export async function measurePage(): Promise<Row[]> {
  const browser = await openBrowser()
  if (browser === null) return []
  const organization = await Organization.start()
  const data = dataFolder(await largeCache(), organization.url)
  const remove = () => {
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', remove)
  const pages = await StaticPages.serve(browser)
  try {
    return await measureAll(browser, pages, organization, data)
  } finally {
    pages.close()
    await browser.close()
    await organization.stop()
    remove()
  }
}

async function measureAll(
  browser: Browser,
  pages: StaticPages,
  organization: Organization,
  data: string,
): Promise<Row[]> {
  const rows: Row[] = []
  const random = new SeededRandom(7)
  const [program, field] = [await Program.start(browser, data), await pages.open(bareField)]
  const { page } = program
  let storage: Record<string, string> = {}
  try {
    await page.locator('nav .item.stream').first().waitFor()
    rows.push(...(await measureChanges(browser, program, pages, random)))
    rows.push(...(await measureOpenings(program, pages, random)))
    await openLongTopic(page)
    storage = await program.storage()
    rows.push(...(await measureScrolling(page, pages)))
    rows.push(...(await measureKeys(page, field, random, { during: 'quiet' })))
    await program.signIn(organization.url)
    rows.push(...(await measureLoadedKeys(page, field, random, organization, data)))
    rows.push(...(await measureReading(page)))
  } finally {
    await field.context().close()
    await program.stop()
  }
  rows.push(...(await measureStart(browser, data, storage)))
  rows.push(...(await measureFirstOpenings(browser, data, random)))
  rows.push(...(await measureIdle(data, storage, organization.url)))
  return rows
}

async function measureLoadedKeys(
  page: Page,
  field: Page,
  random: SeededRandom,
  organization: Organization,
  data: string,
): Promise<Row[]> {
  const store = openStore(databaseOf(data))
  const firstId = store.messages.maxId() + 1
  const names = store.directory.people().map(({ name }) => name)
  store.close()
  // The open conversation is included once, so that its list changes, too, although it has most of the messages.
  const others = placesOf(databaseOf(data), random, 400).filter(({ key }) => key !== longTopic.topic)
  const distinct = new Map(others.map((place) => [`${place.streamId} ${place.key}`, place]))
  const places = [...[...distinct.values()].slice(0, placesOfLoad - 1), { ...longTopic, key: longTopic.topic }]
  await organization.load({ rate: eventsASecond, places, firstId })
  const begun = performance.now()
  await page.waitForFunction(() => document.querySelector('.list.placed article') !== null)
  const during = `${eventsASecond} events/s`
  const rows = [
    ...(await measureKeys(page, field, random, { during })),
    ...(await measureKeys(page, field, random, {
      during: `${during}, completing one of ${names.length} names`,
      names,
    })),
  ]
  const taken = await organization.load({ rate: 0, places, firstId })
  return [
    ...rows,
    {
      what: 'events taken meanwhile',
      value: taken / ((performance.now() - begun) / 1000),
      unit: '/s',
      floor: eventsASecond,
      floorIs: 'events that were due',
    },
  ]
}

/** Opens the long conversation: its stream's entry, then its own. */
async function openLongTopic(page: Page): Promise<void> {
  await page.getByLabel('Jump to a conversation').fill(longTopic.topic)
  await page.locator('nav .item.topic').first().click()
  await page.locator(`main h1 .title[title="${longTopic.topic}"]`).waitFor()
  await page.waitForFunction(() => document.querySelector('.list.placed article') !== null)
  await settled(page)
}
