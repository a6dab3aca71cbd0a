import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionFromPartition, type HostSession } from '#browser-host/session-part.ts'
import { fetchOver, headOf, openRequest, type RequestOptions } from '#support/net-client.ts'
import { WireServer } from '#support/wire-server.ts'

let server: WireServer
let wire: HostSession
/** Pending answers of `/hold…`, by path. */
let held: Map<string, () => void>

beforeEach(async () => {
  server = await new WireServer().start()
  wire = sessionFromPartition(randomUUID())
  held = new Map()
  for (let index = 0; index < 9; index += 1) {
    server.on(`/hold${index}`, (_request, response) => held.set(`/hold${index}`, () => response.end('held')))
  }
})
afterEach(() => {
  server.stop()
})

const ask = (path: string, options: Partial<RequestOptions> = {}) =>
  fetchOver({ url: server.origin + path, session: wire, ...options })
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 30_000, interval: 5 })
const holdSix = () => [0, 1, 2, 3, 4, 5].map((index) => ask(`/hold${index}`))

describe('the sockets of a session', () => {
  it('are six for a host: a seventh request waits for one of them', async () => {
    const first = holdSix()
    await until(() => held.size === 6)
    const seventh = ask('/seventh')
    // Another session of the same program is not delayed: its request arrives while the seventh waits.
    await ask('/other', { session: sessionFromPartition(randomUUID()) })
    expect(server.at('/seventh')).toEqual([])
    held.get('/hold3')?.()
    await seventh
    expect(server.at('/seventh')).toMatchObject([{ socket: server.at('/hold3')[0]?.socket }])
    for (const release of held.values()) release()
    await Promise.all(first)
    expect(new Set(server.seen.map(({ socket }) => socket)).size).toBe(7)
  })

  it('are assigned by priority, then in the order of requests', async () => {
    const first = holdSix()
    await until(() => held.size === 6)
    const asked = (['lowest', 'medium', 'lowest', undefined, 'highest', 'medium'] as const).map((priority, index) =>
      ask(`/${priority ?? 'none'}-${index}`, priority === undefined ? {} : { priority }),
    )
    await ask('/other', { session: sessionFromPartition(randomUUID()) })
    held.get('/hold0')?.()
    await Promise.all(asked)
    expect(server.seen.slice(7).map(({ path }) => path)).toEqual([
      '/highest-4',
      '/medium-1',
      '/medium-5',
      '/lowest-0',
      '/lowest-2',
      '/none-3',
    ])
    for (const release of held.values()) release()
    await Promise.all(first)
  })

  it('are kept alive and reused, the last one first', async () => {
    const both = [ask('/hold0'), ask('/hold1')]
    await until(() => held.size === 2)
    held.get('/hold1')?.()
    await both[1]
    held.get('/hold0')?.()
    await both[0]
    for (let count = 0; count < 5; count += 1) await ask('/again')
    expect(new Set(server.at('/again').map(({ socket }) => socket))).toEqual(
      new Set(server.at('/hold0').map(({ socket }) => socket)),
    )
  })

  it('are not reused after the server has closed them', async () => {
    await ask('/warm')
    const [socket] = server.sockets
    socket?.end()
    if (socket !== undefined) await once(socket, 'close')
    expect(await ask('/after')).toMatchObject({ status: 200 })
    expect(server.at('/after')).toMatchObject([{ socket: 1 }])
  })

  it('are shared by sessions with the same partition name', async () => {
    const name = randomUUID()
    await ask('/one', { session: sessionFromPartition(name) })
    await ask('/two', { session: sessionFromPartition(name) })
    expect(server.seen.map(({ socket }) => socket)).toEqual([0, 0])
  })

  it('are free again after a request is aborted', async () => {
    const aborted = [0, 1, 2, 3, 4, 5].map((index) => {
      const request = openRequest({ url: `${server.origin}/hold${index}`, session: wire })
      request.end()
      return request
    })
    await until(() => held.size === 6)
    const seventh = ask('/seventh')
    for (const request of aborted) request.abort()
    expect(await seventh).toMatchObject({ status: 200 })
  })
})

describe('closeAllConnections()', () => {
  it('closes idle sockets', async () => {
    await ask('/warm')
    const closed = server.sockets[0] === undefined ? undefined : once(server.sockets[0], 'close')
    await wire.closeAllConnections()
    await closed
    await ask('/after')
    expect(server.at('/after')).toMatchObject([{ socket: 1 }])
  })

  it('closes busy sockets after their answer', async () => {
    const busy = ask('/hold0')
    await until(() => held.size === 1)
    await wire.closeAllConnections()
    const closed = server.sockets[0] === undefined ? undefined : once(server.sockets[0], 'close')
    held.get('/hold0')?.()
    expect(await busy).toEqual({ status: 200, body: 'held' })
    await closed
    await ask('/after')
    expect(server.at('/after')).toMatchObject([{ socket: 1 }])
  })

  it('fails requests that wait for a socket with net::ERR_ABORTED', async () => {
    const first = holdSix()
    await until(() => held.size === 6)
    const waiting = ask('/seventh')
    const refused = expect(waiting).rejects.toThrow('net::ERR_ABORTED')
    await ask('/other', { session: sessionFromPartition(randomUUID()) })
    await wire.closeAllConnections()
    await refused
    expect(server.at('/seventh')).toEqual([])
    for (const release of held.values()) release()
    await Promise.all(first)
  })

  it('fails requests without a connection with net::ERR_ABORTED', async () => {
    let isConnected = false
    // The server accepts the connection and never completes the handshake.
    const mute = createServer(() => (isConnected = true)).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as AddressInfo
    const request = openRequest({ url: `https://127.0.0.1:${port}/`, session: wire })
    const head = headOf(request)
    request.end()
    const refused = expect(head).rejects.toThrow('net::ERR_ABORTED')
    await until(() => isConnected)
    await wire.closeAllConnections()
    await refused
    mute.close()
  })
})

it("the host's net refuses foreign sessions", () => {
  expect(() => openRequest({ url: server.origin, session: {} as never })).toThrow('instance of the Session class')
})
