import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi } from '#engine/api/client.ts'
import { ApiError, MalformedAnswerError } from '#engine/api/errors.ts'
import { registerInWorker } from '#engine/workers/ingest/worker-register-reader.ts'
import { registerHere, type RegisterReading } from '#engine/workers/ingest/register-reader.ts'
import { requestRegister, type RegisterBatch } from '#engine/state/registration.ts'
import { TransportError, type TransportRequest, type TransportResponse } from '#engine/ports.ts'
import { TestServer } from '#support/test-server.ts'

const apart = registerInWorker(new URL('../../../../../../main/engine/workers/ingest/entry.ts', import.meta.url))

async function all(reading: RegisterReading, response: TransportResponse) {
  const head = await reading.head(response)
  const batches: RegisterBatch[] = []
  for (let batch = await reading.next(); batch !== null; batch = await reading.next()) batches.push(batch)
  reading.close()
  return { head, batches }
}

function inPieces(text: string): Uint8Array[] {
  const bytes = new TextEncoder().encode(text)
  // An odd length splits multi-byte characters.
  return Array.from({ length: Math.ceil(bytes.length / 997) }, (_, index) =>
    bytes.slice(index * 997, (index + 1) * 997),
  )
}

describe('a registration that is parsed in a separate thread', () => {
  const server = new TestServer()
  let answer: TransportResponse

  beforeAll(async () => {
    await server.start()
    const { iris, noor, general } = server.seed()
    await server.post(noor, { stream: general, topic: 'Übergabe 引き継ぎ' }, 'read this')
    await server.post(noor, { direct: [iris.id] }, 'and this')
    const transport = { request: (request: TransportRequest) => server.raw(iris, request) }
    answer = await requestRegister(createApi(transport), {}, { priority: 'foreground' })
  })
  afterAll(() => server.stop())

  it('equals one that is parsed in the engine’s thread', async () => {
    const here = await all(registerHere.open(), answer)
    expect(here.batches.map((batch) => batch.list)).toContain('people')
    expect(await all(apart.open(), { ...answer, body: '', bytes: inPieces(answer.body) })).toEqual(here)
    // A transport without bytes returns text.
    expect(await all(apart.open(), answer)).toEqual(here)
  })

  it('reports a refusal with its code, its wait and its details', async () => {
    const body = JSON.stringify({ result: 'error', msg: 'Slow down.', code: 'RATE_LIMIT_HIT', 'retry-after': 7 })
    const reading = apart.open()
    const failure: unknown = await reading.head({ status: 429, headers: {}, body }).catch((error: unknown) => error)
    reading.close()
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({
      code: 'RATE_LIMIT_HIT',
      status: 429,
      message: 'Slow down.',
      retryAfterSeconds: 7,
      details: { 'retry-after': 7 },
    })
  })

  it('reports a proxy that answered for an unavailable server', async () => {
    const reading = apart.open()
    const response = { status: 503, headers: {}, body: '<html>' }
    const failure: unknown = await reading.head(response).catch((error: unknown) => error)
    reading.close()
    expect(failure).toBeInstanceOf(TransportError)
    expect(failure).toMatchObject({ code: 'away', provesNonDelivery: false })
  })

  it.each([
    ['no JSON', '<html>'],
    ['cut off', '{"result": "success", "queue_id": "q'],
    ['another object', '{"result": "success"}'],
  ])('ignores an answer that is %s', async (_what, body) => {
    const reading = apart.open()
    const failure: unknown = await reading.head({ status: 200, headers: {}, body }).catch((error: unknown) => error)
    reading.close()
    expect(failure).toBeInstanceOf(MalformedAnswerError)
  })

  it.each(['throw new Error("no")', 'process.exit(0)'])(
    'fails if its thread ends by “%s”, and the next one is parsed in the engine’s thread',
    async (program) => {
      const broken = registerInWorker(new URL(`data:text/javascript,${encodeURIComponent(program)}`))
      const reading = broken.open()
      const failure: unknown = await reading.head(answer).catch((error: unknown) => error)
      reading.close()
      expect(failure).toBeInstanceOf(TransportError)
      expect(failure).toMatchObject({ code: 'broken', provesNonDelivery: false })
      expect(await all(broken.open(), answer)).toEqual(await all(registerHere.open(), answer))
    },
  )

  it('that was cancelled is no failure of its thread', async () => {
    const reader = registerInWorker(new URL('../../../../../../main/engine/workers/ingest/entry.ts', import.meta.url))
    for (let attempt = 0; attempt < 2; attempt += 1) {
      reader.open().close()
      const reading = reader.open()
      expect((await reading.head(answer)).organization.name).toBe('Test')
      reading.close()
    }
  })
})
