import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { EngineHost } from '#accounts/engine-host.ts'
import type { AccountStatus } from '#engine/ports.ts'
import { Outgoing } from '#accounts/outgoing.ts'
import type { Gate } from '#network/gate.ts'

/** A thread that runs `body` instead of an engine. */
function thread(body: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'; ${body}`)}`,
  )
}

function host(threadFile: URL, language = () => 'en') {
  const events = { restarts: 0, logs: [] as string[], statuses: [] as AccountStatus[], causes: [] as string[] }
  const aborted: number[] = []
  let requests = 0
  const gate = {
    request: () => {
      const id = (requests += 1)
      return () => aborted.push(id)
    },
    setEmail: () => undefined,
  } as unknown as Gate
  const engine = new EngineHost({
    language,
    files: { engine: threadFile, ingest: threadFile, reader: threadFile },
    accountId: 'a',
    database: ':memory:',
    gate,
    outgoing: new Outgoing('/nowhere'),
    events: {
      onUpdate: () => undefined,
      onStatus: (status) => events.statuses.push(status),
      onRestarted: () => (events.restarts += 1),
      onDied: (cause) => events.causes.push(cause),
      onNotify: () => undefined,
      onWithdraw: () => undefined,
      onLog: (_level, message) => events.logs.push(message),
    },
  })
  return { engine, events, aborted }
}

const request = `{ method: 'GET', path: '/x', form: {}, priority: 'foreground', timeoutMs: 1, maxBytes: 1 }`

/** From now on the pauses of the host pass fifty times as fast; its threads keep their own time. */
function hurry(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const running = setInterval(() => vi.advanceTimersByTime(250), 5)
  onTestFinished(() => {
    clearInterval(running)
    vi.useRealTimers()
  })
}

describe('the host of an engine thread', () => {
  it('answers calls and closes in order', async () => {
    const { engine } = host(
      thread(`parentPort.on('message', (m) => {
        if (m.type === 'call') parentPort.postMessage({ type: 'answer', id: m.id, output: { ok: true, value: workerData.engineEpoch } })
        if (m.type === 'close') { parentPort.postMessage({ type: 'closed' }); parentPort.close() }
      })`),
    )
    engine.start()
    expect(await engine.call('emoji.choice', {})).toEqual({ ok: true, value: 1 })
    await engine.close()
    expect(await engine.call('emoji.choice', {})).toMatchObject({ ok: false, error: { code: 'CLOSED' } })
  })

  it('tells its thread another language of names', async () => {
    let language = 'de'
    const { engine } = host(
      thread(`let spoken = workerData.language
      parentPort.on('message', (m) => {
        if (m.type === 'language') spoken += ' ' + m.language
        if (m.type === 'call') parentPort.postMessage({ type: 'answer', id: m.id, output: { ok: true, value: spoken } })
        if (m.type === 'close') { parentPort.postMessage({ type: 'closed' }); parentPort.close() }
      })`),
      () => language,
    )
    engine.start()
    language = 'sv'
    engine.sendLanguage()
    expect(await engine.call('emoji.choice', {})).toEqual({ ok: true, value: 'de sv' })
    await engine.close()
  })

  it('continues a sign-out if the thread does not answer', async () => {
    const { engine, events } = host(
      thread(`parentPort.on('message', (m) => { if (m.type === 'close') parentPort.close() })`),
    )
    hurry()
    engine.start()
    expect(await engine.call('queue.release', {})).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
    expect(events.logs.join()).toContain('queue.release was not answered')
    await engine.close()
  })

  it('restarts a dead thread, answers its callers, and aborts its requests', async () => {
    const { engine, events, aborted } = host(
      thread(`parentPort.on('message', (m) => {
        if (m.type === 'close') parentPort.close()
        if (m.type !== 'call') return
        if (m.input.input.draftId === 'die') { parentPort.postMessage({ type: 'request', id: 1, request: ${request} }); setImmediate(() => { throw new Error('dead') }) }
        else parentPort.postMessage({ type: 'answer', id: m.id, output: { ok: true, value: workerData.engineEpoch } })
      })`),
    )
    engine.start()
    expect(await engine.call('drafts.restore', { draftId: 'die' })).toMatchObject({
      ok: false,
      error: { code: 'ENGINE_RESTARTED' },
    })
    expect(await engine.call('emoji.choice', {})).toEqual({ ok: true, value: 2 })
    expect(events.restarts).toBe(1)
    expect(aborted).toEqual([1])
    expect(events.logs.join()).toContain('dead')
    await engine.close()
  })

  it('sends an engine the end of the gate’s rate limit, and the next engine too', async () => {
    const { engine } = host(
      thread(`let until = null; parentPort.on('message', (m) => {
        if (m.type === 'rate_limited') until = m.until
        if (m.type === 'close') parentPort.close()
        if (m.type !== 'call') return
        if (m.input.input.draftId === 'die') setImmediate(() => { throw new Error('dead') })
        else parentPort.postMessage({ type: 'answer', id: m.id, output: { ok: true, value: [workerData.engineEpoch, until] } })
      })`),
    )
    engine.start()
    const until = Date.now() + 600_000
    engine.hold(until)
    expect(await engine.call('emoji.choice', {})).toEqual({ ok: true, value: [1, until] })
    await engine.call('drafts.restore', { draftId: 'die' })
    await expect
      .poll(() => engine.call('emoji.choice', {}), { timeout: 20_000 })
      .toEqual({ ok: true, value: [2, until] })
    await engine.close()
  })

  it('sends an engine the user’s presence and focus, and the next engine too, which otherwise assumes neither', async () => {
    const { engine } = host(
      thread(`let told = []; parentPort.on('message', (m) => {
        if (m.type === 'signal') told.push(m.signal)
        if (m.type === 'close') parentPort.close()
        if (m.type !== 'call') return
        if (m.input.input.draftId === 'die') setImmediate(() => { throw new Error('dead') })
        else parentPort.postMessage({ type: 'answer', id: m.id, output: { ok: true, value: [workerData.engineEpoch, ...told] } })
      })`),
    )
    engine.start()
    engine.signal('present')
    engine.signal('focused')
    await engine.call('drafts.restore', { draftId: 'die' })
    await expect
      .poll(() => engine.call('emoji.choice', {}), { timeout: 20_000 })
      .toEqual({ ok: true, value: [2, 'present', 'focused'] })
    engine.signal('blurred')
    engine.signal('absent')
    await engine.call('drafts.restore', { draftId: 'die' })
    await expect.poll(() => engine.call('emoji.choice', {}), { timeout: 20_000 }).toEqual({ ok: true, value: [3] })
    await engine.close()
  })

  it('gives up a thread that keeps dying, with a reason, until the user retries', async () => {
    const { engine, events } = host(
      thread(`if (workerData.engineEpoch < 6) throw new Error('at once')
      parentPort.on('message', (m) => {
        if (m.type === 'call') parentPort.postMessage({ type: 'answer', id: m.id, output: { ok: true, value: workerData.engineEpoch } })
        if (m.type === 'close') parentPort.close()
      })`),
    )
    engine.start()
    // Calls fail with a reason between two starts.
    await expect.poll(() => events.statuses.at(-1)?.connection.state, { interval: 1 }).toBe('starting')
    expect(await engine.call('emoji.choice', {})).toMatchObject({ ok: false, error: { code: 'ENGINE_RESTARTING' } })
    hurry()
    await expect.poll(() => events.statuses.at(-1)?.connection.state, { timeout: 20_000 }).toBe('refused')
    expect(events.statuses.at(-1)?.connection).toMatchObject({
      isFailing: true,
      reason: { code: 'ENGINE_FAILED', values: { times: 5 } },
    })
    expect(events.causes).toEqual(Array.from({ length: 5 }, () => 'at once'))
    expect(events.restarts).toBe(4)
    expect(await engine.call('emoji.choice', {})).toMatchObject({ ok: false, error: { code: 'ENGINE_FAILED' } })
    engine.signal('retry')
    expect(await engine.call('emoji.choice', {})).toEqual({ ok: true, value: 6 })
    await engine.close()
  })

  it('counts an error of the start without a cause on the disk, and ends each pause once', async () => {
    const { engine, events } = host(
      thread(`if (workerData.engineEpoch < 3) {
        parentPort.postMessage({ type: 'fatal', failure: { code: 'ENGINE_START' }, message: 'x is not a function' })
        parentPort.close()
      } else parentPort.on('message', (m) => {
        if (m.type === 'call') parentPort.postMessage({ type: 'answer', id: m.id, output: { ok: true, value: workerData.engineEpoch } })
        if (m.type === 'close') parentPort.close()
      })`),
    )
    engine.start()
    await expect.poll(() => events.causes, { interval: 1 }).toEqual(['x is not a function', 'x is not a function'])
    // A call ends the pause.
    engine.signal('retry')
    expect(await engine.call('emoji.choice', {})).toEqual({ ok: true, value: 3 })
    await engine.close()
    expect(events.restarts).toBe(2)
  })

  it('continues without a thread whose rejected promise has no handler', async () => {
    const ending = new URL('../../../../main/engine/workers/serve-calls.ts', import.meta.url).href
    const { engine, events } = host(
      thread(`const { endOnRejection } = await import(${JSON.stringify(ending)}); endOnRejection()
      parentPort.on('message', (m) => {
        if (m.type === 'close') parentPort.close()
        if (m.type !== 'call') return
        if (m.input.input.draftId === 'fail') void Promise.reject(new Error('unheard'))
        else parentPort.postMessage({ type: 'answer', id: m.id, output: { ok: true, value: workerData.engineEpoch } })
      })`),
    )
    engine.start()
    expect(await engine.call('drafts.restore', { draftId: 'fail' })).toMatchObject({
      ok: false,
      error: { code: 'ENGINE_RESTARTED' },
    })
    expect(events.causes).toEqual(['unheard'])
    expect(await engine.call('emoji.choice', {})).toEqual({ ok: true, value: 2 })
    await engine.close()
  })

  it('restarts an account whose file could not be opened temporarily, automatically and at the user’s request', async () => {
    const { engine, events } = host(
      thread(`if (workerData.engineEpoch < 3) {
        parentPort.postMessage({ type: 'fatal', failure: { code: 'LOCKED_DATABASE' }, message: 'held' })
        parentPort.close()
      } else parentPort.on('message', (m) => {
        if (m.type === 'call') parentPort.postMessage({ type: 'answer', id: m.id, output: { ok: true, value: null } })
        if (m.type === 'close') parentPort.close()
      })`),
    )
    engine.start()
    await expect.poll(() => events.statuses.length).toBe(1)
    // The first call starts the second engine; the third one starts automatically.
    engine.signal('retry')
    hurry()
    await expect.poll(() => events.restarts, { timeout: 60_000 }).toBe(2)
    expect(events.statuses.at(-1)?.connection).toEqual({ state: 'refused', reason: { code: 'LOCKED_DATABASE' } })
    expect(await engine.call('emoji.choice', {})).toMatchObject({ ok: true })
    await engine.close()
  })

  it('reports why an account cannot be opened permanently, and does not retry', async () => {
    const { engine, events } = host(
      thread(
        `parentPort.postMessage({ type: 'fatal', failure: { code: 'NEWER_DATABASE' }, message: 'too new' }); parentPort.close()`,
      ),
    )
    engine.start()
    await expect
      .poll(() => events.statuses.at(-1)?.connection)
      .toEqual({ state: 'refused', reason: { code: 'NEWER_DATABASE' } })
    expect(await engine.call('emoji.choice', {})).toEqual({
      ok: false,
      error: { code: 'NEWER_DATABASE' },
    })
    expect(events.restarts).toBe(0)
    await engine.close()
  })
})
