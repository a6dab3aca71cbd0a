import { afterEach, describe, expect, it, vi } from 'vitest'
import { sentenceOf } from '#i18n/catalogue.ts'
import type { Result } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { CallName, EngineCallName } from '#contract/calls.ts'
import { ComposerModel } from '#renderer/parts/composer/composer-model.svelte.ts'
import { temporaryDatabase } from '#support/files.ts'
import { TestClient } from '#support/test-client.ts'
import { TestServer } from '#support/test-server.ts'

const restarted = { code: 'ENGINE_RESTARTED' } as const

type Death = 'before' | 'after'

/** A real engine behind a bridge, which can be killed before or after it has executed a call. */
async function world() {
  const server = new TestServer()
  await server.start()
  const { iris, noor, general } = server.seed()
  const database = temporaryDatabase()
  let client = new TestClient(server, iris, { database }).start()
  await client.online()
  const deaths = new Map<CallName, Death[]>()
  let isGone = false
  const restart = () => {
    client.engine.close()
    client = new TestClient(server, iris, { database }).start()
  }
  const answer = async (name: CallName, input: object): Promise<Result<unknown>> => {
    if (isGone) return { ok: false, error: restarted }
    const death = deaths.get(name)?.shift()
    if (death === 'before') {
      restart()
      return { ok: false, error: restarted }
    }
    const result = await client.engine.call(name as EngineCallName, input)
    if (death !== 'after') return result
    restart()
    return { ok: false, error: restarted }
  }
  const bridge: Bridge = {
    call: ((name: CallName, input: object) => answer(name, input)) as Bridge['call'], // answers as the engine does
    onUpdate: () => () => undefined,
  }
  const narrow = { kind: 'topic', streamId: general, topic: 'lunch' } as const
  const compose = async () => {
    const composer = new ComposerModel(bridge, 'a', narrow)
    await vi.waitFor(() => {
      expect(composer.isLoaded).toBe(true)
    })
    return composer
  }
  const type = (composer: ComposerModel, text: string) => {
    composer.content = text
    composer.edited()
  }
  /** The server’s messages at the end, after everything pending was sent. */
  const sent = async () => {
    await server.clock.advance(60_000)
    return server.contents(noor, [['topic', 'lunch']])
  }
  const drafts = () => client.engine.call('drafts.get', { narrow })
  cleanUp = async () => {
    client.engine.close()
    await server.stop()
  }
  return {
    compose,
    type,
    sent,
    drafts,
    bridge,
    narrow,
    dies: (name: CallName, ...when: Death[]) => deaths.set(name, when),
    goes: (gone: boolean) => {
      isGone = gone
    },
    engine: () => client.engine,
  }
}

let cleanUp = () => Promise.resolve()

afterEach(async () => {
  await cleanUp()
})

/** Waits until the composer has learned the outcome of the text by itself. */
async function stored(composer: ComposerModel): Promise<void> {
  await vi.waitFor(
    () => {
      expect(composer.isStored).toBe(true)
    },
    { timeout: 20_000 },
  )
}

describe('a text whose send call was not answered', { timeout: 120_000 }, () => {
  it('leaves the composer by itself if it was queued, and is one message', async () => {
    const { compose, type, sent, drafts, dies } = await world()
    const composer = await compose()
    type(composer, 'hello')
    dies('messages.send', 'after')
    await composer.send()
    await stored(composer)
    expect(composer.content).toBe('')
    expect(composer.failure).toBeNull()
    expect(await drafts()).toMatchObject({ value: { draftId: null, content: '' } })
    expect(await composer.send()).toBe(false)
    expect(await sent()).toEqual(['hello'])
  })

  it('is one message when Send is pressed again before its outcome is known', async () => {
    const { compose, type, sent, dies } = await world()
    const composer = await compose()
    type(composer, 'hello')
    await composer.flush()
    dies('messages.send', 'after')
    dies('drafts.set', 'before', 'before')
    expect(await composer.send()).toBe(false)
    expect(composer.content).toBe('hello')
    const again = await composer.send()
    expect(await sent()).toEqual(['hello'])
    expect([again, composer.content]).toEqual([true, ''])
    await stored(composer)
    expect(await sent()).toEqual(['hello'])
  })

  it('is sent by the next attempt if it was not queued', async () => {
    const { compose, type, sent, drafts, dies } = await world()
    const composer = await compose()
    type(composer, 'hello')
    dies('messages.send', 'before')
    expect(await composer.send()).toBe(false)
    await stored(composer)
    expect(composer.content).toBe('hello')
    expect(await drafts()).toMatchObject({ value: { content: 'hello' } })
    expect(await composer.send()).toBe(true)
    expect(await sent()).toEqual(['hello'])
  })

  it('stays with a notice about the first message if it was queued and changed since', async () => {
    const { compose, type, sent, drafts, dies } = await world()
    const composer = await compose()
    type(composer, 'hello wrld')
    dies('messages.send', 'after')
    dies('drafts.set', 'before')
    await composer.send()
    type(composer, 'hello world')
    expect(await composer.send()).toBe(false)
    expect(composer.failure?.code).toBe('SENT_BEFORE')
    expect(composer.content).toBe('hello world')
    await stored(composer)
    expect(await drafts()).toMatchObject({ value: { content: 'hello world' } })
    expect(await sent()).toEqual(['hello wrld'])
    // The user has seen the notice, so the text is a separate message now.
    expect(await composer.send()).toBe(true)
    expect(await sent()).toEqual(['hello wrld', 'hello world'])
  })

  it('leaves only the text that was written below it', async () => {
    const { compose, type, sent, dies } = await world()
    const composer = await compose()
    type(composer, 'one')
    dies('messages.send', 'after')
    dies('drafts.set', 'before')
    await composer.send()
    type(composer, 'one and two')
    await stored(composer)
    expect(composer.content).toBe(' and two')
    expect(await sent()).toEqual(['one'])
  })

  it('is followed by the text that was written below it while the answer was pending', async () => {
    const { compose, type, sent } = await world()
    const composer = await compose()
    type(composer, 'one')
    const first = composer.send()
    type(composer, 'one\ntwo')
    expect(await composer.send()).toBe(true)
    expect(await first).toBe(true)
    expect(composer.content).toBe('')
    expect(await sent()).toEqual(['one', 'two'])
  })

  it('is one message when Enter is pressed twice', async () => {
    const { compose, type, sent } = await world()
    const composer = await compose()
    type(composer, 'hello')
    await Promise.all([composer.send(), composer.send()])
    expect(await sent()).toEqual(['hello'])
  })

  it('cannot be changed and sent while its outcome is unknown', async () => {
    const { compose, type, sent, dies, goes } = await world()
    const composer = await compose()
    type(composer, 'hello wrld')
    dies('messages.send', 'after')
    dies('drafts.set', 'before')
    await composer.send()
    goes(true)
    type(composer, 'hello world')
    expect(await composer.send()).toBe(false)
    expect(composer.failure?.code).toBe('UNANSWERED')
    expect(composer.content).toBe('hello world')
    goes(false)
    await stored(composer)
    expect(composer.failure?.code).toBe('SENT_BEFORE')
    expect(await sent()).toEqual(['hello wrld'])
  })

  it('does not return as a draft in a reloaded page', async () => {
    const { compose, type, sent, dies } = await world()
    const composer = await compose()
    type(composer, 'hello')
    await composer.flush()
    dies('messages.send', 'after')
    await composer.send()
    await stored(composer)
    const reloaded = await compose()
    expect(reloaded.content).toBe('')
    expect(await reloaded.send()).toBe(false)
    expect(await sent()).toEqual(['hello'])
  })

  it('leaves with its files, which are not sent twice', async () => {
    const { compose, sent, dies, engine, narrow } = await world()
    const composer = await compose()
    const file = { attachmentId: '00000000-0000-4000-8000-000000000001', name: 'a.png', type: 'image/png', size: 3 }
    await engine().call('drafts.attach', { narrow, draftId: 'd1', ...file })
    const loaded = await engine().call('drafts.get', { narrow })
    if (!loaded.ok) throw new Error(sentenceOf(loaded.error))
    composer.adopt(loaded.value) // the output of this call
    expect(composer.attachments).toHaveLength(1)
    dies('messages.send', 'after')
    dies('drafts.set', 'before')
    expect(await composer.send()).toBe(false)
    expect(await composer.send()).toBe(true)
    expect(composer.attachments).toEqual([])
    expect(await sent()).toHaveLength(1)
  })
})

it('a text that changed after an unanswered send call is another message if the first was not queued', async () => {
  const { compose, type, sent, dies } = await world()
  const composer = await compose()
  type(composer, 'hello wrld')
  dies('messages.send', 'before')
  await composer.send()
  type(composer, 'hello world')
  expect(await composer.send()).toBe(true)
  expect(await sent()).toEqual(['hello world'])
}, 120_000)

it('a draft that is sent from the list keeps its local id until it is answered', async () => {
  const { OnceIds } = await import('#renderer/state/account-calls.ts')
  const { engine, narrow, sent, dies, bridge } = await world()
  await engine().call('drafts.set', { narrow, draftId: 'd1', topic: '', content: 'from the list' })
  const ids = new OnceIds()
  dies('drafts.send', 'after')
  const send = () => bridge.call('drafts.send', { accountId: 'a', draftId: 'd1', localId: ids.idOf('d1') })
  expect(await send()).toMatchObject({ ok: false })
  expect(await send()).toEqual({ ok: true, value: null })
  expect(await sent()).toEqual(['from the list'])
  const before = ids.idOf('d1')
  ids.done('d1')
  expect(ids.idOf('d1')).not.toBe(before)
}, 120_000)

it('a text that cannot be stored is retried until it is stored', async () => {
  const { compose, type, drafts, goes } = await world()
  const composer = await compose()
  goes(true)
  type(composer, 'kept')
  await composer.flush()
  expect(composer.saved).toBe('failed')
  expect(composer.failure).not.toBeNull()
  goes(false)
  await stored(composer)
  expect(composer.saved).toBe('saved')
  expect(composer.failure).toBeNull()
  expect(await drafts()).toMatchObject({ value: { content: 'kept' } })
}, 120_000)
