import { expect, type Page } from '@playwright/test'

/** Goes to what a stage is about, by keys, as a user would. Where the page shows it at once, nothing is done. */
export async function openStage(page: Page, name: string): Promise<void> {
  if (name.endsWith('drafts')) {
    await page.keyboard.press('d')
    await expect(page.locator('main.drafts h1')).toBeVisible()
  }
  if (name.endsWith('not-sent')) {
    await page.keyboard.press('o')
    await expect(page.locator('main.unsent h1')).toBeVisible()
  }
  if (name.endsWith('scheduled')) {
    await page.keyboard.press('l')
    await expect(page.locator('main.scheduled h1')).toBeVisible()
  }
  if (name.endsWith('saved-texts')) {
    await page.keyboard.press('s')
    await expect(page.locator('main.snippets h1')).toBeVisible()
  }
  if (name.endsWith('-search')) {
    await page.keyboard.press('Control+f')
    await page.keyboard.insertText(name === 'completed-search' ? 'has:' : 'encoder')
    const shown = { 'completed-search': 'listbox', 'refused-search': 'alert' }[name] ?? 'list'
    await expect(
      page
        .locator('main.search')
        .getByRole(shown as 'list')
        .last(),
    ).toBeVisible()
    if (shown === 'list') await expect(page.locator('main.search .state [role=status]')).not.toHaveText('')
  }
  if (name.endsWith('-streams')) {
    await page.keyboard.press('Shift+S')
    await expect(page.locator('main.streams h1')).toBeVisible()
  }
  if (name === 'creating-streams') {
    await page.getByRole('button', { name: 'New stream' }).click()
    await page.getByLabel('Name', { exact: true }).fill(`gardens ${'and parks '.repeat(5)}`)
  }
  if (name === 'leaving-streams') {
    await page.getByRole('button', { name: 'Leave board' }).click()
    await expect(page.getByRole('dialog', { name: 'Leave “board”?' })).toBeVisible()
  }
  if (name === 'settings-of-stream') {
    await page.getByRole('log').focus()
    await page.keyboard.press('g')
    await expect(page.getByRole('dialog', { name: /^Settings of/ })).toBeVisible()
  }
  if (name.endsWith('-palette')) {
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('re')
    await expect(page.getByRole('option', { name: /^evil|release 2\.4/ })).toHaveCount(1)
  }
  if (name.endsWith('inbox')) {
    await page.keyboard.press('Shift+I')
    await expect(page.locator('main.inbox h1')).toBeVisible()
  }
  if (name.endsWith('recent')) {
    await page.keyboard.press('t')
    await expect(page.locator('main.recent h1')).toBeVisible()
  }
  if (name.endsWith('feed')) {
    await page.keyboard.press('a')
    await expect(page.locator('main.feed h1')).toBeVisible()
  }
  if (name === 'answer-in-inbox') {
    await page.keyboard.press('r')
    await expect(page.locator('main.inbox textarea')).toBeFocused()
  }
  if (name.startsWith('connections')) {
    await page.keyboard.press('w')
    await expect(page.getByRole('dialog', { name: 'Connections' })).toBeVisible()
  }
  if (name === 'connections-signed-out') {
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect(page.getByRole('tabpanel').getByText('Not tried:')).toBeVisible()
  }
  if (name === 'history') {
    await page.locator('article.message').focus()
    await page.keyboard.press('Shift+H')
    await page.getByRole('button', { name: /^Show older versions/ }).scrollIntoViewIfNeeded()
  }
  if (name === 'window-failed') {
    await expect(page.getByRole('heading', { name: 'Something in this window failed' })).toBeVisible()
  }
}
