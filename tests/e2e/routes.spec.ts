import { belowView, readingAnchorAtRest } from './support/list-geometry.ts'
import type { ServerProcess } from './support/processes.ts'
import { expect, shared as it, type SkeinApp, test } from './support/skein.ts'

const topic = { stream: 'build-log', topic: 'reading it all' }

/** A read conversation that is longer than the window. */
async function fillTopic(server: ServerProcess, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let line = 0; line < count; line += 1) {
    ids.push(await server.post('iris', topic, `Line ${line}${'\n\nand more'.repeat(line % 3)}`))
  }
  return ids
}

const place = (app: SkeinApp) => app.page.locator('main h1')

/** Presses the fourth or the fifth button of the mouse over the window. */
async function pressSideButton(app: SkeinApp, button: 'back' | 'forward'): Promise<void> {
  const session = await app.page.context().newCDPSession(app.page)
  const at = { x: 700, y: 400, button, clickCount: 1 } as const
  await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at })
  await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at })
  await session.detach()
}

it('keys, mouse buttons and buttons of the header go back and forward', async ({ app }) => {
  const { page } = app
  await app.open('release 2.4')
  await app.open('lunch on Friday')
  await page.getByRole('log').focus()
  await page.keyboard.press('d')
  await expect(place(app)).toHaveText('Drafts')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(place(app)).toContainText('lunch on Friday')
  await pressSideButton(app, 'back')
  await expect(place(app)).toContainText('release 2.4')
  await pressSideButton(app, 'back')
  await expect(place(app)).toHaveText('Inbox')
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeDisabled()
  await pressSideButton(app, 'forward')
  await expect(place(app)).toContainText('release 2.4')
  await pressSideButton(app, 'forward')
  await expect(place(app)).toContainText('lunch on Friday')
  await page.getByRole('button', { name: 'Forward', exact: true }).click()
  await expect(place(app)).toHaveText('Drafts')
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('Alt+ArrowRight')
  await expect(place(app)).toContainText('lunch on Friday')
  await expect(app.composer).toBeFocused()
  // Keys of a dialog stay in it, and a new place removes the places ahead.
  await page.getByRole('log').focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(place(app)).toContainText('lunch on Friday')
  await app.open('release 2.4')
  await expect(page.getByRole('button', { name: 'Forward', exact: true })).toBeDisabled()
})

it('going back restores the reading position, the unfinished text, and the end of a list', async ({ app, server }) => {
  const { page } = app
  const ids = await fillTopic(server, 90)
  await app.open(topic.topic)
  await page.getByRole('button', { name: 'Jump to newest message' }).click()
  await expect(app.message('Line 89')).toBeVisible()
  const log = page.getByRole('log')
  await log.hover()
  await page.mouse.wheel(0, -2300)
  const before = await readingAnchorAtRest(app)
  expect(Number(before.id)).toBeLessThan(ids[80] ?? 0)
  await app.composer.fill('half a thought')
  // The text is still being stored.
  await app.open('lunch on Friday')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(place(app)).toContainText(topic.topic)
  await expect(app.composer).toHoldText('half a thought')
  const back = await readingAnchorAtRest(app)
  expect(back.id).toBe(before.id)
  // A list is scrolled by whole pixels, and rows are not that high.
  expect(Math.abs(back.top - before.top)).toBeLessThanOrEqual(1)

  // The message at the reading position is deleted: the next one replaces it.
  await page.keyboard.press('Alt+ArrowRight')
  await expect(place(app)).toContainText('lunch on Friday')
  const gone = ids.indexOf(Number(before.id))
  for (const id of ids.slice(gone - 1, gone + 1)) await server.call('iris', 'DELETE', `/messages/${id}`, {})
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(app.message(`Line ${gone + 1}`)).toBeVisible()
  const after = await readingAnchorAtRest(app)
  expect(ids.indexOf(Number(after.id)) - gone).toBeLessThanOrEqual(2)

  // The end stays the end, with the messages that arrived in the meantime.
  await page.getByRole('button', { name: 'Jump to newest message' }).click()
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
  await page.keyboard.press('Alt+ArrowRight')
  await expect(place(app)).toContainText('lunch on Friday')
  await server.post('iris', topic, 'Written from another device')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(app.message('Written from another device')).toBeVisible()
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
})

test('each account returns to its last place of any kind, also after a reload', async ({ app, server }) => {
  const { page } = app
  await app.open('lunch on Friday')
  await page.getByRole('button', { name: 'Add an organization' }).click()
  await app.signIn(server.url, 'tomasz@alder.example')
  await app.open('release 2.4')
  await page.getByRole('log').focus()
  await page.keyboard.press('d')
  await expect(place(app)).toHaveText('Drafts')
  const accounts = page.locator('.rail button')
  await accounts.nth(0).click()
  await expect(place(app)).toContainText('lunch on Friday')
  await accounts.nth(1).click()
  await expect(place(app)).toHaveText('Drafts')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(place(app)).toContainText('release 2.4')
  await page.keyboard.press('Alt+ArrowRight')
  await expect(place(app)).toHaveText('Drafts')

  await app.reload()
  await expect(place(app)).toContainText('lunch on Friday')
  await accounts.nth(1).click()
  await expect(place(app)).toHaveText('Drafts')
  // Damage to one place affects only that one.
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => localStorage.getItem(key)?.includes('drafts') === true)
    if (name !== undefined) localStorage.setItem(name, '{"kind":')
  })
  await app.reload()
  await expect(place(app)).toContainText('lunch on Friday')
  await accounts.nth(1).click()
  await expect(place(app)).toHaveText('Inbox')
})

it('a change of conversation is one step, and undo and text belong to the conversation', async ({ app }) => {
  const { page } = app
  await app.open('release 2.4')
  await app.composer.fill('written here')
  await app.open('lunch on Friday')
  await expect(app.composer).toBeFocused()
  await expect(app.messages.first()).toBeVisible()
  const between = await page.evaluate(async () => {
    const seen = new Set<string>()
    let clicked = 0
    const note = () => {
      const title = document.querySelector('main h1 .title')?.textContent ?? ''
      const rows = document.querySelectorAll('main article.message').length
      // On a slow machine the wait is so long that an empty screen is shown.
      if (title === '' && performance.now() - clicked >= 100) return
      seen.add(rows > 0 && title !== '' ? `${title}: rows` : `${title}: empty`)
    }
    // The navigation lists the conversation only until it is read.
    const back = document.querySelector<HTMLElement>('main header .ways button')
    const before = document.activeElement?.role
    clicked = performance.now()
    back?.click()
    await Promise.resolve()
    const after = document.activeElement?.tagName
    // The painted content of each frame until the conversation is shown.
    const isThere = () => document.querySelector('main h1 .title')?.textContent === 'release 2.4'
    do {
      await new Promise((done) => requestAnimationFrame(done))
      note()
    } while (!isThere())
    return { before, after, seen: [...seen] }
  })
  expect(between).toEqual({ before: 'textbox', after: 'BODY', seen: expect.any(Array) as unknown })
  // No frame showed a screen without rows or a title without its rows.
  expect(between.seen.filter((state) => !state.endsWith(': rows'))).toEqual([])
  await expect(app.composer).toHoldText('written here')
  await expect(app.composer).toBeFocused()
  await app.open('lunch on Friday')
  await expect(app.composer).toHoldText('')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(app.composer).toHoldText('')
  // The undo history belongs to the conversation, across visits.
  await app.open('books')
  await page.keyboard.type('kept words')
  await app.open('lunch on Friday')
  await app.open('books')
  await expect(app.composer).toHoldText('kept words')
  await app.composer.press('ControlOrMeta+z')
  await expect(app.composer).toHoldText('')
  await app.composer.press('ControlOrMeta+Shift+z')
  await expect(app.composer).toHoldText('kept words')
})
