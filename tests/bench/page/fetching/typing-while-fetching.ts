import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { SeededRandom } from '#support/random.ts'
import type { Row } from '../../rows.ts'
import { openBrowser } from '../browser.ts'
import { bareField, measureKeys } from '../keys.ts'
import { Program, settled, startChild } from '../program.ts'
import { StaticPages } from '../static-page.ts'

/** More than are fetched during the measurement. */
const messages = 1_000_000

/** What `history-child.ts` prints. */
interface History {
  readonly url: string
  readonly email: string
  readonly apiKey: string
  readonly streamId: number
}

/**
 * Measures the keys in the composer while all messages of a stream are downloaded from our server, and at rest in the
 * same window.
 */
export async function measureTypingWhileFetching(): Promise<Row[]> {
  const browser = await openBrowser()
  if (browser === null) return []
  const child = await startChild('fetching/history-child.ts', [String(messages)])
  const history = JSON.parse(child.line) as History // printed by the child
  const data = mkdtempSync(join(tmpdir(), 'skein-fetch-bench-'))
  const remove = () => {
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', remove)
  const pages = await StaticPages.serve(browser)
  const program = await Program.start(browser, data)
  try {
    const { page } = program
    await program.signIn(history.url, { email: history.email, secret: history.apiKey, kind: 'api_key' })
    await page.locator('nav .item.stream').first().click()
    await page.waitForFunction(() => document.querySelector('.list.placed article') !== null)
    await settled(page)
    const field = await pages.open(bareField)
    const random = new SeededRandom(11)
    const rest = await measureKeys(page, field, random, { during: 'nothing to fetch' })
    const accountId = await page.evaluate(async () => {
      const state = await window.skein.call('app.state', {})
      return state.ok ? state.value.accounts[0]?.id : undefined
    })
    if (accountId === undefined) throw new Error('the account is not signed in')
    const began = await page.evaluate((input) => window.skein.call('storage.fetch', input), {
      accountId,
      scope: { kind: 'stream' as const, streamId: history.streamId },
    })
    if (!began.ok) throw new Error(`the download did not begin: ${JSON.stringify(began.error)}`)
    const cached = () => countOf(join(data, 'accounts', accountId, 'cache.sqlite'))
    const [before, begun] = [cached(), performance.now()]
    const meanwhile = await measureKeys(page, field, random, { during: 'all messages of a stream are downloaded' })
    const fetched = cached() - before
    const seconds = (performance.now() - begun) / 1000
    return [
      ...rest,
      ...meanwhile,
      {
        what: 'messages downloaded meanwhile',
        value: fetched / seconds,
        unit: '/s',
        floor: 500,
        floorIs: 'a page in two seconds, the pace while the window is used',
      },
    ]
  } finally {
    await program.stop()
    pages.close()
    await browser.close()
    await child.stop()
    remove()
  }
}

function countOf(path: string): number {
  const database = new Database(path, { readonly: true })
  const count = Number(database.prepare('SELECT count(*) FROM message').pluck().get())
  database.close()
  return count
}
