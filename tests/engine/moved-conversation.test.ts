import { describe, expect, it } from 'vitest'
import { setupWorld } from '#support/setup-world.ts'

/** Renames a topic with two messages; the new topic is known when the answer arrives. */
async function renamed() {
  const here = await setupWorld()
  const { server, client, noor, general } = here
  const at = (topic: string) => ({ kind: 'topic', streamId: general, topic }) as const
  const messageId = await server.post(noor, { stream: general, topic: 'lunch' }, 'one')
  await server.post(noor, { stream: general, topic: 'lunch' }, 'two')
  const lunch = await client.openConversation(at('lunch'))
  await server.clock.until('the topic is here', () => lunch.texts().length === 2)
  const move = (topic: string) =>
    client.engine.call('messages.move', {
      messageId,
      streamId: general,
      topic,
      mode: 'change_all',
      notifyOld: false,
      notifyNew: false,
    })
  await move('supper')
  await server.clock.until('the view has followed', () => lunch.meta().title === 'supper')
  /** The title and the texts of a topic that is opened. */
  const shown = async (topic: string) => {
    const view = await client.openConversation(at(topic))
    return [view.meta().title, view.texts()]
  }
  return { ...here, at, move, lunch, shown }
}

describe('a topic that is opened from a list older than its move [M15]', () => {
  it('opens under its current name, also after two moves', async () => {
    const { server, move, lunch, shown } = await renamed()
    expect(await shown('Lunch')).toEqual(['supper', ['one', 'two']])
    await move('dinner')
    await server.clock.until('the view has followed again', () => lunch.meta().title === 'dinner')
    for (const topic of ['lunch', 'supper']) expect(await shown(topic)).toEqual(['dinner', ['one', 'two']])
  })

  it('opens under its first name after it has moved back', async () => {
    const { server, move, lunch, shown } = await renamed()
    await move('lunch')
    await server.clock.until('it is back', () => lunch.meta().title === 'lunch')
    for (const topic of ['supper', 'lunch']) expect(await shown(topic)).toEqual(['lunch', ['one', 'two']])
  })

  it('opens under its old name if that has new or pending messages, or if the move was long ago', async () => {
    const { server, client, at, noor, general } = await renamed()
    await client.send(at('lunch'), 'about the next one')
    const pending = await client.openConversation(at('lunch'))
    expect(pending.meta().title).toBe('lunch')
    await server.clock.until('it has been sent', () => pending.texts().join() === 'about the next one')
    const again = await client.openConversation(at('lunch'))
    expect(again.meta().title).toBe('lunch')

    const later = await renamed()
    await later.server.clock.advance(11_000)
    expect(await later.shown('lunch')).toEqual(['lunch', []])
    expect(
      await server.contents(noor, [
        ['stream', general],
        ['topic', 'lunch'],
      ]),
    ).toEqual(['about the next one'])
  })
})
