import { expect, it } from 'vitest'
import { Service } from '#support/service.ts'

const day = 86_400

it('a stream becomes inactive within a day after half a year without messages, and active with the next message (323)', async () => {
  const service = await Service.start({ featureLevel: 371 })
  const ben = service.person('Ben')
  const hall = await service.stream('hall', [ben])
  const yard = await service.stream('yard', [ben])
  const moved = await service.say(ben, hall, 'lunch', 'old')
  await service.say(ben, yard, 'lunch', 'new')
  const active = async () => {
    const { subscriptions } = await service.listen(ben, { queue_lifespan_secs: 7 * day })
    const streams = subscriptions as { stream_id: number; is_recently_active: boolean }[]
    return [hall, yard].map((id) => streams.find(({ stream_id }) => stream_id === id)?.is_recently_active)
  }
  const told = async () =>
    (await service.events(ben))
      .filter(({ type, property }) => type === 'stream' && property === 'is_recently_active')
      .map(({ stream_id, value }) => [stream_id, value])
  service.context.sql('UPDATE message SET timestamp = timestamp - ? WHERE id = ?', [181 * day, moved])
  expect(await active()).toEqual([true, true])
  await service.server.clock.advance(day * 1000)
  expect(await told()).toEqual([[hall, false]])
  expect(await active()).toEqual([false, true])
  await service.say(ben, hall, 'lunch', 'awake')
  await service.say(ben, hall, 'lunch', 'and again')
  expect(await told()).toEqual([[hall, true]])
  expect(await active()).toEqual([true, true])
  await service.server.stop()
})
