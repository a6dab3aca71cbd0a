import { expect, it } from 'vitest'
import { readUserSettings } from '#engine/store/documents/user-settings.ts'
import { TestClient } from '#support/test-client.ts'
import { setupWorld } from '#support/setup-world.ts'

it('each account formats times by its own clock setting, and follows changes on other devices at once', async () => {
  const { client, server, iris, noor } = await setupWorld()
  const other = new TestClient(server, noor, {}).start()
  await other.online()
  await server.ok(noor, 'PATCH', '/settings', { twenty_four_hour_time: 'true' })
  for (const [value, clock] of [
    ['false', '12'],
    ['true', '24'],
    ['false', '12'],
  ] as const) {
    await server.ok(iris, 'PATCH', '/settings', { twenty_four_hour_time: value })
    await server.clock.until('the status reports it', () => client.status?.clock === clock, 5_000)
    expect(other.status?.clock).toBe('24')
  }
  other.engine.close()
})

it('the clock of the system applies if the server has no clock setting or leaves it to the system', () => {
  expect(readUserSettings({}).twenty_four_hour_time).toBeNull()
  expect(readUserSettings({ twenty_four_hour_time: null }).twenty_four_hour_time).toBeNull()
  expect(readUserSettings({ twenty_four_hour_time: 'yes' }).twenty_four_hour_time).toBeNull()
  expect(readUserSettings({ twenty_four_hour_time: true }).twenty_four_hour_time).toBe(true)
})
