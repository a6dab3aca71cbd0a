import { violations } from './support/axe.ts'
import { expect, shared as it, type SkeinApp, test } from './support/skein.ts'
import type { ServerProcess } from './support/processes.ts'

const books = [['topic', 'books']] as const
const inSeconds = /Deleting for everyone in \d s/

async function focusOn(app: SkeinApp, text: string): Promise<void> {
  await app.page.getByRole('log').focus()
  await expect(async () => {
    await app.page.keyboard.press('ArrowUp')
    await expect(app.message(text)).toBeFocused({ timeout: 300 })
  }).toPass()
}

async function openWith(app: SkeinApp, server: ServerProcess, texts: readonly string[]): Promise<void> {
  for (const text of texts) await server.post('iris', { stream: 'general', topic: 'books' }, text)
  await app.open('books')
  await expect(app.message(texts.at(-1) ?? '')).toHaveAttribute('data-message-id', /\d+/)
}

it('a deletion shows at once with the remaining seconds, and is undone by its key or carried out', async ({
  app,
  server,
}) => {
  await openWith(app, server, ['to keep after all', 'to go'])
  await focusOn(app, 'to keep after all')
  await app.page.keyboard.press('Delete')
  const dialog = app.page.getByRole('dialog', { name: 'Delete this message?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  const kept = app.message('to keep after all')
  await expect(kept).toContainText(inSeconds)
  expect(await violations(app.page)).toEqual([])
  await expect(kept).toBeFocused()
  await app.page.keyboard.press('Control+z')
  await expect(kept).not.toContainText(inSeconds)

  await focusOn(app, 'to go')
  await app.page.keyboard.press('Shift+Delete')
  await expect(app.message('to go')).toContainText(inSeconds)
  expect(await server.contents('ada', books)).toContain('to go')
  await expect(app.message('to go')).toHaveCount(0, { timeout: 20_000 })
  await expect.poll(() => server.contents('ada', books)).not.toContain('to go')
  expect(await server.contents('ada', books)).toContain('to keep after all')
})

it('several deletions in a row are undone separately', async ({ app, server }) => {
  const texts = ['first of three', 'second of three', 'third of three']
  await openWith(app, server, texts)
  for (const text of texts.toReversed()) {
    await focusOn(app, text)
    await app.page.keyboard.press('Shift+Delete')
    await expect(app.message(text)).toContainText(inSeconds)
  }
  await app.message('second of three').getByRole('button', { name: 'Undo' }).click()
  await expect(app.message('first of three')).toHaveCount(0, { timeout: 20_000 })
  await expect(app.message('third of three')).toHaveCount(0)
  await expect(app.message('second of three')).not.toContainText(inSeconds)
  const left = await server.contents('ada', books)
  expect(texts.filter((text) => left.includes(text))).toEqual(['second of three'])
})

test('a deletion survives a restart of the program, which leaves time to undo it', async ({ app, server, launch }) => {
  await openWith(app, server, ['deleted before the end'])
  await focusOn(app, 'deleted before the end')
  await app.page.keyboard.press('Shift+Delete')
  await expect(app.message('deleted before the end')).toContainText(inSeconds)
  await app.quit()
  expect(await server.contents('ada', books)).toContain('deleted before the end')

  const again = await launch({ data: app.data })
  await again.open('books')
  await expect(again.message('deleted before the end')).toContainText(inSeconds)
  await again.message('deleted before the end').getByRole('button', { name: 'Undo' }).click()
  await expect(again.message('deleted before the end')).not.toContainText(inSeconds)
  expect(await server.contents('ada', books)).toContain('deleted before the end')
})

it('a deletion that waits offline can be undone', async ({ app, server }) => {
  await openWith(app, server, ['offline and gone', 'offline and kept'])
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  for (const text of ['offline and kept', 'offline and gone']) {
    await focusOn(app, text)
    await app.page.keyboard.press('Shift+Delete')
    await expect(app.message(text)).toContainText(inSeconds)
  }
  await expect(app.message('offline and kept')).toContainText('deleting – will be sent when you’re back online', {
    timeout: 15_000,
  })
  await app.message('offline and kept').getByRole('button', { name: 'Undo' }).click()
  await expect(app.message('offline and kept')).not.toContainText('deleting')
  await server.start()
  await app.reconnect()
  await expect(app.message('offline and gone')).toHaveCount(0)
  expect(await server.contents('ada', books)).toContain('offline and kept')
})

test('a refused deletion is undone with the reason', async ({ app, server }) => {
  await openWith(app, server, ['not to be deleted'])
  await focusOn(app, 'not to be deleted')
  await app.page.keyboard.press('Shift+Delete')
  await expect(app.message('not to be deleted')).toContainText(inSeconds)
  await server.stop()
  await server.start()
  // The user is not an administrator any more when the deletion is sent.
  await server.call('ada', 'PATCH', '/realm', { delete_own_message_policy: '2' })
  const { user_id: iris } = (await server.call('iris', 'GET', '/users/me')) as { user_id: number }
  await server.call('ada', 'PATCH', `/users/${iris}`, { role: '400' })
  await app.reconnect()
  await expect(app.message('not to be deleted')).toContainText('Not deleted', { timeout: 20_000 })
  await app.message('not to be deleted').getByRole('button', { name: 'Discard' }).click()
  await expect(app.message('not to be deleted')).not.toContainText('Not deleted')
})
