import { expect, it } from 'vitest'
import { TestClient } from '#support/test-client.ts'
import { TestServer } from '#support/test-server.ts'

it('the backfill runs once even if its policy changes meanwhile', async () => {
  const server = new TestServer()
  await server.start()
  const { iris, noor, general } = server.seed()
  await server.post(noor, { stream: general, topic: 'long' }, 'first')
  server.fill({ stream: general, topic: 'long' }, { from: noor, to: iris, count: 9_000, everySeconds: 300 })
  const client = new TestClient(server, iris, {
    faultFor: ({ path }) => (path.endsWith('/messages') ? { answerDelayMs: 700 } : undefined),
  }).start()
  await client.online()
  const pages = () =>
    client.requests.filter(({ path, priority }) => path.endsWith('/messages') && priority === 'background')
  await server.clock.until('the past is being fetched', () => pages().length >= 3)
  for (const days of [80, 85]) {
    expect(await client.engine.call('cache.policy', { days, keepsEverything: days === 85 })).toMatchObject({ ok: true })
    await server.clock.advance(100)
  }
  await server.clock.advance(120_000)
  const asked = pages().map(({ form }) => JSON.stringify(form))
  expect(asked.length).toBeGreaterThan(9)
  expect(new Set(asked).size).toBe(asked.length)
  client.engine.close()
})
