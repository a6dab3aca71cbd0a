import { violations } from './support/axe.ts'
import { expect, shared as it, type SkeinApp } from './support/skein.ts'
import type { ServerProcess } from './support/processes.ts'

const lunch = { stream: 'general', topic: 'lunch orders' }

async function openMessage(app: SkeinApp, server: ServerProcess, text: string): Promise<string> {
  await server.post('ada', lunch, text)
  await app.open(lunch.topic)
  const row = app.messages.last()
  await expect(row).toHaveAttribute('data-message-id', /\d+/)
  await app.page.getByRole('log').focus()
  await app.page.keyboard.press('ArrowUp')
  await expect(row).toBeFocused()
  return (await row.getAttribute('data-message-id')) ?? ''
}

it('a message is forwarded by keyboard alone, quoted whole with a link back, and not sent', async ({ app, server }) => {
  const id = await openMessage(app, server, 'Soup **and** [a file](/user_uploads/1/ab/soup.txt)\n```\ncode\n```')
  await app.page.keyboard.press('f')
  const field = app.page.getByRole('combobox', { name: 'Forward to…' })
  await expect(field).toBeFocused()
  await app.page.keyboard.insertText('books')
  await expect(app.page.getByRole('option').first()).toContainText('books')
  expect(await violations(app.page)).toEqual([])
  await app.page.keyboard.press('Enter')
  await expect(app.page.locator('main.conversation h1')).toContainText('books')
  await expect(app.composer).toBeFocused()
  await expect(app.composer).toHoldText(
    new RegExp(
      `^@_\\*\\*Ada Brandt\\|\\d+\\*\\* \\[said\\]\\(${server.url}/#narrow/stream/\\d+/topic/lunch.20orders/near/${id}\\):\n` +
        '````quote\nSoup \\*\\*and\\*\\* \\[a file\\]\\(/user_uploads/1/ab/soup\\.txt\\)\n```\ncode\n```\n````',
    ),
  )
  expect(await server.contents('ada', [['topic', 'books']])).not.toContain('[said]')

  // The link back leads to the message.
  await app.composer.press('Control+Enter')
  const sent = app.messages.last()
  await expect(sent).toContainText('said:')
  await sent.getByRole('link', { name: 'said' }).click()
  await expect(app.page.locator('main.conversation h1')).toContainText(lunch.topic)
})

it('a draft in the other conversation stays, before the forwarded text', async ({ app, server }) => {
  await app.open('books')
  await app.composer.fill('half a sentence')
  await openMessage(app, server, 'For the shelf')
  await app.choose(app.messages.last(), 'Forward message')
  await app.page.getByRole('combobox', { name: 'Forward to…' }).fill('books')
  await app.page.getByRole('option').filter({ hasText: 'books' }).first().click()
  await expect(app.composer).toHoldText(/^half a sentence\n\n@_\*\*Ada Brandt[^]*For the shelf/)
})

it('an own message is forwarded offline, and a message without its text shows the reason', async ({ app, server }) => {
  await openMessage(app, server, 'of somebody else')
  await app.send('my *own* words')
  await expect(app.message('my own words')).toHaveAttribute('data-message-id', /\d+/)
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  const forward = async (text: string) => {
    await app.choose(app.message(text), 'Forward message')
    await app.page.getByRole('combobox', { name: 'Forward to…' }).fill('books')
    await app.page.getByRole('option').filter({ hasText: 'books' }).first().click()
  }
  await forward('of somebody else')
  await expect(app.page.getByText('This message’s text is only on the server')).toBeVisible()
  await expect(app.page.locator('main.conversation h1')).toContainText(lunch.topic)
  await forward('my own words')
  await expect(app.page.locator('main.conversation h1')).toContainText('books')
  await expect(app.composer).toHoldText(/quote\nmy \*own\* words/)
})
