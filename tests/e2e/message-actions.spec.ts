import { expect, test } from './support/skein.ts'

test('an own message is edited from its Markdown, and its versions can be seen', async ({ app, server }) => {
  await app.open('books')
  await app.send('The *first* words')
  const row = app.message('The first words')
  await expect(row).toHaveAttribute('data-message-id', /\d+/)
  await row.hover()
  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = app.page.getByRole('textbox', { name: 'Edit the message' })
  await expect(editor).toHoldText('The *first* words')
  await editor.fill('The **second** words')
  await app.page.getByRole('button', { name: 'Save', exact: true }).click()
  const edited = app.message('The second words')
  await expect(edited.locator('strong')).toHaveText('second')
  expect(
    await server.contents('ada', [
      ['topic', 'books'],
      ['sender', 'iris@alder.example'],
    ]),
  ).toContain('The **second** words')

  await app.choose(edited, 'Earlier versions')
  const dialog = app.page.getByRole('dialog', { name: 'Versions of this message' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').last()).toContainText('The first words')
  await dialog.getByRole('button', { name: 'Close' }).click()
})

test('an edit made without a network waits with its text, survives a restart, and is saved later', async ({
  app,
  server,
  launch,
}) => {
  await app.open('books')
  await app.send('Before the storm')
  await expect(app.message('Before the storm')).toHaveAttribute('data-message-id', /\d+/)
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await app.composer.press('ArrowUp')
  const editor = app.page.getByRole('textbox', { name: 'Edit the message' })
  await expect(editor).toHoldText('Before the storm')
  await editor.fill('After the storm')
  await editor.press('Enter')
  await expect(app.message('After the storm')).toContainText('saving the edit')
  await app.quit()

  const again = await launch({ data: app.data })
  await again.open('books')
  await expect(again.message('After the storm')).toContainText('saving the edit')
  await server.start()
  await again.reconnect()
  await expect(again.message('After the storm')).not.toContainText('saving the edit')
  await expect
    .poll(() =>
      server.contents('ada', [
        ['topic', 'books'],
        ['sender', 'iris@alder.example'],
      ]),
    )
    .toContain('After the storm')
})

test('a message is deleted after a question, for everybody', async ({ app, server }) => {
  await app.open('books')
  await app.send('A mistake')
  const row = app.message('A mistake')
  await expect(row).toHaveAttribute('data-message-id', /\d+/)
  await app.choose(row, 'Delete…')
  await app.page.getByRole('button', { name: 'Keep' }).click()
  await expect(row).toBeVisible()
  await app.choose(row, 'Delete…')
  await app.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  expect(await server.contents('ada', [['topic', 'books']])).not.toContain('A mistake')
})

test('a star and an unread mark show at once and reach the server', async ({ app, server }) => {
  await app.open('the coffee machine')
  const row = app.message('You are a hero.')
  await row.hover()
  await row.getByRole('button', { name: 'Star' }).click()
  await expect(row.getByLabel('Starred')).toBeVisible()
  await expect.poll(() => server.contents('iris', [['is', 'starred']])).toEqual(['You are a hero.'])

  await app.choose(row, 'Mark unread from here')
  await expect(app.navigationItem('the coffee machine').locator('.badge')).toContainText('3')
  await expect
    .poll(
      async () =>
        (
          await server.contents('iris', [
            ['topic', 'the coffee machine'],
            ['is', 'unread'],
          ])
        ).length,
    )
    .toBe(3)
})

test('a quotation takes the Markdown into the composer, with a fence that holds it', async ({ app }) => {
  await app.open('glare on wet boxes')
  const row = app.message('That is what I am trying now')
  await row.hover()
  await row.getByRole('button', { name: 'Quote' }).click()
  await expect(app.composer).toHoldText(
    /^@_\*\*森 花\|\d+\*\* said:\n````quote\nThat is what I am trying now:\n```python/,
  )
  await expect(app.composer).toBeFocused()
})

test('messages are walked through and acted on by keyboard', async ({ app }) => {
  await app.open('the coffee machine')
  await expect(app.messages.last()).toBeVisible()
  await app.page.getByRole('log').focus()
  await app.page.keyboard.press('ArrowUp')
  await expect(app.messages.last()).toBeFocused()
  await app.page.keyboard.press('k')
  await app.page.keyboard.press('k')
  await expect(app.message('You are a hero.')).toBeFocused()
  await app.page.keyboard.press('Control+s')
  await expect(app.message('You are a hero.').getByLabel('Starred')).toBeVisible()
  await app.page.keyboard.press('>')
  await expect(app.composer).toHoldText(/You are a hero\./)
})
