import { expect, it } from 'vitest'
import { temporaryDatabase } from '#support/files.ts'
import { messagesOf } from '#support/model.ts'
import type { Fault } from '#support/test-transport.ts'
import { setupWorld } from '#support/setup-world.ts'

it('a message that was deleted during an absence is removed, even if an event names it during its revalidation [M9] [M4]', async () => {
  const { server, iris, noor, general, start } = await setupWorld({ engine: 'none' })
  const ids: number[] = []
  for (let index = 0; index < 5; index += 1)
    ids.push(await server.post(noor, { stream: general, topic: 'a' }, `line ${index}`))
  const state = { fault: undefined as Fault | undefined }
  const faultFor = ({ path }: { path: string }) => (path.endsWith('/messages') ? state.fault : undefined)
  const database = temporaryDatabase()
  const client = start({ database, faultFor })
  await client.online()
  await server.clock.until('they are here', () => messagesOf(database).size === 5)

  server.deleteMessage(ids[2]!)
  server.built.context.events.removeAll()
  state.fault = { answerDelayMs: 2_000 }
  const before = client.requests.length
  const narrow = JSON.stringify([{ operator: 'stream', operand: general }])
  const isAsked = () => client.requests.slice(before).some(({ form }) => form.narrow === narrow)
  client.engine.signal('resume')
  await server.clock.until('its conversation is requested', isAsked)
  // Flag events name all marked ids, whether the messages exist or not.
  server.event(iris, { type: 'update_message_flags', op: 'add', flag: 'read', messages: [ids[2]!], all: false })
  await server.clock.advance(20_000)
  expect([...messagesOf(database).keys()]).toEqual(ids.filter((id) => id !== ids[2]))
})
