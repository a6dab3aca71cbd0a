import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, shared as it, type SkeinApp, test } from './support/skein.ts'

const title = (app: SkeinApp) => app.page.locator('main h1')

/** Calls the account's engine from the page, in the same way as the page. */
async function callEach(app: SkeinApp, name: string, inputs: readonly object[]): Promise<void> {
  await app.page.evaluate(
    async ({ name, inputs }) => {
      const { skein } = window as unknown as { skein: { call: (name: string, input: object) => Promise<unknown> } }
      const state = (await skein.call('app.state', {})) as { value: { accounts: { id: string }[] } }
      const accountId = state.value.accounts[0]?.id
      for (const input of inputs) await skein.call(name, { accountId, ...input })
    },
    { name, inputs },
  )
}

/** The visible rows of the shown list, with their distances from its upper edge. */
async function rowsInView(app: SkeinApp): Promise<(readonly [string, number])[]> {
  return app.page.locator('main [data-kept-row]').evaluateAll((rows) => {
    const view = rows[0]?.closest('ul, .rows')?.getBoundingClientRect()
    if (view === undefined) return []
    return rows.flatMap((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      if (bottom <= view.top || top >= view.bottom) return []
      return [[row.textContent.trim().slice(0, 60), Math.round(top - view.top)] as const]
    })
  })
}

async function scrollBy(app: SkeinApp, pixels: number): Promise<void> {
  await app.page.locator('main ul, main .rows').last().hover()
  await app.page.mouse.wheel(0, pixels)
}

/** Scrolls, leaves and returns in every way, and expects the same rows in the same position. */
async function expectKept(app: SkeinApp, heading: string): Promise<void> {
  const { page } = app
  // A list that is being drawn may ignore a turn of the wheel.
  await expect(async () => {
    await scrollBy(app, 437)
    expect((await rowsInView(app))[0]?.[1]).toBeLessThan(0)
  }).toPass({ timeout: 15_000, intervals: [100] })
  let before: (readonly [string, number])[] = []
  await expect
    .poll(async () => {
      const last = before
      before = await rowsInView(app)
      // Rows that scroll into view are drawn a frame after the turn of the wheel.
      return before.length > 0 && JSON.stringify(last) === JSON.stringify(before)
    })
    .toBe(true)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(title(app)).not.toHaveText(heading)
  await page.keyboard.press('Alt+ArrowRight')
  await expect(title(app)).toHaveText(heading)
  // A long list is measured again, with a pixel of rounding.
  await expect(async () => {
    const after = await rowsInView(app)
    expect(after.map(([row]) => row)).toEqual(before.map(([row]) => row))
    for (const [index, [row, top]] of after.entries()) {
      expect(Math.abs(top - (before[index]?.[1] ?? NaN)), row).toBeLessThanOrEqual(2)
    }
  }).toPass({ timeout: 15_000 })
}

test('the lists of drafts, snippets and unsent messages return to their positions', async ({ server, app }) => {
  const { page } = app
  const drafts = Array.from({ length: 40 }, (_, index) => ({
    type: '',
    to: [],
    topic: '',
    content: `draft ${index}`,
    timestamp: 1_700_000_000 + index,
  }))
  await server.call('iris', 'POST', '/drafts', { drafts: JSON.stringify(drafts) })
  await callEach(
    app,
    'snippets.save',
    Array.from({ length: 60 }, (_, index) => ({
      snippetId: crypto.randomUUID(),
      name: `text ${index}`,
      content: index % 2 === 0 ? 'even words' : 'odd words',
    })),
  )
  await app.open('books')

  await page.getByRole('log').focus()
  await page.keyboard.press('d')
  await expect(page.locator('main li')).toHaveCount(41)
  await expectKept(app, 'Drafts')

  await page.keyboard.press('Alt+ArrowLeft')
  await expect(app.composer).toBeFocused()
  await page.getByRole('log').focus()
  await page.keyboard.press('s')
  const search = page.getByRole('searchbox', { name: 'Search snippets' })
  await search.fill('odd words')
  await expect(page.locator('main li')).toHaveCount(30)
  await page.locator('main h1').click()
  await expectKept(app, 'Saved snippets')
  await expect(search).toHaveValue('odd words')
  await expect(page.locator('main li')).toHaveCount(30)

  await page.keyboard.press('Alt+ArrowLeft')
  await expect(app.composer).toBeFocused()
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  const streamId = 1
  await callEach(
    app,
    'messages.send',
    Array.from({ length: 80 }, (_, index) => ({
      localId: crypto.randomUUID(),
      destination: { kind: 'topic', streamId, topic: `waiting ${index}` },
      content: `message ${index}`,
    })),
  )
  await page.getByRole('log').focus()
  await page.keyboard.press('o')
  await expect(title(app)).toHaveText('Unsent messages')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await title(app).click()
  await expectKept(app, 'Unsent messages')
})

it('an unfinished edit continues on return to its conversation', async ({ app }) => {
  const { page } = app
  await app.open('books')
  await app.send('as it was')
  const row = app.message('as it was')
  await expect(row).toBeVisible()
  await app.choose(row, 'Edit')
  const editor = page.getByRole('textbox', { name: 'Edit message' })
  await editor.fill('as it will be')
  await app.open('release 2.4')
  await expect(editor).toHaveCount(0)
  await app.open('books')
  await expect(editor).toHoldText('as it will be')
  await editor.press('Enter')
  await expect(app.message('as it will be')).toBeVisible()
  await expect(editor).toHaveCount(0)
  await app.open('release 2.4')
  await app.open('books')
  await expect(app.message('as it will be')).toBeVisible()
  await expect(editor).toHaveCount(0)
})

test('an unfinished edit survives a kill of the program, and is saved from the next one', async ({
  launchSignedIn,
  launch,
}) => {
  const app = await launchSignedIn()
  await app.open('books')
  await app.send('as it was')
  await expect(app.message('as it was')).toHaveAttribute('data-message-id', /\d+/)
  await app.choose(app.message('as it was'), 'Edit')
  const editor = app.page.getByRole('textbox', { name: 'Edit message' })
  await editor.fill('as it will be')
  // The edit must be on the disk half a second after the key, and is there earlier.
  await expect
    .poll(() => {
      const accounts = join(app.data, 'accounts')
      const database = new Database(join(accounts, readdirSync(accounts)[0] ?? '', 'cache.sqlite'), { readonly: true })
      try {
        return database.prepare('SELECT text FROM unfinished_edit').pluck().all()
      } finally {
        database.close()
      }
    })
    .toEqual(['as it will be'])
  await app.kill()
  const again = await launch({ data: app.data })
  await again.open('books')
  const found = again.page.getByRole('textbox', { name: 'Edit message' })
  await expect(found).toHoldText('as it will be')
  // The user may already type in an opened conversation when the edit arrives.
  await expect(again.composer).toBeFocused()
  await found.press('Enter')
  await expect(again.message('as it will be')).toBeVisible()
  await expect(found).toHaveCount(0)
  await again.kill()
  const last = await launch({ data: app.data })
  await last.open('books')
  await expect(last.message('as it will be')).toBeVisible()
  await expect(last.page.getByRole('textbox', { name: 'Edit message' })).toHaveCount(0)
})
