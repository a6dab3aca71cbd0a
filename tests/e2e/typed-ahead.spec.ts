import { expect, shared as it, type SkeinApp } from './support/skein.ts'
import { slowCalls } from './support/slow-calls.ts'

/** The page knows its conversation, and opens the next one with the given delay. */
const slowOpening = (app: SkeinApp) => slowCalls(app, ['views.open', 'views.throttle', 'drafts.get'])

/** The page writes in the open conversation, and opens the next one late. */
async function writeBeforeSlowOpening(app: SkeinApp): Promise<void> {
  const slow = await slowOpening(app)
  await expect(app.composer).toBeFocused()
  slow(700)
}

// The previous screen stays for up to 100 ms; after that an empty one is shown.
for (const delay of [60, 700]) {
  it(`text that is typed right after a conversation was chosen is written there, ${delay} ms before it opens`, async ({
    app,
  }) => {
    const { page } = app
    await app.open('books')
    await app.composer.pressSequentially('a draft, ')
    await app.open('lunch on Friday')
    // The reload leaves nothing of the other conversation in the page.
    const slow = await slowOpening(app)
    await expect(page.locator('main.conversation h1')).toContainText('lunch')
    await expect(app.composer).toBeFocused()
    slow(delay)
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.insertText('books')
    await expect(page.locator('dialog.palette .heading')).toHaveCount(0)
    await expect(page.getByRole('option').first()).toContainText('books')
    await page.keyboard.press('Enter')
    await page.keyboard.type('See you there?')
    await expect(page.locator('main.conversation h1')).toContainText('books')
    await expect(app.composer).toBeFocused()
    await expect(app.composer).toHoldText('a draft, See you there?')
    await page.keyboard.type(' Yes')
    await expect(app.composer).toHoldText('a draft, See you there? Yes')
    await app.open('lunch on Friday')
    await expect(app.composer).toHoldText('')
  })
}

it('text that is typed before the draft of a conversation arrives is written below it', async ({ app }) => {
  const { page } = app
  await app.open('books')
  await app.composer.pressSequentially('a draft, ')
  await app.open('lunch on Friday')
  const slow = await slowCalls(app, ['drafts.get'])
  await expect(app.composer).toBeFocused()
  slow(2000)
  // A pointer would prepare the view, with the draft, before the click.
  await app.navigationItem('books').evaluate((item: HTMLElement) => item.click())
  await expect(page.locator('main.conversation h1')).toContainText('books')
  // Outside of a field each of these letters is a command.
  await page.keyboard.type('drunk?', { delay: 40 })
  await expect(app.composer).toBeFocused()
  await expect(app.composer).toHoldText('a draft, drunk?')
})

it('a conversation that is left before it opened keeps the text that was typed for it', async ({ app }) => {
  const { page } = app
  await app.open('lunch on Friday')
  await writeBeforeSlowOpening(app)
  await app.navigationItem('books').click()
  await page.keyboard.type('for the shelf')
  await app.navigationItem('lunch on Friday').click()
  await page.keyboard.type('for the kitchen')
  await expect(app.composer).toBeFocused()
  await expect(app.composer).toHoldText('for the kitchen')
  await app.open('books')
  await expect(app.composer).toHoldText('for the shelf')
})

it('a field that gets the focus while a conversation opens receives the text', async ({ app }) => {
  const { page } = app
  await app.open('lunch on Friday')
  await app.composer.pressSequentially('stays')
  await writeBeforeSlowOpening(app)
  await app.navigationItem('books').click()
  await page.keyboard.type('a word')
  const jump = page.getByLabel('Jump to a conversation')
  await jump.click()
  await page.keyboard.type('coff')
  await expect(page.locator('main.conversation h1')).toContainText('books')
  await expect(app.composer).toBeEnabled()
  await page.keyboard.type('ee')
  await expect(jump).toBeFocused()
  await expect(jump).toHaveValue('coffee')
  await expect(app.composer).toHoldText('a word')
  // A choice from that field takes the focus from it.
  await page.keyboard.press('Enter')
  await expect(page.locator('main.conversation h1')).toContainText('coffee machine')
  await expect(app.composer).toBeFocused()
})

it('a return before another conversation was drawn continues the text in the shown one', async ({ app }) => {
  const { page } = app
  const slow = await slowCalls(app, ['views.open', 'views.throttle', 'drafts.get', 'drafts.set'])
  await app.open('lunch on Friday')
  await expect(app.composer).toBeFocused()
  slow(700)
  // The text is still being stored, so that the conversation has the same composer again.
  await app.composer.pressSequentially('well, ')
  await app.navigationItem('books').evaluate(async (item: HTMLElement) => {
    item.click()
    await new Promise(requestAnimationFrame)
  })
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.type('hello?')
  await expect(app.composer).toBeFocused()
  await expect(app.composer).toHoldText('well, hello?')
  // No letter is kept for a conversation that was left.
  await page.getByRole('log').focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await app.open('books')
  await expect(app.composer).toHoldText('')
})

it('the messages of a conversation receive the keys while its composer loads late', async ({ app }) => {
  const { page } = app
  await app.open('lunch on Friday')
  const slow = await slowCalls(app, ['drafts.get'])
  await expect(app.composer).toBeFocused()
  // The delay is long enough for the keys that lead to the messages.
  slow(4000)
  for (const way of ['Tab', 'click']) {
    await app.navigationItem('books').evaluate((item: HTMLElement) => item.click())
    await expect(page.locator('main.conversation h1')).toContainText('books')
    const list = page.getByRole('log')
    const isOnList = () => list.evaluate((element) => element === document.activeElement)
    if (way === 'click') await list.click()
    else while (!(await isOnList())) await page.keyboard.press('Tab')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('main.conversation h1')).toContainText('books')
    await expect(app.composer).toBeEnabled()
    await expect(page.locator('[role=log]:focus, [role=log] article:focus')).toHaveCount(1)
    await expect(app.composer).toHoldText('')
    await app.open('lunch on Friday')
  }
})

it('a menu stays open when a conversation opens late', async ({ app }) => {
  const { page } = app
  await app.open('lunch on Friday')
  await writeBeforeSlowOpening(app)
  await app.navigationItem('books').click()
  await app.navigationItem('the coffee machine').click({ button: 'right' })
  const entry = page.getByRole('menuitem', { name: 'Mark as resolved' })
  await expect(entry).toBeVisible()
  await expect(page.locator('main.conversation h1')).toContainText('books')
  await expect(app.composer).toBeEnabled()
  await page.keyboard.press('ArrowDown')
  await expect(entry).toBeVisible()
  await expect(page.locator('[role=menu] :focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(entry).toHaveCount(0)
  await expect(app.composer).toHoldText('')
})

it('the composer is left for another field also from the edge of a wrapped line', async ({ app }) => {
  const { page } = app
  await app.open('books')
  await app.composer.fill('word '.repeat(200))
  const jump = page.getByLabel('Jump to a conversation')
  for (const key of ['Home', 'End'] as const) {
    await app.composer.press('ControlOrMeta+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(key)
    await jump.focus()
    // The editor measures its lines after it gets the focus.
    const isLeft = await page.evaluate(async () => {
      const focused = document.activeElement
      for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame)
      return document.activeElement === focused
    })
    expect(isLeft, key).toBe(true)
    await page.keyboard.type('coff')
    await expect(jump).toHaveValue('coff')
    await jump.fill('')
  }
  await expect(app.composer).toHoldText('word '.repeat(200))
})
