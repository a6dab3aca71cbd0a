import { describe, expect, it } from 'vitest'
import { WorkerCalls, type WorkerOptions } from '#engine/workers/worker-calls.ts'
import { WorkerCallError, type Message } from '#engine/workers/worker-messages.ts'

type Calls = {
  /** Answers with its input and with the data of its worker. */
  readonly echo: { readonly input: unknown; readonly output: readonly [unknown, unknown] }
  readonly fail: { readonly input: string; readonly output: never }
  /** Answers after this many milliseconds, unless it is cancelled. */
  readonly sleep: { readonly input: number; readonly output: string }
  readonly cancelled: { readonly input: null; readonly output: number }
  readonly die: { readonly input: string | null; readonly output: never }
  readonly unclonable: { readonly input: null; readonly output: unknown }
  readonly size: { readonly input: Uint8Array; readonly output: number }
}

const server = new URL('../../../../../main/engine/workers/serve-calls.ts', import.meta.url).href

/** A worker that answers `Calls`; `more` are further options of `serveCalls`. */
function program(more = '', before = ''): URL {
  const body = `import { parentPort, workerData } from 'node:worker_threads'
    ${before}
    const { serveCalls } = await import(${JSON.stringify(server)})
    let cancelled = 0
    serveCalls({ port: parentPort, handlers: {
      echo: (input) => [input, workerData],
      fail: (message) => { throw new TypeError(message) },
      sleep: (ms, signal) => new Promise((resolve) => {
        const timer = setTimeout(() => resolve('slept'), ms)
        signal.addEventListener('abort', () => { cancelled += 1; clearTimeout(timer); resolve('cancelled') })
      }),
      cancelled: () => cancelled,
      die: (message) => new Promise(() => setImmediate(() => {
        if (message === null) process.exit(0)
        throw new Error(message)
      })),
      unclonable: () => () => 0,
      size: (bytes) => bytes.length,
    }, ${more} })`
  return new URL(`data:text/javascript,${encodeURIComponent(body)}`)
}

interface Note extends Message {
  readonly text: string
}

function worker(options: Partial<WorkerOptions<Note>> = {}) {
  const ends: (Error | undefined)[] = []
  const notes: string[] = []
  const malformed: unknown[] = []
  const calls = new WorkerCalls<Calls, Note, Note>({
    file: program(),
    name: 'test',
    startsOnCall: true,
    onMessage: ({ text }) => notes.push(text),
    onEnd: (error) => ends.push(error),
    onMalformed: (message) => malformed.push(message),
    ...options,
  })
  return { calls, ends, notes, malformed }
}

async function failure(promise: Promise<unknown>): Promise<WorkerCallError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(WorkerCallError)
  return error as WorkerCallError
}

describe('calls to a worker', () => {
  it('are matched with their answers, whatever the order of the answers is', async () => {
    const { calls } = worker({ workerData: () => 7 })
    const slow = calls.call('sleep', 50)
    expect(await calls.call('echo', { text: 'a' })).toEqual([{ text: 'a' }, 7])
    expect(await slow).toBe('slept')
    await calls.close()
  })

  it('fail with the message of the handler’s error, and for values that cannot be cloned', async () => {
    const { calls } = worker()
    expect(await failure(calls.call('fail', 'no such row'))).toMatchObject({ code: 'failed', message: 'no such row' })
    await expect(calls.call('echo', () => 0)).rejects.toThrow(/could not be cloned/)
    expect(await failure(calls.call('unclonable', null))).toMatchObject({ code: 'failed' })
    expect((await calls.call('echo', 1))[0]).toBe(1)
    await calls.close()
  })

  it('have errors in the form that both threads are given', async () => {
    const { calls } = worker({
      file: program(`errors: { toData: (error) => ({ code: error.name }) }`),
      errors: { toData: () => null, toError: (data) => new RangeError((data as { code: string }).code) },
    })
    await expect(calls.call('fail', 'x')).rejects.toEqual(new RangeError('TypeError'))
    await calls.close()
  })

  it('fail when the worker crashes while they are pending, with its error', async () => {
    const { calls, ends } = worker()
    const other = failure(calls.call('sleep', 60_000))
    expect(await failure(calls.call('die', 'out of luck'))).toMatchObject({ code: 'ended', message: 'out of luck' })
    expect(await other).toMatchObject({ code: 'ended', message: 'out of luck' })
    expect(ends.map((error) => error?.message)).toEqual(['out of luck'])
    expect(calls.isRunning).toBe(false)
    await calls.close()
  })

  it('fail when the worker exits while they are pending', async () => {
    const { calls, ends } = worker()
    expect(await failure(calls.call('die', null))).toMatchObject({ code: 'ended', message: 'the thread has ended' })
    expect(ends).toEqual([undefined])
    await calls.close()
  })

  it('are retried in another worker after a crash, with a limit', async () => {
    let starts = 0
    const { calls, ends } = worker({ attempts: 2, workerData: () => (starts += 1) })
    expect(await failure(calls.call('die', 'again'))).toMatchObject({ code: 'ended', message: 'again' })
    expect(ends).toHaveLength(2)
    expect(await calls.call('echo', null)).toEqual([null, 3])
    await calls.close()
  })

  it('are cancelled after their deadline, and a late answer is ignored', async () => {
    const { calls, malformed } = worker()
    // The worker is running, since the deadline does not include its start.
    await calls.call('echo', null)
    expect(await failure(calls.call('sleep', 60_000, { deadlineMs: 20 }))).toMatchObject({ code: 'deadline' })
    expect(await calls.call('cancelled', null)).toBe(1)
    const answersAll = worker({
      file: new URL(
        `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
        parentPort.on('message', (m) => {
          if (m.type === 'call') setTimeout(() => parentPort.postMessage({ type: 'answer', id: m.id, output: ['late', m.id] }), m.id === 1 ? 300 : 0)
        })`)}`,
      ),
    })
    expect(await failure(answersAll.calls.call('echo', 1, { deadlineMs: 20 }))).toMatchObject({ code: 'deadline' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await answersAll.calls.call('echo', 2)).toEqual(['late', 2])
    expect([...malformed, ...answersAll.malformed]).toEqual([])
    await answersAll.calls.close()
    await calls.close()
  })

  it('are cancelled in the worker by their signal', async () => {
    const { calls } = worker()
    await calls.call('echo', null)
    const controller = new AbortController()
    const cancelled = failure(calls.call('sleep', 60_000, { signal: controller.signal }))
    controller.abort()
    expect(await cancelled).toMatchObject({ code: 'cancelled' })
    expect(await calls.call('cancelled', null)).toBe(1)
    const late = failure(calls.call('echo', 1, { signal: controller.signal }))
    expect(await late).toMatchObject({ code: 'cancelled' })
    await calls.close()
  })

  it('transfer buffers on request', async () => {
    const { calls } = worker()
    const bytes = new Uint8Array(1000)
    expect(await calls.call('size', bytes, { transfer: [bytes.buffer] })).toBe(1000)
    expect(bytes.length).toBe(0)
    await calls.close()
  })

  it.each([
    ['its program is missing', new URL('file:///no/such/program.js'), /Cannot find module/],
    ['its program throws at once', new URL('data:text/javascript,throw new Error("not today")'), /not today/],
    ['its address is invalid', 'not/absolute.js', /./],
  ])('fail if the worker cannot start: %s', async (_what, file, message) => {
    const { calls, ends } = worker({ file, attempts: 2 })
    const error = await failure(calls.call('echo', 1))
    expect(error.code).toBe('ended')
    expect(error.message).toMatch(message)
    expect(ends).toHaveLength(2)
    await calls.close()
  })

  it('fail without a running worker, unless a call starts it', async () => {
    const { calls } = worker({ startsOnCall: false })
    expect(await failure(calls.call('echo', 1))).toMatchObject({ code: 'ended' })
    calls.start()
    calls.start()
    expect((await calls.call('echo', 1))[0]).toBe(1)
    await calls.close()
  })
})

describe('the worker of calls', () => {
  it('can be restarted by the listener of its end', async () => {
    let starts = 0
    const { calls } = worker({
      startsOnCall: false,
      workerData: () => (starts += 1),
      onEnd: () => {
        calls.start()
      },
    })
    calls.start()
    await failure(calls.call('die', 'x'))
    expect(await calls.call('echo', null)).toEqual([null, 2])
    await calls.close()
    expect(starts).toBe(2)
  })

  it('exchanges messages that are no calls', async () => {
    const { calls, notes } = worker({
      file: program(`onMessage: ({ text }) => parentPort.postMessage({ type: 'note', text: text + '!' })`),
    })
    calls.start()
    calls.post({ type: 'note', text: 'hello' })
    await expect.poll(() => notes).toEqual(['hello!'])
    await calls.close()
  })

  it('may send messages of an unknown form, which have no effect on calls', async () => {
    const odd = [null, 'text', 7, {}, { type: 'answer' }, { type: 'answer', id: 'x' }, { type: 'failure', id: 99 }]
    const { calls, malformed } = worker({
      file: program('', `for (const odd of ${JSON.stringify(odd)}) parentPort.postMessage(odd)`),
    })
    expect((await calls.call('echo', 1))[0]).toBe(1)
    expect(malformed).toEqual(odd)
    await calls.close()
  })

  it('reports messages of an unknown form as its own failure, and unknown names as the failure of the call', async () => {
    const { calls, notes } = worker({
      file: program(`onFailure: (error) => parentPort.postMessage({ type: 'note', text: error.message })`),
    })
    calls.start()
    for (const odd of [null, { type: 'call', name: 'echo' }, { type: 'cancel', id: 'x' }]) calls.post(odd as never)
    // A call that it does not know is not sent again.
    calls.post({ type: 'cancel', id: 12 } as never)
    const unknown = failure(calls.call('toString' as 'echo', 1))
    expect(await unknown).toMatchObject({ code: 'failed', message: 'the worker knows no call “toString”' })
    expect((await calls.call('echo', 1))[0]).toBe(1)
    expect(notes).toEqual([
      'a message without a type',
      'a message “call” without an id',
      'a message “cancel” without an id',
    ])
    await calls.close()
  })

  it('answers one call at a time on request, and none that was cancelled before its turn', async () => {
    const { calls } = worker({ file: program('isSerial: true') })
    const order: string[] = []
    const controller = new AbortController()
    const first = calls.call('sleep', 30).then(() => order.push('first'))
    const never = failure(calls.call('sleep', 60_000, { signal: controller.signal }))
    const last = calls.call('echo', 1).then(() => order.push('last'))
    controller.abort()
    expect(await never).toMatchObject({ code: 'cancelled' })
    await Promise.all([first, last])
    expect(order).toEqual(['first', 'last'])
    // It had not started, so there was nothing to cancel.
    expect(await calls.call('cancelled', null)).toBe(0)
    await calls.close()
  })

  it('is notified when it has been idle for a while, but not while it works', async () => {
    let starts = 0
    const { calls, ends } = worker({
      file: program(`idle: { afterMs: 100, onIdle: () => parentPort.close() }`),
      workerData: () => (starts += 1),
    })
    expect(await calls.call('sleep', 400)).toBe('slept')
    await expect.poll(() => ends, { timeout: 10_000 }).toEqual([undefined])
    expect(await calls.call('echo', null)).toEqual([null, 2])
    await calls.close()
  })

  it('is closed once, and pending and later calls fail', async () => {
    const { calls, ends } = worker()
    const pending = failure(calls.call('sleep', 60_000))
    const closing = calls.close()
    expect(calls.close()).toBe(closing)
    expect(await pending).toMatchObject({ code: 'closed' })
    await closing
    expect(ends).toEqual([undefined])
    expect(await failure(calls.call('echo', 1))).toMatchObject({ code: 'closed' })
    calls.start()
    expect(calls.isRunning).toBe(false)
    await calls.close()
  })

  it('may end by itself after a farewell, and answers earlier calls before', async () => {
    const { calls } = worker({
      file: program(`onMessage: () => { setTimeout(() => parentPort.close(), 60) }`),
    })
    const pending = calls.call('sleep', 20)
    await calls.close({ message: { type: 'note', text: 'farewell' }, withinMs: 10_000 })
    expect(await pending).toBe('slept')
  })

  it('is terminated if it does not end by itself in time', async () => {
    const { calls, ends } = worker()
    const pending = failure(calls.call('sleep', 60_000))
    await calls.close({ message: { type: 'note', text: 'farewell' }, withinMs: 50 })
    expect(await pending).toMatchObject({ code: 'closed' })
    expect(ends).toEqual([undefined])
  })

  it('closes at once if it was never started', async () => {
    const { calls } = worker()
    await calls.close({ message: { type: 'note', text: 'farewell' }, withinMs: 60_000 })
    expect(calls.isRunning).toBe(false)
  })
})
