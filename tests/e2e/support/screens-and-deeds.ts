import { expect, type Page } from '@playwright/test'
import { allFixtures } from '../fixtures/all.ts'

/** What is done on a screen. */
export type Deed = (page: Page) => Promise<void>

/** The action after which a fixture shows its content. It uses no labels, since all differ here. */
export const deeds: Readonly<Record<string, { readonly on: string; readonly deed: Deed }>> = {
  'sign-in-error': {
    on: 'sign-in',
    async deed(page) {
      for (const name of ['server', 'email', 'secret'])
        await page.locator(`input[name=${name}]`).fill('a@alder.example')
      await page.locator('button[type=submit]').click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  'new-snippet': {
    on: 'no-snippets',
    async deed(page) {
      await page.keyboard.press('s')
      await page.locator('main.snippets header button.new').click()
      await expect(page.locator('main.snippets form')).toBeVisible()
    },
  },
  'edited-scheduled': {
    on: 'scheduled',
    async deed(page) {
      await page.keyboard.press('l')
      await page.locator('main.scheduled .list-row .actions button').first().click()
      await expect(page.locator('main.scheduled form')).toBeVisible()
    },
  },
  'todo-form': {
    on: 'todo-written',
    async deed(page) {
      await page.locator('.composer .cm-content').focus()
      await page.keyboard.press('ControlOrMeta+Shift+D')
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(page.locator('dialog li [role=alert]')).toBeVisible()
    },
  },
  'emoji-picker': {
    on: 'daily',
    async deed(page) {
      await page.locator('.composer .foot .icon-button').nth(1).click()
      await expect(page.locator('#find-emoji')).toBeVisible()
    },
  },
  'conversation-menu': {
    on: 'daily',
    async deed(page) {
      await page.locator('main.conversation header [aria-haspopup=menu]').click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  'message-menu': {
    on: 'daily',
    async deed(page) {
      await page.locator('article.message').last().focus()
      await page.keyboard.press('i')
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  palette: { on: 'daily', deed: dialogOf('Control+k') },
  shortcuts: { on: 'daily', deed: dialogOf('?') },
  settings: { on: 'daily', deed: settingsAt(0) },
  'settings-notifications': { on: 'daily', deed: settingsAt(3) },
  'settings-update': { on: 'update-ready', deed: settingsAt(5) },
  'settings-announced': { on: 'update-announced', deed: settingsAt(5) },
  'new-message': { on: 'daily', deed: dialogOf('x') },
  'delete-message': {
    on: 'daily',
    async deed(page) {
      await page.locator('article.message').last().focus()
      await page.keyboard.press('Delete')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'account-menu': {
    on: 'daily',
    async deed(page) {
      await page.locator('main .icon-button.menu').click()
      await page.locator('.navigation header .icon-button').click()
    },
  },
  report: {
    on: 'engine-failed',
    async deed(page) {
      await page.locator('.bar button[aria-haspopup=dialog]').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  lightbox: {
    on: 'daily',
    async deed(page) {
      await page.locator('[data-open]').first().click()
      await expect(page.getByRole('dialog').locator('img').first()).toBeVisible()
    },
  },
  'failure-notice': {
    on: 'daily',
    async deed(page) {
      await page.evaluate(() => {
        const error = new TypeError('planted')
        dispatchEvent(new ErrorEvent('error', { error, message: error.message }))
      })
      await expect(page.locator('.failure-notice')).toBeVisible()
    },
  },
}

function dialogOf(key: string): Deed {
  return async (page) => {
    // The composer takes the focus, and letters with it.
    const log = page.getByRole('log')
    if (await log.isVisible()) await log.focus()
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible()
  }
}

/** Shows a section of the settings, by its place in their list. */
function settingsAt(place: number): Deed {
  return async (page) => {
    await page.keyboard.press('Control+,')
    await page.locator('main.settings nav button').nth(place).click()
    await expect(page.locator('main.settings nav [aria-current]')).toHaveCount(1)
  }
}

/** Shows the list of a fixture by a key. */
export async function press(page: Page, name: string): Promise<void> {
  if (name.endsWith('drafts')) await page.keyboard.press('d')
  if (name.endsWith('unsent')) await page.keyboard.press('o')
  if (name.endsWith('scheduled')) await page.keyboard.press('l')
  if (name.endsWith('snippets')) await page.keyboard.press('s')
  if (name.startsWith('connections')) await page.keyboard.press('w')
  if (name === 'history') {
    await page.locator('article.message').focus()
    await page.keyboard.press('Shift+H')
  }
}

/** All screens, and the actions after which a fixture shows more. */
export const screensAndDeeds: readonly (readonly [name: string, deed: Deed | null])[] = [
  ...Object.keys(allFixtures).map((name) => [name, null] as const),
  ...Object.entries(deeds).map(([name, { deed }]) => [name, deed] as const),
]
