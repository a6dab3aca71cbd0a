import { violations } from './support/axe.ts'
import { expect, test, type SkeinApp } from './support/skein.ts'

const field = (app: SkeinApp) => app.page.getByRole('combobox', { name: 'Move draft to…' })

/** Chooses the conversation to which is written, by its key. */
async function readdress(app: SkeinApp, query: string, option: string): Promise<void> {
  await app.composer.press('ControlOrMeta+Shift+M')
  await expect(field(app)).toBeFocused()
  await app.page.keyboard.insertText(query)
  // For a moment the usual places are still listed, under their heading.
  await expect(app.page.locator('dialog.palette .heading')).toHaveCount(0)
  await expect(app.page.getByRole('option').first()).toContainText(option)
  await app.page.keyboard.press('Enter')
}

test('what is written goes along to another conversation, by keyboard alone and without a network', async ({
  app,
  server,
}) => {
  await app.open('lunch on Friday')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await app.composer.pressSequentially('wrong room for this')
  await app.composer.press('ControlOrMeta+Shift+M')
  await expect(field(app)).toBeFocused()
  await app.page.keyboard.insertText('books')
  await expect(app.page.getByRole('option').first()).toContainText('books')
  expect(await violations(app.page)).toEqual([])
  await app.page.keyboard.press('Enter')
  await expect(app.page.locator('main.conversation h1')).toContainText('books')
  await expect(app.composer).toBeFocused()
  await expect(app.composer).toHoldText('wrong room for this')
  await app.composer.press('End')
  await app.page.keyboard.type(', right here')
  await app.open('lunch on Friday')
  await expect(app.composer).toHoldText('')
  await app.reload()
  await expect(app.composer).toHoldText('')
  await app.open('books')
  await expect(app.composer).toHoldText('wrong room for this, right here')
})

test('to a stream the topic goes along, as the one that is typed there', async ({ app }) => {
  await app.open('lunch on Friday')
  await app.composer.pressSequentially('too long a story')
  await readdress(app, 'design', 'design')
  const topic = app.page.getByRole('combobox', { name: 'Topic' })
  await expect(topic).toHaveValue('lunch on Friday')
  await expect(app.composer).toHoldText('too long a story')
  await topic.fill('stories')
  await app.composer.press('ControlOrMeta+Enter')
  await expect(app.message('too long a story')).toBeVisible()
  await expect(app.composer).toHoldText('')
})

test('what was written in the other conversation before stays a draft of it, and comes back when this is sent', async ({
  app,
}) => {
  await app.open('books')
  await app.composer.pressSequentially('an older thought')
  await app.open('lunch on Friday')
  await app.composer.pressSequentially('a newer one')
  await app.page.getByRole('button', { name: 'Move draft to…' }).click()
  await field(app).fill('books')
  await app.page.getByRole('option').filter({ hasText: 'books' }).first().click()
  await expect(app.page.locator('main.conversation h1')).toContainText('books')
  await expect(app.composer).toHoldText('a newer one')
  await app.composer.press('ControlOrMeta+Enter')
  await expect(app.message('a newer one')).toBeVisible()
  await expect(app.composer).toHoldText('an older thought')
})

test('what is written goes along to several people who had no conversation, by keyboard alone', async ({
  app,
  server,
}) => {
  await app.open('lunch on Friday')
  await app.composer.pressSequentially('only for the two of you')
  await app.composer.press('ControlOrMeta+Shift+M')
  await expect(field(app)).toBeFocused()
  await app.page.keyboard.insertText('several')
  await expect(app.page.getByRole('option').first()).toContainText('several people')
  await app.page.keyboard.press('Enter')
  const dialog = app.page.getByRole('dialog', { name: 'Move draft to…' })
  const people = dialog.getByRole('combobox', { name: 'Name or email' })
  await expect(people).toBeFocused()
  for (const name of ['Ravi Sen', 'Nina Vogel']) {
    await people.pressSequentially(name)
    await expect(dialog.getByRole('option').first()).toContainText(name)
    await people.press('Enter')
    await expect(dialog.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
  }
  expect(await violations(app.page)).toEqual([])
  await people.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(app.page.locator('main.conversation h1')).toContainText('Ravi Sen')
  await expect(app.page.locator('main.conversation h1')).toContainText('Nina Vogel')
  await expect(app.composer).toBeFocused()
  await expect(app.composer).toHoldText('only for the two of you')
  await app.composer.press('ControlOrMeta+Enter')
  await expect.poll(() => server.contents('ravi', [['is', 'dm']])).toContain('only for the two of you')
  await app.open('lunch on Friday')
  await expect(app.composer).toHoldText('')
})

test('Escape in the choice of several people leaves everything as it was', async ({ app }) => {
  await app.open('lunch on Friday')
  await app.composer.pressSequentially('stays here')
  await app.composer.press('ControlOrMeta+Shift+M')
  await expect(field(app)).toBeFocused()
  await app.page.getByRole('option', { name: 'Choose several people…' }).click()
  await expect(app.page.getByRole('combobox', { name: 'Name or email' })).toBeFocused()
  await app.page.keyboard.press('Escape')
  await expect(app.composer).toBeFocused()
  await expect(app.composer).toHoldText('stays here')
})

test('an empty composer leads to the other conversation alone, and Escape leaves everything as it was', async ({
  app,
}) => {
  await app.open('lunch on Friday')
  await app.composer.pressSequentially('stays')
  await app.composer.press('ControlOrMeta+Shift+M')
  await expect(field(app)).toBeFocused()
  await app.page.keyboard.press('Escape')
  await expect(app.composer).toBeFocused()
  await expect(app.composer).toHoldText('stays')
  await app.open('the coffee machine')
  await readdress(app, 'books', 'books')
  await expect(app.page.locator('main.conversation h1')).toContainText('books')
  await expect(app.composer).toHoldText('')
})
