import { expect, test } from './support/skein.ts'

test('typing people are shown beside the title, and others see the user’s typing by the account’s settings', async ({
  app,
  server,
}) => {
  const { page } = app
  const streamId = String(await server.streamId('general'))
  const tell = (op: string) =>
    server.call('noor', 'POST', '/typing', { op, type: 'stream', stream_id: streamId, topic: 'books' })
  await app.open('books')
  await tell('start')
  const line = page.locator('.to').getByRole('status')
  await expect(line).toHaveText('Noor Haddad is typing…')
  await tell('stop')
  await expect(line).toHaveCount(0)

  const queue = await server.call('noor', 'POST', '/register', {
    event_types: JSON.stringify(['typing']),
    client_capabilities: JSON.stringify({ notification_settings_null: true, stream_typing_notifications: true }),
  })
  const last = -1
  const ops = async (): Promise<string[]> => {
    const query = `?queue_id=${String(queue.queue_id)}&last_event_id=${last}&dont_block=true`
    const answer = await server.call('noor', 'GET', `/events${query}`)
    return (answer.events as { type: string; op?: string }[]).flatMap(({ type, op }) =>
      type === 'typing' && op !== undefined ? [op] : [],
    )
  }
  await app.composer.pressSequentially('hello')
  await expect.poll(ops).toEqual(['start'])
  await page.keyboard.press('Enter')
  await expect(app.composer).toHoldText('')
  await expect.poll(ops).toEqual(['start', 'stop'])
})
