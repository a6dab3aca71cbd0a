import { expect, shared as it } from './support/skein.ts'

it('each key of the window runs its command of the table, in its context only', async ({ app }) => {
  const { page } = app
  await app.open('books')
  const { keyboard } = page
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  const onList = () => page.getByRole('log').focus()

  await onList()
  for (const [key, name] of [
    ['?', 'Keyboard shortcuts'],
    ['w', /Connection/],
    ['x', 'New direct message'],
  ] as const) {
    await onList()
    await keyboard.press(key)
    await expect(dialog(name)).toBeVisible()
    // A dialog blocks all other commands.
    if (key !== 'x') {
      await keyboard.press('d')
      await keyboard.press('Control+Shift+K')
    }
    await keyboard.press('Escape')
    await expect(dialog(name)).toHaveCount(0)
    await expect(page.locator('main.conversation h1')).toContainText('books')
  }

  await onList()
  await keyboard.press('c')
  await expect(app.composer).toBeFocused()
  // In a text field a key is typed; with Ctrl it is a command.
  await keyboard.type('nxdow?/rc')
  await expect(app.composer).toHoldText('nxdow?/rc')
  await keyboard.press('Control+Shift+K')
  await expect(page.getByLabel('Jump to a conversation')).toBeFocused()
  await onList()
  await keyboard.press('r')
  await expect(app.composer).toBeFocused()
  await keyboard.press('Control+Shift+E')
  await expect(dialog('Choose an emoji')).toBeVisible()
  await keyboard.press('Escape')
  await app.composer.fill('')

  await onList()
  await keyboard.press('d')
  await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible()
  await keyboard.press('o')
  await expect(page.getByRole('heading', { name: 'Unsent messages' })).toBeVisible()
  // A key that is held down opens one dialog, and closes nothing.
  await keyboard.down('x')
  await keyboard.down('x')
  await keyboard.down('x')
  await keyboard.up('x')
  await expect(dialog('New direct message')).toHaveCount(1)
  await keyboard.press('Escape')
})

it('the tooltip, the menu and the list show the same keys', async ({ app }) => {
  const { page } = app
  await app.open('books')
  await app.send('with keys')
  const row = app.message('with keys')
  await row.hover()
  await expect(row.getByRole('button', { name: 'Star' })).toHaveAttribute('data-tooltip', 'Star (Ctrl S)')
  await row.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menu')).toContainText('Ctrl S')
  // A menu blocks all commands.
  await page.keyboard.press('Control+Shift+K')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('log').focus()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toContainText('/ or Ctrl Shift K')
  await expect(list).toContainText('Ctrl 1 to Ctrl 9')
  await expect(list).toContainText('Ctrl S')
})
