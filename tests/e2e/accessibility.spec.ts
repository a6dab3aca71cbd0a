import { violations } from './support/axe.ts'
import { isDrill } from '#support/random.ts'
import { leave } from './support/sample.ts'
import { expect, shared as it, test } from './support/skein.ts'

/** A plain run checks each of these screens as a fixture (`visual.spec.ts`). */
const themes = isDrill ? (['light', 'dark'] as const) : []

for (const scheme of themes) {
  test(`every screen passes the accessibility rules in the ${scheme} theme`, async ({ launch, server }) => {
    const app = await launch()
    await app.page.emulateMedia({ colorScheme: scheme })
    await expect(app.page.locator(`html[data-theme=${scheme}]`)).toBeVisible()
    await expect(app.page.getByLabel('Server address')).toBeVisible()
    expect(await violations(app.page)).toEqual([])
    await app.signIn(server.url)
    expect(await violations(app.page)).toEqual([])
    await app.open('encoder drift on cold start')
    expect(await violations(app.page)).toEqual([])
    await app.open('perception')
    expect(await violations(app.page)).toEqual([])
    await app.page.getByRole('button', { name: 'New direct message' }).click()
    await expect(app.page.getByText('森 花').last()).toBeVisible()
    expect(await violations(app.page)).toEqual([])
    await app.page.keyboard.press('Escape')
    await app.page.getByRole('button', { name: 'Account and settings' }).click()
    expect(await violations(app.page)).toEqual([])
    await app.page.keyboard.press('Escape')
    await server.stop()
    await expect(app.page.getByText('You’re offline.')).toBeVisible()
    await app.composer.press('Escape')
    expect(await violations(app.page)).toEqual([])
    await app.page.getByRole('button', { name: 'Offline' }).click()
    await expect(app.page.getByRole('dialog', { name: 'Connection status' })).toContainText('Offline for')
    expect(await violations(app.page)).toEqual([])
  })
}

test('the keyboard alone signs in, jumps, writes, sends and moves through the list', async ({ launch, server }) => {
  const app = await launch()
  const { page } = app
  await expect(page.getByLabel('Server address')).toBeFocused()
  for (const text of [server.url, 'iris@alder.example', 'skein-demo']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(app.state).toHaveText('Up to date')
  await expect(app.navigationItem('books').or(app.navigationItem('general'))).toBeVisible()
  await page.keyboard.press('Control+Shift+K')
  await page.keyboard.type('books')
  // Shortly after signing in, older topics are still being fetched.
  await expect(app.navigationItem('books')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('.navigation .item:focus')).toContainText('books')
  await page.keyboard.press('Enter')
  await expect(page.locator('main.conversation h1')).toContainText('books')
  await expect(app.composer).toBeFocused()
  await page.keyboard.type('By keyboard alone')
  await page.keyboard.press('Enter')
  await expect(app.message('By keyboard alone')).toHaveAttribute('data-message-id', /\d+/)
})

it('the navigation is a drawer at 800 × 600, and no element is cut off', async ({ app }) => {
  if (!isDrill) leave(2, 'themes of the running program')
  const { page } = app
  await page.setViewportSize({ width: 800, height: 600 })
  await expect(page.locator('.navigation')).not.toBeInViewport()
  await page.getByRole('button', { name: 'Open sidebar' }).click()
  await expect(page.locator('.navigation')).toBeInViewport()
  await page.locator('.navigation .item').filter({ hasText: 'encoder drift' }).click()
  await expect(page.locator('.navigation')).not.toBeInViewport()
  await expect(app.composer).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})
