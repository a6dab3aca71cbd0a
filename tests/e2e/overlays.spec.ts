import { expect, type Locator, type Page } from '@playwright/test'
import type { PersonRef } from '#contract/base/values.ts'
import { violations } from './support/axe.ts'
import { test } from './support/policy-page.ts'
import type { ScreenFixture } from './support/fixture-page.ts'
import { fixtures } from './fixtures/screens.ts'
import { openSettings } from './support/settings-page.ts'

const daily = fixtures.daily!.fixture

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a dialog keeps the focus inside, closes with Escape, and returns the focus', async ({ openFixture }) => {
  const page = await openFixture(daily)
  const row = page.locator('article.message').last()
  await row.focus()
  await page.keyboard.press('Delete')
  const question = dialog(page, 'Delete this message?')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  for (let times = 0; times < 5; times += 1) {
    await page.keyboard.press('Tab')
    await expect(question.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(row).toBeFocused()
})

test('a key right after Escape reaches the page behind the closed dialog', async ({ openFixture }) => {
  const page = await openFixture(daily)
  await page.getByRole('log').focus()
  for (let times = 0; times < 10; times += 1) {
    await page.keyboard.press('?')
    await page.keyboard.press('Escape')
    await page.keyboard.press('w')
    await expect(dialog(page, 'Connection status')).toBeVisible()
    await expect(dialog(page, 'Keyboard shortcuts')).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
  await expect(page.getByRole('log')).toBeFocused()
})

test('Escape closes only the topmost layer', async ({ openFixture }) => {
  const page = await openFixture(daily, { width: 800, height: 600 })
  await page.getByRole('button', { name: 'Open sidebar' }).click()
  const entry = page.locator('.navigation .item').first()
  await expect(entry).toBeInViewport()
  await page.keyboard.press('?')
  await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Keyboard shortcuts')).toHaveCount(0)
  await expect(entry).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(entry).not.toBeInViewport()
})

test('a dialog that opens from the settings returns the focus to its button', async ({ openFixture }) => {
  const page = await openFixture(daily)
  await page.getByRole('log').focus()
  const settings = await openSettings(page, 'About and help')
  const button = settings.getByRole('button', { name: 'Save report…' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Save report')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('Escape and a button close a large picture', async ({ openFixture }) => {
  const page = await openFixture(daily)
  const link = page.getByRole('link', { name: 'Open chamber.png' })
  for (const close of ['key', 'button'] as const) {
    await link.focus()
    await page.keyboard.press('Enter')
    const picture = dialog(page, 'Image: chamber.png')
    await expect(picture).toBeVisible()
    await page.keyboard.press('+')
    if (close === 'key') await page.keyboard.press('Escape')
    else await picture.getByRole('button', { name: 'Close (Esc)' }).click()
    await expect(picture).toHaveCount(0)
    await expect(link).toBeFocused()
  }
})

/** A conversation with people of these names. */
function withPeople(names: readonly string[]): ScreenFixture {
  const people = names.map((name, index) => ({ id: 100 + index, name, avatar: null }) as PersonRef)
  const narrow = { kind: 'direct', userIds: people.map(({ id }) => id) } as const
  const { items, meta } = daily.conversation
  return { ...daily, conversation: { items, meta: { ...meta, narrow, title: people, people } } }
}

const box = async (target: Locator) => (await target.boundingBox())!

test('keys use a menu: arrows, first letters, Enter; Escape and Tab close it and return the focus', async ({
  openFixture,
}) => {
  const page = await openFixture(daily)
  const row = page.locator('article.message').last()
  const menu = page.getByRole('menu')
  await row.focus()
  await page.keyboard.press('i')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(menu.locator('[role^=menuitem]').last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.type('mark')
  await expect(menu.getByRole('menuitem', { name: /^Mark as unread/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(row).toBeFocused()
  await page.keyboard.press('i')
  await page.keyboard.press('Tab')
  await expect(menu).toHaveCount(0)
  await expect(row).toBeFocused()
})

test('a dialog that opens from a menu returns the focus to the element before the menu', async ({ openFixture }) => {
  const page = await openFixture(daily)
  const row = page.locator('article.message').last()
  await row.focus()
  for (const [typed, opened] of [
    ['add', 'Choose an emoji'],
    ['del', 'Delete this message?'],
  ] as const) {
    await page.keyboard.press('i')
    await expect(page.getByRole('menu').getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(dialog(page, opened).locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog(page, opened)).toHaveCount(0)
    await expect(row).toBeFocused()
  }
})

test('a click beside a menu closes it and does nothing else', async ({ openFixture }) => {
  const page = await openFixture(daily)
  const options = page.getByRole('button', { name: 'Conversation options' })
  await options.click()
  await expect(page.getByRole('menu')).toBeVisible()
  const { x, y } = await box(page.locator('.navigation .item').first())
  await page.mouse.click(x + 40, y + 10)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.locator('main.conversation')).toBeVisible()
  await expect(options).toBeFocused()
})

test('a menu of 500 people scrolls inside the window, at its edges too', async ({ openFixture }) => {
  const size = { width: 800, height: 600 }
  const page = await openFixture(withPeople(Array.from({ length: 500 }, (_, index) => `Person ${index}`)), size)
  await page.getByRole('button', { name: 'Conversation options' }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem')).toHaveCount(2 * 500 + 3)
  await page.keyboard.press('End')
  await expect(menu.getByRole('menuitem').last()).toBeFocused()
  await expect(menu.getByRole('menuitem').last()).toBeInViewport({ ratio: 1 })
  const { x, y, width, height } = await box(menu)
  expect(x).toBeGreaterThan(6)
  expect(y).toBeGreaterThan(6)
  expect(x + width).toBeLessThan(size.width - 6)
  expect(y + height).toBeLessThan(size.height - 6)
})

test('long names, names without a space and right-to-left names do not break a menu', async ({ openFixture }) => {
  const names = ['W'.repeat(80), 'a name '.repeat(20), '\u202eمدير المشروع الجديد '.repeat(4), 'Noor']
  const page = await openFixture(withPeople(names), { width: 800, height: 600 })
  await page.getByRole('button', { name: 'Conversation options' }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem')).toHaveCount(2 * 4 + 3)
  expect((await box(menu)).width).toBeLessThanOrEqual(340)
  expect(await menu.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
  for (const entry of await menu.getByRole('menuitem').all()) expect((await box(entry)).height).toBeLessThan(56)
  await expect(menu.getByRole('menuitem', { name: 'Mute Noor' })).toHaveText('Mute Noor')
})

test('a menu at the lower edge opens upward and stays in the window', async ({ openFixture }) => {
  const page = await openFixture(daily, { width: 800, height: 600 })
  const row = page.locator('article.message').last()
  const { x, y, width, height } = await box(row)
  await page.mouse.click(x + width - 10, Math.min(y + height - 4, 590), { button: 'right' })
  const menu = page.getByRole('menu')
  await expect(menu).toBeInViewport({ ratio: 1 })
})

test('a tooltip appears at Tab and at a resting pointer, and Escape closes only it', async ({ openFixture }) => {
  const page = await openFixture(daily, { width: 800, height: 600 })
  const tooltip = page.getByRole('tooltip')
  const options = page.getByRole('button', { name: 'Conversation options' })
  const stream = page.locator('main button.stream')
  await page.getByRole('button', { name: 'Open sidebar' }).focus()
  await page.keyboard.press('Tab')
  await expect(stream).toBeFocused()
  await expect(tooltip).toHaveText('Show all topics')
  await expect(tooltip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
  await expect(stream).toBeFocused()
  await page.getByRole('button', { name: 'Attach files' }).hover()
  await expect(tooltip).toHaveText('Attach files (Ctrl Shift U)')
  await expect(page.getByRole('button', { name: 'Attach files' })).toHaveAccessibleDescription(
    'Attach files (Ctrl Shift U)',
  )
  await page.getByRole('button', { name: 'Attach files' }).blur()
  await options.hover()
  await expect(tooltip).toHaveText('Conversation options')
  await page.mouse.down()
  await expect(tooltip).toHaveCount(0)
  await page.mouse.up()
})

test('a tooltip is above the dialog of its button, and Escape closes both', async ({ openFixture }) => {
  const page = await openFixture(daily)
  await page.getByRole('link', { name: 'Open chamber.png' }).press('Enter')
  const picture = dialog(page, 'Image: chamber.png')
  await picture.getByRole('button', { name: 'Save (Ctrl S)' }).hover()
  const tooltip = page.locator('[role=tooltip]')
  await expect(tooltip).toHaveText('Save (Ctrl S)')
  // The top layer is drawn in the order in which its elements were shown.
  expect(await tooltip.evaluate((node) => node.parentElement?.matches(':popover-open'))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(picture).toHaveCount(0)
  await expect(tooltip).toHaveCount(0)
})

test('keys choose people: letters, arrows and Enter; Backspace removes the last one', async ({ openFixture }) => {
  const page = await openFixture(daily)
  await page.evaluate(() => {
    const { skein } = window as unknown as { skein: { call(name: string, input: { query: string }): Promise<unknown> } }
    const call = skein.call.bind(skein)
    const people = Array.from({ length: 60 }, (_, id) => ({
      id: id + 1,
      name: `Person ${id + 1}`,
      email: `p${id}@x.example`,
      avatar: null,
    }))
    skein.call = (name, input) =>
      name === 'people.search'
        ? Promise.resolve({ ok: true, value: people.filter((person) => person.name.includes(input.query)) })
        : call(name, input)
  })
  await page.getByRole('log').focus()
  await page.keyboard.press('x')
  const window = dialog(page, 'New direct message')
  const field = window.getByRole('combobox')
  const options = window.getByRole('option')
  const removing = window.getByRole('button', { name: /^Remove/ })
  const marks = async (option: Locator) =>
    expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
  await expect(field).toBeFocused()
  await expect(options).toHaveCount(60)
  await expect(field).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('ArrowDown')
  await marks(options.first())
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toBeInViewport({ ratio: 1 })
  await marks(options.last())
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toBeInViewport({ ratio: 1 })
  for (let times = 0; times < 30; times += 1) await page.keyboard.press('ArrowDown')
  await expect(options.nth(30)).toBeInViewport({ ratio: 0.9 }) // a part of a pixel may be cut
  await page.keyboard.press('Enter')
  await expect(removing).toHaveText(['Person 31'])
  await expect(options).toHaveCount(59)
  await expect(field).toHaveValue('')
  await page.keyboard.type('Person 12')
  await page.keyboard.press('Enter')
  await expect(removing).toHaveText(['Person 31', 'Person 12'])
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await page.keyboard.type('Person 2')
  await expect(options).toHaveCount(11)
  await marks(options.first())
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(removing).toHaveText(['Person 31', 'Person 12', 'Person 20'])
  await page.keyboard.press('Backspace')
  await expect(removing).toHaveText(['Person 31', 'Person 12'])
  await options.filter({ hasText: 'Person 5' }).first().click()
  await expect(removing).toHaveText(['Person 31', 'Person 12', 'Person 5'])
  await expect(field).toBeFocused()
  // An answer that arrives while the pointer is pressed leaves the list unchanged until the release.
  await options.filter({ hasText: 'Person 7' }).first().hover()
  await page.mouse.down()
  await page.keyboard.type('nobody')
  await expect(field).toHaveValue('nobody')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await page.mouse.up()
  await expect(removing).toHaveText(['Person 31', 'Person 12', 'Person 5', 'Person 7'])
  await expect(options).toHaveCount(56)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(window).toHaveCount(0)
  await expect(page.getByRole('log')).toBeFocused()
})
