import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clearNetFaults, injectNetFault } from '#browser-host/net-faults.ts'
import { sessionFromPartition, type HostSession } from '#browser-host/session-part.ts'
import { fetchOver } from '#support/net-client.ts'
import { WireServer } from '#support/wire-server.ts'

let server: WireServer
let wire: HostSession

beforeEach(async () => {
  server = await new WireServer().start()
  wire = sessionFromPartition(randomUUID())
})
afterEach(() => {
  clearNetFaults()
  server.stop()
})

const ask = (method: string, path: string, body?: string) =>
  fetchOver({ method, url: server.origin + path, session: wire }, body)

/** Reads the first `times` requests for the path completely, then destroys their sockets. */
function dieAt(path: string, times: number, how: 'destroy' | 'resetAndDestroy' = 'destroy'): void {
  server.on(path, (request, response) => {
    if (server.at(path).length <= times) request.socket[how]()
    else response.end('done')
  })
}

describe('a request on a reused socket that dies before the head of an answer', () => {
  it.each([
    ['POST', 'destroy'],
    ['POST', 'resetAndDestroy'],
    ['PATCH', 'destroy'],
    ['DELETE', 'destroy'],
    ['GET', 'resetAndDestroy'],
  ] as const)('with %s is resent without notice (%s)', async (method, how) => {
    dieAt('/messages', 1, how)
    await ask('GET', '/warm')
    const body = method === 'GET' ? undefined : 'content=hello'
    expect(await ask(method, '/messages', body)).toEqual({ status: 200, body: 'done' })
    const expected = { method, body: body ?? '' }
    expect(server.at('/messages')).toMatchObject([
      { ...expected, socket: 0 },
      { ...expected, socket: 1 },
    ])
  })

  it('is resent over each further idle socket', async () => {
    const open: (() => void)[] = []
    server.on('/wait', (_request, response) => {
      open.push(() => response.end())
      if (open.length === 3) for (const finish of open) finish()
    })
    await Promise.all(['', '', ''].map(() => ask('GET', '/wait')))
    dieAt('/messages', 3)
    expect(await ask('POST', '/messages', 'x')).toMatchObject({ status: 200 })
    const used = server.at('/messages').map(({ socket }) => socket)
    expect(used.slice(0, 3).toSorted()).toEqual([0, 1, 2])
    expect(used[3]).toBe(3)
  })

  it('fails when a fresh socket dies, too', async () => {
    dieAt('/messages', 9)
    await ask('GET', '/warm')
    await expect(ask('POST', '/messages', 'x')).rejects.toThrow('net::ERR_EMPTY_RESPONSE')
    expect(server.at('/messages')).toHaveLength(2)
  })

  it('is also resent after the answer 408', async () => {
    server.on('/messages', (_request, response) => {
      response.writeHead(server.at('/messages').length === 1 ? 408 : 200).end()
    })
    await ask('GET', '/warm')
    expect(await ask('POST', '/messages', 'x')).toMatchObject({ status: 200 })
    expect(server.at('/messages')).toHaveLength(2)
  })
})

describe('a request is not resent', () => {
  it.each([
    ['destroy', 'net::ERR_EMPTY_RESPONSE'],
    ['resetAndDestroy', 'net::ERR_CONNECTION_RESET'],
  ] as const)('after a fresh socket died (%s)', async (how, error) => {
    dieAt('/messages', 1, how)
    await expect(ask('POST', '/messages', 'x')).rejects.toThrow(error)
    expect(server.at('/messages')).toHaveLength(1)
  })

  it('after closeAllConnections(), which leaves no reused socket', async () => {
    dieAt('/messages', 1)
    await ask('GET', '/warm')
    await wire.closeAllConnections()
    await expect(ask('POST', '/messages', 'x')).rejects.toThrow('net::ERR_EMPTY_RESPONSE')
    expect(server.at('/messages')).toHaveLength(1)
  })

  it('after a part of the head arrived', async () => {
    server.on('/messages', (request) => {
      request.socket.end('HTTP/1.1 200 OK\r\nContent-')
    })
    await ask('GET', '/warm')
    await expect(ask('POST', '/messages', 'x')).rejects.toThrow('net::ERR_RESPONSE_HEADERS_TRUNCATED')
    expect(server.at('/messages')).toHaveLength(1)
  })

  it.each([
    [{ 'content-length': '10' }, 'net::ERR_CONTENT_LENGTH_MISMATCH'],
    [{}, 'net::ERR_INCOMPLETE_CHUNKED_ENCODING'],
  ])('after the head arrived: the body fails (%j)', async (headers, error) => {
    server.on('/messages', (request, response) => {
      response.writeHead(200, headers)
      response.write('half', () => request.socket.end())
    })
    await ask('GET', '/warm')
    await expect(ask('POST', '/messages', 'x')).rejects.toThrow(error)
    expect(server.at('/messages')).toHaveLength(1)
  })

  it('after an answer that is not HTTP', async () => {
    server.on('/messages', (request) => {
      request.socket.end('SSH-2.0-OpenSSH_9.9\r\n')
    })
    await ask('GET', '/warm')
    await expect(ask('POST', '/messages', 'x')).rejects.toThrow('net::ERR_INVALID_HTTP_RESPONSE')
    expect(server.at('/messages')).toHaveLength(1)
  })
})

describe('a fault that a test requests', () => {
  it('before sending keeps the request from the server', async () => {
    injectNetFault({ error: 'ERR_INTERNET_DISCONNECTED', when: 'before', path: '/messages', times: 1 })
    await expect(ask('POST', '/messages', 'x')).rejects.toThrow('net::ERR_INTERNET_DISCONNECTED')
    expect(server.at('/messages')).toEqual([])
    expect(await ask('POST', '/messages', 'x')).toMatchObject({ status: 200 })
  })

  it('after sending occurs although the server has handled the request', async () => {
    injectNetFault({ error: 'ERR_NETWORK_CHANGED', when: 'after', method: 'POST', path: '/messages', times: 1 })
    await ask('GET', '/messages')
    await expect(ask('POST', '/messages', 'x')).rejects.toThrow('net::ERR_NETWORK_CHANGED')
    expect(server.at('/messages')).toMatchObject([{ method: 'GET' }, { method: 'POST' }])
  })

  it('causes a resend like any other fault with the same name and socket', async () => {
    injectNetFault({ error: 'ERR_CONNECTION_ABORTED', when: 'after', path: '/messages', times: 1 })
    await ask('GET', '/warm')
    expect(await ask('POST', '/messages', 'x')).toMatchObject({ status: 200 })
    expect(server.at('/messages')).toHaveLength(2)
  })
})
