import type { Page } from '@playwright/test'
import { hostileNames } from '../corpora/hostile-html.ts'
import { violations } from './support/axe.ts'
import { expect, shared as it } from './support/skein.ts'

const titleOf = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const logOf = (page: Page) => page.getByRole('log')
const articleOf = (page: Page, text: string) => logOf(page).getByRole('article').filter({ hasText: text })
const isFocused = async (page: Page, text: string) =>
  expect(articleOf(page, text).and(page.locator(':focus'))).toHaveCount(1)

it('all messages are walked, opened, quoted and answered by keys alone, and the way back leads to the same message', async ({
  app,
  server,
}) => {
  const { page } = app
  const { keyboard } = page
  await server.post('ada', { stream: 'general', topic: 'soup' }, 'Which soup?')
  await server.post('ada', { stream: 'general', topic: 'bread' }, 'Rye or wheat?')
  await server.post('noor', { stream: 'design', topic: 'doors' }, 'Oak, for you, @**Iris Lindqvist**')
  await titleOf(page).click()
  await keyboard.press('a')
  await expect(titleOf(page)).toHaveText('All messages')
  await expect(articleOf(page, 'Oak, for you')).toBeVisible()
  await expect(logOf(page).getByRole('button', { name: /^general\s+soup$/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await keyboard.press('ArrowUp')
  await isFocused(page, 'Oak, for you')
  await keyboard.press('k')
  await isFocused(page, 'Rye or wheat?')
  await keyboard.press('Enter')
  await expect(titleOf(page)).toContainText('bread')
  await expect(app.message('Rye or wheat?')).toBeInViewport()
  await expect(app.composer).toBeFocused()
  await keyboard.press('Alt+ArrowLeft')
  await expect(titleOf(page)).toHaveText('All messages')

  await expect(logOf(page)).toBeFocused()
  await keyboard.press('ArrowUp')
  await keyboard.press('k')
  await isFocused(page, 'Rye or wheat?')
  await keyboard.press('>')
  await expect(titleOf(page)).toContainText('bread')
  await expect(app.composer).toHoldText(/Ada Brandt[^]*\[said\]\(http\S+\):\n```quote\nRye or wheat\?\n```/)
  await app.composer.fill('')
  await keyboard.press('Alt+ArrowLeft')
  await expect(logOf(page)).toBeFocused()
  await keyboard.press('ArrowUp')
  await isFocused(page, 'Oak, for you')
  await keyboard.press('r')
  await expect(titleOf(page)).toContainText('doors')
  await expect(app.composer).toBeFocused()
  await keyboard.type('Oak it is.')
  await keyboard.press('Enter')
  await expect(app.message('Oak it is.')).toBeVisible()
  await keyboard.press('Alt+ArrowLeft')
  await expect(articleOf(page, 'Oak it is.')).toBeVisible()
})

it('a message in the list of all messages is read and starred there, also offline', async ({ app, server }) => {
  const { page } = app
  const { keyboard } = page
  const inbox = (name: string | RegExp) => page.getByRole('navigation').getByRole('button', { name, exact: true })
  await server.call('iris', 'POST', '/mark_all_as_read')
  await server.post('ada', { stream: 'general', topic: 'soup' }, 'Which soup?')
  await server.post('noor', { stream: 'design', topic: 'doors' }, 'Oak, for you, @**Iris Lindqvist**')
  await expect(inbox('Inbox 2 unread')).toBeVisible()
  await titleOf(page).click()
  await keyboard.press('a')
  await expect(articleOf(page, 'Oak, for you')).toBeVisible()
  await expect(inbox('Inbox')).toBeVisible()
  await keyboard.press('@')
  await expect(titleOf(page)).toHaveText('Mentions')
  await expect(articleOf(page, 'Oak, for you')).toBeVisible()
  await expect(articleOf(page, 'Which soup?')).toHaveCount(0)
  await keyboard.press('ArrowUp')
  await isFocused(page, 'Oak, for you')
  await keyboard.press('Control+s')
  await keyboard.press('*')
  await expect(titleOf(page)).toHaveText('Starred messages')
  await expect(articleOf(page, 'Oak, for you')).toBeVisible()

  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await keyboard.press('a')
  await expect(articleOf(page, 'Which soup?')).toBeVisible()
  await page.getByRole('button', { name: 'More views' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Messages with reactions' }).press('Enter')
  await expect(page.getByText('Showing messages on this computer only.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await keyboard.press('Shift+F')
  await expect(titleOf(page)).toHaveText('Followed topics')
  await expect(page.getByText('No messages on this computer. The server may have some.')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

it('menus lead to the messages of a person and those with links, and links of other clients lead to lists', async ({
  app,
  server,
}) => {
  const { page } = app
  await server.post('ada', { stream: 'general', topic: 'soup' }, 'Which soup?')
  await server.post('noor', { stream: 'design', topic: 'doors' }, 'See https://alder.example/oak')
  await server.post('noor', { stream: 'general', topic: 'soup' }, `[the stars](${server.url}/#narrow/is/starred)`)
  await titleOf(page).click()
  await page.keyboard.press('a')
  await articleOf(page, 'Which soup?').focus()
  await page.keyboard.press('i')
  await page.getByRole('menuitem', { name: 'Messages from Ada Brandt' }).press('Enter')
  await expect(titleOf(page)).toHaveText('Messages from Ada Brandt')
  await expect(articleOf(page, 'Which soup?')).toBeVisible()
  await expect(articleOf(page, 'alder.example/oak')).toHaveCount(0)
  await page.getByRole('button', { name: 'More views' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Messages with links' }).press('Enter')
  await expect(titleOf(page)).toHaveText('Messages with links')
  await expect(articleOf(page, 'alder.example/oak')).toBeVisible()
  await expect(articleOf(page, 'Which soup?')).toHaveCount(0)
  await articleOf(page, 'the stars').getByRole('link', { name: 'the stars' }).press('Enter')
  await expect(titleOf(page)).toHaveText('Starred messages')
  await expect(page.getByText('No starred messages yet.')).toBeVisible()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(titleOf(page)).toHaveText('Messages with links')
})

it('older messages load at the start, and hostile names break nothing', async ({ app, server }) => {
  const { page } = app
  await server.post('ada', { stream: 'general', topic: 'first' }, 'the oldest here')
  await server.postAll(
    'ada',
    Array.from({ length: 120 }, (_, index) => [{ stream: 'general', topic: `many ${index % 7}` }, `text ${index}`]),
  )
  for (const name of hostileNames) await server.post('ada', { stream: 'general', topic: name }, `a text: ${name}`)
  await titleOf(page).click()
  await page.keyboard.press('a')
  await expect(logOf(page).getByRole('article').last()).toBeInViewport()
  const log = logOf(page)
  await expect(log.getByRole('button').filter({ hasText: 'etc/passwd' }).first()).toBeVisible()
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  expect(await log.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  expect(await violations(page)).toEqual([])
  await expect(async () => {
    await log.evaluate((element) => element.scrollBy(0, -400))
    await expect(articleOf(page, 'the oldest here')).toBeVisible({ timeout: 100 })
  }).toPass()
  await log.getByRole('button', { name: /^general\s+first$/ }).press('Enter')
  await expect(titleOf(page)).toContainText('first')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(articleOf(page, 'the oldest here')).toBeInViewport()
})
