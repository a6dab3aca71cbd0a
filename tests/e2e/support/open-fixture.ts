import { expect, type Page } from '@playwright/test'
import { listKinds } from '#renderer/state/routes/routes.ts'
import { commandKeys } from '#shared/command-keys.ts'
import { pressed } from './pressed.ts'
import { openOrganization, openSettings } from './settings-page.ts'

/** The screens of fixtures, by the ends of their names: the key that opens the screen, and its class. */
const screens: readonly (readonly [string, string, string])[] = [
  ['-search', 'Control+f', 'search'],
  ['inbox-of-all', 'Shift+A', 'inbox'],
  ['inbox', 'Shift+I', 'inbox'],
  ['feed', 'a', 'feed'],
  ...listKinds.map((kind) => [kind, pressed(commandKeys[kind][0]), kind] as const),
]

/** The actions in the screen, or without one, by the name of the fixture. */
const steps: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'found-search': (page) => search(page, 'encoder'),
  'offline-search': (page) => search(page, 'encoder'),
  'refused-search': (page) => search(page, 'encoder', 'alert'),
  'completed-search': (page) => search(page, 'has:', 'listbox'),
  async 'creating-streams'(page) {
    await page.getByRole('button', { name: 'New stream' }).click()
    await page.getByLabel('Name', { exact: true }).fill(`gardens ${'and parks '.repeat(5)}`)
  },
  async 'leaving-streams'(page) {
    await page.getByRole('button', { name: 'Leave board' }).click()
    await expect(page.getByRole('dialog', { name: 'Leave “board”?' })).toBeVisible()
  },
  async 'filtered-directory'(page) {
    await page.getByRole('searchbox', { name: /^Find people/ }).fill('zoltan')
    await expect(page.getByText('No matches.')).toBeVisible()
  },
  async 'nobody-online-directory'(page) {
    await page.getByRole('button', { name: 'Online now' }).click()
    await expect(page.getByText('No one is online right now.')).toBeVisible()
  },
  'managed-person-directory': (page) => manage(page, 'Mei Okafor'),
  'locked-person-directory': (page) => manage(page, 'Mei Okafor'),
  'managed-bot-directory': (page) => manage(page, 'Build'),
  async 'deactivating-directory'(page) {
    await manage(page, 'Mei Okafor')
    await page.getByRole('button', { name: 'Deactivate…' }).click()
    await expect(page.getByRole('dialog', { name: 'Deactivate Mei Okafor?' })).toBeVisible()
  },
  async 'new-bot-directory'(page) {
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New bot…' }).click()
    await page.getByRole('radio', { name: 'Outgoing webhook' }).check()
  },
  async 'deleting-files'(page) {
    const { keyboard } = page
    await page.getByRole('checkbox', { name: 'Select cold-chamber.png' }).click()
    await page.getByRole('checkbox', { name: /^Select Minutes/ }).click({ modifiers: ['Shift'] })
    await keyboard.press('Delete')
    await expect(page.getByRole('dialog', { name: /^Delete \d files\?/ })).toBeVisible()
  },
  async 'chosen-files'(page) {
    await page.getByRole('checkbox', { name: 'Select cold-chamber.png' }).click()
    await expect(page.getByRole('group', { name: 'Selection' })).toBeVisible()
  },
  async 'settings-of-stream'(page) {
    await page.getByRole('log').focus()
    await page.keyboard.press('g')
    await expect(page.getByRole('dialog', { name: /^Settings for/ })).toBeVisible()
  },
  async 'with-status'(page) {
    await page.getByRole('log').focus()
    await page.keyboard.press('Shift+C')
    await expect(page.getByRole('textbox', { name: 'What are you doing?' })).toHaveValue('In a meeting')
  },
  async 'with-profile'(page) {
    await openOfAccount(page, 'Edit profile…')
    await expect(page.getByRole('textbox', { name: 'Nickname' })).toHaveValue('Ir')
  },
  async 'with-topic-choices'(page) {
    await openOfAccount(page, 'Muted and followed topics…')
    await expect(page.getByRole('list', { name: 'Muted' }).getByRole('listitem')).toHaveCount(3)
  },
  async 'pending-settings'(page) {
    await openSettings(page, 'Notifications')
    await expect(page.getByText('Not synced yet', { exact: true })).toBeVisible()
  },
  async 'changed-shortcuts'(page) {
    const settings = await openSettings(page, 'Keyboard shortcuts')
    await settings.getByRole('button', { name: 'Change keys: Command palette' }).click()
    await page.keyboard.press('n')
    await expect(settings.getByRole('alert')).toBeVisible()
  },
  async 'download-settings'(page) {
    await openSettings(page, 'Storage')
  },
  async 'organization-permissions'(page) {
    await openOrganization(page, 'Permissions')
  },
  async 'organization-linkifiers'(page) {
    await openOrganization(page, 'Linkifiers')
  },
  async 'organization-emoji'(page) {
    await openOrganization(page, 'Emoji')
  },
  async 'organization-of-member'(page) {
    await openOrganization(page, 'Name and description')
  },
  async 'accounts-settings'(page) {
    await openSettings(page, 'Account')
  },
  async 'found-settings'(page) {
    await page.keyboard.press('Control+,')
    await expect(page.locator('main.settings input[type=search]')).toBeFocused()
    await page.keyboard.insertText('email')
    await expect(page.locator('main.settings h2')).toHaveText(['Notifications', 'Account'])
  },
  async 'full-palette'(page) {
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('re')
    await expect(page.getByRole('option', { name: /^evil|release 2\.4/ })).toHaveCount(1)
  },
  async 'group-card'(page) {
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('crew')
    await expect(page.getByRole('option', { name: 'release crew' })).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'release crew' }).getByRole('option')).toHaveCount(5)
  },
  async 'creating-groups'(page) {
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByLabel('Name', { exact: true }).fill(`gardeners ${'and planters '.repeat(8)}`)
  },
  async 'editing-of-groups'(page) {
    await openGroup(page)
    await page.getByRole('button', { name: 'Edit group' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit “release crew”' })).toBeVisible()
  },
  async 'members-of-groups'(page) {
    await openGroup(page)
    await page.getByRole('button', { name: 'Change members' }).click()
    await page.getByRole('option', { name: /Noor Haddad/ }).click()
    await page.getByRole('option', { name: /night shift/ }).click()
    await expect(page.getByRole('option')).toHaveCount(2)
  },
  async 'ending-of-groups'(page) {
    await openGroup(page)
    await page.getByRole('button', { name: 'Delete group' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete “release crew”?' })).toBeVisible()
  },
  async 'system-of-groups'(page) {
    await page.getByRole('listitem').filter({ hasText: 'Moderators' }).getByRole('button').click()
    await expect(page.getByRole('dialog', { name: 'Moderators and above' })).toBeVisible()
  },
  async 'answer-in-inbox'(page) {
    await page.keyboard.press('r')
    await expect(page.locator('main.inbox .composer [role=textbox]')).toBeFocused()
  },
  async 'forms-written'(page) {
    // The language of the code is loaded when it is first written.
    await expect(page.locator('.composer .written-keyword').first()).toBeVisible()
  },
  async 'mentions-offered'(page) {
    await page.getByRole('textbox', { name: 'Message', exact: true }).focus()
    await page.keyboard.type('Thanks, @')
    await expect(page.locator('.cm-tooltip-autocomplete').getByRole('option')).toHaveCount(7)
  },
  async 'reactors-listed'(page) {
    await page
      .locator('article.message', { has: page.locator('.reactions') })
      .last()
      .focus()
    await page.keyboard.press('Shift+R')
    await expect(page.getByRole('dialog', { name: 'Who reacted' }).getByRole('listitem')).toHaveCount(6)
  },
  'person-card': openCard,
  'bot-card': openCard,
  'hostile-card': openCard,
  'unknown-card': openCard,
  async 'person-profile'(page) {
    await openCard(page)
    await page.getByRole('button', { name: 'View profile' }).click()
    await expect(page.getByRole('complementary', { name: 'Profile' }).getByText('arm-firmware')).toBeVisible()
  },
  'receipts-listed': (page) => receipts(page, /12,004/),
  'receipts-off': (page) => receipts(page, /doesn’t show/),
  'receipts-offline': (page) => receipts(page, /only on the server/),
  'people-of-topic': (page) => people(page, 10),
  'people-offline': (page) => people(page, 0),
  async 'removing-person'(page) {
    await people(page, 3)
    await page.getByRole('button', { name: /^Actions for Noor/ }).click()
    await page.getByRole('menuitem', { name: 'Remove from stream' }).click()
    await expect(page.getByRole('dialog', { name: /^Remove Noor/ })).toBeVisible()
  },
  async 'poll-written'(page) {
    await page.getByRole('button', { name: 'Format' }).click()
    await page.getByRole('menuitem', { name: 'Poll…' }).click()
    await expect(page.getByRole('dialog', { name: 'Poll' }).getByLabel('Question')).toBeFocused()
  },
  async 'todo-written'(page) {
    await page.getByRole('button', { name: 'Format' }).click()
    await page.getByRole('menuitem', { name: 'To-do list…' }).click()
    await page.keyboard.press('ControlOrMeta+Enter')
    const again = page.getByRole('textbox', { name: 'Task 5', exact: true })
    await expect(again).toBeFocused()
    await expect(again).toHaveAccessibleDescription(/“Shoes” is already in the list/)
  },
  async 'later-chosen'(page) {
    await page.getByRole('button', { name: 'Send later' }).click()
    await expect(page.getByRole('menuitem').first()).toBeFocused()
  },
  async 'calendar-open'(page) {
    await page.getByRole('button', { name: 'Send later' }).click()
    await page.getByRole('menuitem').last().click()
    const calendar = page.getByRole('dialog', { name: 'Send later' })
    await calendar.getByLabel('Day').fill('2020-05-01')
    await page.keyboard.press('Enter')
    await expect(calendar.locator('.failure')).toBeVisible()
  },
  async 'text-previewed'(page) {
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.locator('.preview strong')).toBeVisible()
  },
  async 'warnings-shown'(page) {
    const field = page.getByRole('textbox', { name: 'Message', exact: true })
    await field.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('!')
    await expect(page.locator('.warning')).toHaveCount(3)
    await page.keyboard.press('Enter')
    await expect(page.locator('.warning.question')).toBeVisible()
  },
  async 'connections-signed-out'(page) {
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect(page.getByRole('tabpanel').getByText('Not tried.')).toBeVisible()
  },
  async 'move-planned'(page) {
    await openMove(page, 'release 2.4')
    await expect(page.getByRole('dialog').getByText(/is private\. Only its subscribers/)).toBeVisible()
  },
  async 'move-completed'(page) {
    await openMove(page, 're')
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(6)
  },
  async 'move-refused'(page) {
    await openMove(page, '🐙'.repeat(61))
    await expect(page.getByRole('dialog').getByText('one character too many')).toBeVisible()
  },
  async 'forward-aims'(page) {
    await page.locator('article.message').last().focus()
    await page.keyboard.press('f')
    await page.keyboard.insertText('re')
    await expect(page.getByRole('option').first()).toBeVisible()
  },
  async 'topic-merged'(page) {
    await page.getByRole('button', { name: 'Conversation options' }).click()
    await page.getByRole('menuitem', { name: 'Move or rename topic…' }).click()
    await expect(page.getByRole('dialog').getByText(/will be merged/)).toBeVisible()
  },
  async history(page) {
    await page.locator('article.message').focus()
    await page.keyboard.press('Shift+H')
    await page.getByRole('button', { name: /^Show older versions/ }).scrollIntoViewIfNeeded()
  },
  async 'window-failed'(page) {
    await expect(page.getByRole('heading', { name: 'Something went wrong in this window' })).toBeVisible()
  },
}

async function openCard(page: Page): Promise<void> {
  await page.locator('article.message').last().focus()
  await page.keyboard.press('u')
  await expect(page.locator('.ui-popover').getByText(/Administrator|Bot owner|Guest|isn’t in your/)).toBeVisible()
}

async function receipts(page: Page, text: RegExp): Promise<void> {
  await page.locator('article.message').last().focus()
  await page.keyboard.press('Shift+V')
  await expect(page.getByRole('dialog', { name: 'Who has read this' })).toContainText(text)
}

async function people(page: Page, count: number): Promise<void> {
  await page.getByRole('log').focus()
  await page.keyboard.press('p')
  await expect(page.locator('.side-panel.readers').locator('.reader')).toHaveCount(count)
}

/** Opens a group of the list of all groups. */
async function manage(page: Page, name: string): Promise<void> {
  await page.getByRole('list', { name: 'Directory' }).getByRole('listitem').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Manage…' }).click()
  await expect(page.getByRole('dialog', { name: `Manage ${name}` })).toBeVisible()
}

async function openGroup(page: Page): Promise<void> {
  await page.getByRole('listitem').filter({ hasText: 'release crew' }).getByRole('button').click()
  await expect(page.getByRole('dialog', { name: 'release crew' })).toBeVisible()
}

async function openMove(page: Page, topic: string): Promise<void> {
  await page.locator('article.message').last().focus()
  await page.keyboard.press('m')
  await expect(page.getByRole('combobox', { name: 'Topic' })).toBeFocused()
  await page.keyboard.insertText(topic)
}

async function search(page: Page, text: string, shown: 'list' | 'alert' | 'listbox' = 'list'): Promise<void> {
  await page.keyboard.insertText(text)
  await expect(page.locator('main.search').getByRole(shown).last()).toBeVisible()
  if (shown === 'list') await expect(page.locator('main.search .state [role=status]')).not.toHaveText('')
}

/** Opens the content of a fixture by keys, like a user. A fixture that the page shows at once needs no action. */
export async function openFixture(page: Page, name: string): Promise<void> {
  const screen = screens.find(([end]) => name.endsWith(end))
  if (screen !== undefined) {
    const [, key, shown] = screen
    await page.keyboard.press(key)
    await expect(page.locator(`main.${shown} h1`)).toBeVisible()
  }
  if (name.startsWith('connections')) {
    await page.keyboard.press('w')
    await expect(page.getByRole('dialog', { name: 'Connection status' })).toBeVisible()
  }
  await steps[name]?.(page)
}

/** Opens a dialog about the account from the settings. */
async function openOfAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('log').focus()
  const settings = await openSettings(page, 'Account')
  await settings.getByRole('button', { name }).click()
}
