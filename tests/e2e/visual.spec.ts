import { pasted } from './support/clipboard.ts'
import { expect, type Page } from '@playwright/test'
import { expectScreen } from './support/checked-screen.ts'
import { allLooks, looksNow, referenceLooks } from './support/looks.ts'
import { settle, showFixture } from './support/shown-fixture.ts'
import { test } from './support/fixture-test.ts'
import { allFixtures } from './fixtures/all.ts'
import { openFixture } from './support/open-fixture.ts'
import { openSettings } from './support/settings-page.ts'

// References were drawn on Linux; elsewhere letters have other shapes.
test.skip(process.platform !== 'linux', 'the references were drawn on Linux')

for (const name of Object.keys(allFixtures)) {
  test(`the screen matches its reference and has no accessibility violation: ${name}`, async ({
    sharedPage,
    likeness,
  }) => {
    for (const look of looksNow(name, referenceLooks, allLooks)) {
      const page = await showFixture(sharedPage, name, look)
      await openFixture(page, name)
      await expectScreen(page, name, look, likeness)
    }
  })
}

async function openAccountMenu(page: Page, name: string): Promise<void> {
  // A small window keeps it behind the navigation.
  if ((page.viewportSize()?.width ?? 0) < 860) await page.getByRole('button', { name: 'Open sidebar' }).click()
  await page.getByRole('button', { name }).click()
}

const overlays: readonly {
  readonly name: string
  readonly on: string
  readonly open: (page: Page) => Promise<void>
}[] = [
  {
    name: 'sign-in-error',
    on: 'sign-in',
    async open(page) {
      await page.getByLabel('Server address').fill('chat.example.com')
      await page.getByLabel('Email').fill('iris@alder.example')
      await page.getByLabel('Password').fill('wrong')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('alert')).toContainText('Incorrect email or password.')
    },
  },
  {
    name: 'unreadable-copied',
    on: 'unreadable-unsent',
    async open(page) {
      await page.keyboard.press('o')
      await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
      await expect(page.getByRole('status').filter({ hasText: 'Text copied.' })).toBeVisible()
      expect(await pasted(page)).toBe('All that was stored.')
    },
  },
  {
    name: 'new-snippet',
    on: 'no-snippets',
    async open(page) {
      await page.keyboard.press('s')
      await page.getByRole('button', { name: 'New snippet' }).first().click()
      await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    },
  },
  {
    name: 'edited-snippet',
    on: 'snippets',
    async open(page) {
      await page.keyboard.press('s')
      await page.getByRole('button', { name: 'Edit' }).first().click()
      await expect(page.getByLabel('Text', { exact: true })).toContainText(/^Thank you/)
    },
  },
  {
    name: 'edited-scheduled',
    on: 'scheduled',
    async open(page) {
      await page.keyboard.press('l')
      await page.getByRole('button', { name: 'Edit' }).first().click()
      await page.getByLabel('Time', { exact: true }).fill('')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('alert')).toHaveText('Choose a date and time.')
    },
  },
  {
    name: 'emoji-picker',
    on: 'daily',
    async open(page) {
      await page.getByRole('button', { name: 'Emoji', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Smileys' })).toBeVisible()
    },
  },
  {
    name: 'conversation-menu',
    on: 'daily',
    async open(page) {
      await page.getByRole('button', { name: 'Conversation options' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'palette',
    on: 'daily',
    async open(page) {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('option', { selected: true })).toBeVisible()
    },
  },
  {
    name: 'palette-nothing',
    on: 'daily',
    async open(page) {
      await page.keyboard.press('Control+k')
      await page.keyboard.insertText('no such name')
      await expect(page.getByText('No matches on this computer.')).toBeVisible()
    },
  },
  {
    name: 'shortcuts',
    on: 'daily',
    async open(page) {
      await page.getByRole('log').focus()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    },
  },
  {
    name: 'account-menu',
    on: 'daily',
    async open(page) {
      await openAccountMenu(page, 'Account and settings')
      await expect(page.getByRole('menuitem', { name: 'Settings…' })).toBeVisible()
    },
  },
  {
    name: 'settings',
    on: 'daily',
    async open(page) {
      await openSettings(page, 'Appearance')
    },
  },
  {
    name: 'account-menu-update',
    on: 'update-ready',
    async open(page) {
      await openAccountMenu(page, 'Account and settings: Skein 0.2.0 is available')
      await expect(page.getByRole('menuitem', { name: 'Restart to update to Skein 0.2.0' })).toBeVisible()
    },
  },
  {
    name: 'settings-update',
    on: 'update-ready',
    async open(page) {
      await openSettings(page, 'Updates')
      await expect(page.getByRole('group', { name: 'Version', exact: true })).toContainText('Skein 0.2.0 is ready.')
    },
  },
  {
    name: 'settings-announced',
    on: 'update-announced',
    async open(page) {
      await openSettings(page, 'Updates')
      await expect(page.getByRole('group', { name: 'Version', exact: true })).toContainText('system package')
    },
  },
  {
    name: 'report',
    on: 'engine-failed',
    async open(page) {
      await page.getByRole('button', { name: 'Save report…' }).click()
      await expect(page.getByRole('region', { name: 'Report' })).toContainText('Skein report')
    },
  },
  {
    name: 'failure-notice',
    on: 'daily',
    async open(page) {
      await page.evaluate(() => {
        const error = new TypeError('planted')
        dispatchEvent(new ErrorEvent('error', { error, message: error.message }))
      })
      await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong in this window.' })).toBeVisible()
    },
  },
  {
    name: 'delete-message',
    on: 'daily',
    async open(page) {
      await page.locator('article.message').last().focus()
      await page.keyboard.press('Delete')
      await expect(page.getByRole('dialog', { name: 'Delete this message?' })).toBeVisible()
    },
  },
  {
    name: 'lightbox',
    on: 'daily',
    async open(page) {
      await page.getByRole('link', { name: 'Open chamber.png' }).click()
      await expect(page.getByRole('dialog', { name: 'Image: chamber.png' }).locator('img')).toBeVisible()
    },
  },
]

for (const { name, on, open } of overlays) {
  test(`the screen matches its reference and has no accessibility violation: ${name}`, async ({
    sharedPage,
    likeness,
  }) => {
    for (const look of looksNow(name, referenceLooks)) {
      const page = await showFixture(sharedPage, on, look)
      await open(page)
      await settle(page)
      await expectScreen(page, name, look, likeness)
    }
  })
}
