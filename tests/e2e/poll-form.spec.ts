import { violations } from './support/axe.ts'
import { expect, shared as it, test } from './support/skein.ts'

it('a poll is written in a form by keys, is a draft at any time, and is voted on, also offline', async ({
  app,
  server,
}) => {
  const { page } = app
  const { keyboard } = page
  const dialog = page.getByRole('dialog', { name: 'Poll' })
  await app.open('books')
  const openForm = async () => {
    await page.getByRole('button', { name: 'Format' }).click()
    await page.getByRole('menuitem', { name: 'Poll…' }).click()
    await expect(dialog.getByLabel('Question')).toBeFocused()
  }
  await openForm()
  await keyboard.press('ControlOrMeta+Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Enter a question.')
  expect(await violations(page)).toEqual([])
  await keyboard.type('Which book next?')
  await keyboard.press('Enter')
  await keyboard.type('Moby Dick')
  await keyboard.press('Enter')
  await keyboard.type('Middlemarch')
  await keyboard.press('Alt+ArrowUp')
  await expect(dialog.getByRole('textbox', { name: 'Option 1' })).toBeFocused()
  // Closing loses nothing, since the poll is the draft.
  await keyboard.press('Escape')
  await expect(app.composer).toBeFocused()
  await expect(app.composer).toHoldText('/poll Which book next?\nMiddlemarch\nMoby Dick')
  await expect(page.locator('.composer .saved')).toHaveText('Draft saved')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await openForm()
  await expect(dialog.getByRole('textbox', { name: 'Option 2' })).toHaveValue('Moby Dick')
  await dialog.getByRole('textbox', { name: 'Option 2' }).focus()
  await keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(app.composer).toHoldText('')
  await server.start()
  const poll = app.messages.filter({ hasText: 'Which book next?' })
  const option = poll.getByRole('button', { name: /Middlemarch/ })
  await expect(option).toBeVisible()
  await option.click()
  await expect(option).toHaveAttribute('aria-pressed', 'true')
})

it('keys edit a to-do list and another person’s poll in their messages, which show the others’ changes', async ({
  app,
  server,
}) => {
  const { page } = app
  await server.post('ada', { stream: 'general', topic: 'books' }, '/todo')
  const pollId = await server.post(
    'ada',
    { stream: 'general', topic: 'books' },
    '/poll Tea?\nGreen\n<b>Black</b> \u202eevil',
  )
  await app.open('books')
  const list = app.messages.filter({ has: page.getByLabel('New task') })
  await list.getByLabel('New task').fill('Water the plants')
  await list.getByLabel('Description (optional)').fill('not the cactus')
  await page.keyboard.press('Enter')
  const task = list.getByRole('checkbox', { name: /Water the plants/ })
  await expect(task).not.toBeChecked()
  await expect(list.getByLabel('New task')).toHaveValue('')
  await task.focus()
  await page.keyboard.press('Space')
  await expect(task).toBeChecked()

  const poll = app.messages.filter({ hasText: 'Tea?' })
  await expect(poll.getByRole('button', { name: 'Edit question' })).toHaveCount(0)
  await expect(poll).toContainText('<b>Black</b>')
  const vote = { type: 'vote', key: 'canned,0', vote: 1 }
  await server.call('noor', 'POST', '/submessage', {
    message_id: String(pollId),
    msg_type: 'widget',
    content: JSON.stringify(vote),
  })
  await expect(poll.getByRole('button', { name: 'Green, 1 vote' })).toHaveAttribute('aria-pressed', 'false')
  await expect(poll).toContainText('Noor Haddad')
  expect(await violations(page)).toEqual([])
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await poll.getByRole('button', { name: 'Green, 1 vote' }).click()
  await expect(poll.getByRole('button', { name: 'Green, 2 votes' })).toHaveAttribute('aria-pressed', 'true')
  await poll.getByLabel('New option').fill('Oolong')
  await page.keyboard.press('Enter')
  await expect(poll.getByRole('button', { name: 'Oolong, 0 votes' })).toBeVisible()
  await server.start()
  const submessages = async () => {
    const answer = await server.call('ada', 'GET', `/messages/${pollId}`)
    return (answer.message as { submessages: readonly unknown[] }).submessages.length
  }
  await expect.poll(submessages).toBe(4)
})

test.describe('where the server has titles of lists', () => {
  const level = ['--feature-level', '300'] as const
  test.use({ serverOptions: level })

  test('keys change the title of an own list and the question of an own poll in their messages, also offline', async ({
    app,
    server,
  }) => {
    const { page } = app
    await app.open('books')
    await app.send('/todo Packing\nShoes')
    await app.send('/poll Tea?\nGreen')
    const list = app.messages.filter({ has: page.getByLabel('New task') })
    const poll = app.messages.filter({ has: page.getByLabel('New option') })
    await expect(poll.getByRole('button', { name: /Green/ })).toBeVisible()
    await server.stop()
    await expect(app.state).toHaveText('Offline')
    for (const { message, edit, field, before, after } of [
      { message: list, edit: 'Edit title', field: 'List title', before: 'Packing', after: 'Packed' },
      { message: poll, edit: 'Edit question', field: 'Poll question', before: 'Tea?', after: 'Coffee?' },
    ]) {
      const button = message.getByRole('button', { name: edit })
      const text = message.getByLabel(field)
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(text).toBeFocused()
      await expect(text).toHaveValue(before)
      await page.keyboard.type('never')
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
      await expect(message).toContainText(before)
      await page.keyboard.press('Enter')
      await text.fill(after)
      await page.keyboard.press('Enter')
      await expect(button).toBeFocused()
      await expect(message).toContainText(after)
    }
    await server.start(...level)
    const parts = async (text: string) => {
      const { messages } = await server.call('ada', 'GET', '/messages', {
        anchor: 'newest',
        num_before: '2',
        num_after: '0',
      })
      return JSON.stringify(messages).includes(text)
    }
    await expect.poll(() => parts('Packed')).toBe(true)
    await expect.poll(() => parts('Coffee?')).toBe(true)
  })
})
