import { describe, expect, it } from 'vitest'
import type { AlertWordItem, AlertWordsMeta } from '#contract/notifications.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { DesktopNotification } from '#engine/ports.ts'
import type { TestClientOptions } from '#support/test-client.ts'
import { setupWorld } from '#support/setup-world.ts'

async function setUp(options: TestClientOptions = {}) {
  const { server, people, client } = await setupWorld({
    ...options,
    before: (made, { noor, general }) => made.post(noor, { stream: general, topic: 'earlier' }, 'hello'),
  })
  const { iris } = people
  const view = await client.openView<{ item: AlertWordItem; meta: AlertWordsMeta }>({ type: 'alert_words' })
  const change = (word: string, isOn: boolean) => client.engine.call('alertWords.change', { word, isOn })
  return {
    server,
    client,
    view,
    shown: () => view.items().map(({ word, state }) => `${word} ${state}`),
    add: (word: string) => change(word, true),
    remove: (word: string) => change(word, false),
    atServer: async () =>
      ((await server.call(iris, 'GET', '/users/me/alert_words')) as { alert_words: string[] }).alert_words,
    changeAtServer: (method: 'POST' | 'DELETE', words: readonly string[]) =>
      server.call(iris, method, '/users/me/alert_words', { alert_words: JSON.stringify(words) }),
    requests: () => client.requests.filter(({ path }) => path.endsWith('/alert_words')),
    letTimePass: () => server.clock.advance(3_000),
    ...people,
  }
}

function textOf(notification: DesktopNotification | undefined) {
  return notification?.content.kind === 'message' ? notification.content.text : undefined
}

describe('alert words', () => {
  it('come from the registration and from events, in alphabetical order', async () => {
    const { server, shown, changeAtServer } = await setUp()
    expect(shown()).toEqual([])
    await changeAtServer('POST', ['zebra', 'Apple', 'mango'])
    await server.clock.until('they are shown', () => shown().length === 3)
    expect(shown()).toEqual(['Apple saved', 'mango saved', 'zebra saved'])
    await changeAtServer('DELETE', ['APPLE'])
    await server.clock.until('one goes', () => shown().length === 2)
  })

  it('are added and removed at once, case-insensitively', async () => {
    const { server, shown, add, remove, atServer, letTimePass } = await setUp({
      faultFor: ({ path }) => (path.endsWith('/alert_words') ? { delayMs: 1_000 } : undefined),
    })
    expect(await add('  Deploy ')).toMatchObject({ ok: true })
    await server.clock.until('it is shown', () => shown().join() === 'Deploy saving')
    await letTimePass()
    expect(shown()).toEqual(['Deploy saved'])
    expect(await atServer()).toEqual(['Deploy'])
    expect(await add('dePLOY')).toMatchObject({ ok: false, error: { code: 'ALERT_WORD_KNOWN' } })
    await remove('DEPLOY')
    await server.clock.until('it is gone', () => shown().length === 0)
    await letTimePass()
    expect(await atServer()).toEqual([])
  })

  it('are changed offline and reach the server on reconnection, with only the last change of each word', async () => {
    let isDown = false
    const { server, client, shown, add, remove, atServer, requests, letTimePass } = await setUp({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await add('one')
    await add('two')
    await remove('one')
    await add('three')
    await server.clock.until('they are shown', () => shown().join() === 'three saving,two saving')
    expect(await atServer()).toEqual([])
    isDown = false
    await server.clock.until('all are there', () => shown().join() === 'three saved,two saved')
    await letTimePass()
    expect((await atServer()).sort()).toEqual(['three', 'two'])
    expect(requests().length).toBeGreaterThanOrEqual(3)
  })

  it('are sent again after a lost answer', async () => {
    let isLost = true
    const { server, shown, add, atServer, requests } = await setUp({
      faultFor: ({ path }) => (path.endsWith('/alert_words') && isLost ? { after: 'broken' } : undefined),
    })
    await add('deploy')
    await server.clock.until('its answer is lost', () => requests().length === 1)
    isLost = false
    await server.clock.until('it is there', () => shown().join() === 'deploy saved')
    expect(await atServer()).toEqual(['deploy'])
  })

  it('are refused locally if the server would not accept them', async () => {
    const { server, shown, add, changeAtServer } = await setUp()
    const { most } = clientLimits.alertWords
    expect(await add('   ')).toMatchObject({ ok: false, error: { code: 'ALERT_WORD_EMPTY' } })
    expect(await add('x'.repeat(101))).toMatchObject({ ok: false, error: { code: 'ALERT_WORD_TOO_LONG' } })
    expect(await add('𝒳'.repeat(100))).toMatchObject({ ok: true })
    await server.clock.until('it is there', () => shown().length === 1 && shown()[0]?.endsWith('saved') === true)
    await changeAtServer(
      'POST',
      Array.from({ length: most - 1 }, (_, index) => `word ${index}`),
    )
    await server.clock.until('the list is full', () => shown().length === most)
    expect(await add('one more')).toMatchObject({ ok: false, error: { code: 'ALERT_WORDS_FULL' } })
  })

  it('keep the reason of a refusal by the server until they are retried or removed', async () => {
    let refuses = true
    const refusal = JSON.stringify({ result: 'error', code: 'BAD_REQUEST', msg: 'No such words here' })
    const { server, client, view, shown, add, remove, atServer, letTimePass } = await setUp({
      through: (request, ask) =>
        request.path.endsWith('/alert_words') && request.method === 'POST' && refuses
          ? Promise.resolve({ status: 400, headers: {}, body: refusal })
          : ask(),
    })
    await add('deploy')
    await add('fire')
    await server.clock.until('both were refused', () => shown().join() === 'deploy failed,fire failed')
    expect(view.items()[0]).toMatchObject({ failure: { code: 'TEXT', values: { text: 'No such words here' } } })
    refuses = false
    await client.engine.call('outbox.retry', { localId: view.items()[0]?.localId ?? '' })
    await remove('fire')
    await letTimePass()
    expect(shown()).toEqual(['deploy saved'])
    expect(await atServer()).toEqual(['deploy'])
  })

  it('mark messages, and are the reason of a notification that has no other reason', async () => {
    const { server, client, add, remove, letTimePass, noor, iris, general } = await setUp()
    await add('deploy')
    await letTimePass()
    let count = 0
    const notified = () =>
      server.clock.until('the notification arrives', () => client.notifications.length > count && ++count > 0)
    const post = async (content: string) => {
      await server.post(noor, { stream: general, topic: 'work' }, content)
      await notified()
      return textOf(client.notifications.at(-1))
    }
    expect(await post('We Deploy at five')).toEqual({
      code: 'ALERT_WORD',
      values: { word: 'Deploy', text: 'We Deploy at five' },
    })
    expect(await post('@**Iris** deploy, please')).toEqual({ code: 'TEXT', values: { text: '@Iris deploy, please' } })
    await server.post(noor, { direct: [iris.id] }, 'deploy?')
    await notified()
    expect(textOf(client.notifications.at(-1))).toEqual({ code: 'TEXT', values: { text: 'deploy?' } })
    const conversation = await client.openConversation({ kind: 'topic', streamId: general, topic: 'work' })
    await server.clock.until('both are shown', () => conversation.items().length === 2)
    expect(conversation.items()).toMatchObject([
      { flags: ['has_alert_word'] },
      { flags: ['mentioned', 'has_alert_word'] },
    ])
    await remove('deploy')
    await letTimePass()
    await server.post(noor, { stream: general, topic: 'work' }, 'deploy again')
    await server.clock.advance(5_000)
    expect(client.notifications).toHaveLength(count)
  })
})
