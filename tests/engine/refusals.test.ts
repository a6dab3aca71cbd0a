import { expect, it } from 'vitest'
import { englishCatalogue } from '#i18n/en/catalogue.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import { setupWorld } from '#support/setup-world.ts'

it('a refused call is answered with an error code of the catalogue, and with no text of the engine', async () => {
  const { people, start } = await setupWorld({ engine: 'none' })
  const { iris, general } = people
  const client = start()
  await client.online()
  const { engine } = client
  const lunch = { kind: 'topic', streamId: general, topic: 'lunch' } as const
  const send = (content: string) =>
    engine.call('messages.send', { localId: crypto.randomUUID(), destination: lunch, content })
  const refused = [
    await send(''),
    await send('a\0b'),
    await send('x'.repeat(10_001)),
    await engine.call('messages.edit', { messageId: 987_654_321, content: 'other' }),
    await engine.call('messages.delete', { messageId: 987_654_321 }),
    await engine.call('messages.raw', { messageId: 987_654_321 }),
    await engine.call('people.mute', { userId: iris.id, isMuted: true }),
    await engine.call('drafts.delete', { draftId: 'none' }),
    await engine.call('outbox.retry', { localId: 'none' }),
    await engine.call('messages.search', { query: 'is:cake', where: 'disk', before: null, limit: 20 }),
  ].map((result) => (result.ok ? null : result.error))
  expect(refused.map((error) => error?.code)).toEqual([
    'EMPTY_MESSAGE',
    'BAD_MESSAGE',
    'MESSAGE_TOO_LONG',
    'NO_MESSAGE',
    'NO_MESSAGE',
    'NO_MESSAGE',
    'MUTE_SELF',
    'NO_DRAFT',
    'NOT_IN_OUTBOX',
    'SEARCH_IS_UNKNOWN',
  ])
  for (const error of refused) {
    if (error === null) throw new Error('a call was not refused')
    expect(Object.keys(error).filter((key) => key !== 'code' && key !== 'values')).toEqual([])
    expect(englishCatalogue.failures).toHaveProperty(error.code)
    expect(sentenceOf(error)).not.toBe(sentenceOf({ code: 'INTERNAL' }))
  }
  client.engine.close()
})
