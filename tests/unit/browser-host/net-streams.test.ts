import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionFromPartition, type HostSession } from '#browser-host/session-part.ts'
import { fetchOver, headOf, openRequest, type HostRequest } from '#support/net-client.ts'
import { WireServer } from '#support/wire-server.ts'

const mebibyte = 1024 * 1024
const wholeBytes = 64 * mebibyte
/** Maximum bytes in the buffers of the sockets and streams of both sides. */
const mostUnread = 16 * mebibyte

let server: WireServer
let wire: HostSession

beforeEach(async () => {
  server = await new WireServer().start()
  wire = sessionFromPartition(randomUUID())
})
afterEach(() => {
  server.stop()
})

/** Waits until `read()` is stable over many turns of both sides of other connections. */
async function untilStill(read: () => number): Promise<number> {
  let last = read()
  for (let quiet = 0; quiet < 20; quiet += 1) {
    await fetchOver({ url: `${server.origin}/turn`, session: wire })
    if (read() !== last) quiet = -1
    last = read()
  }
  return last
}

const write = (request: HostRequest, bytes: number) =>
  new Promise<void>((resolve, reject) => {
    request.write(Buffer.alloc(bytes), 'utf8', (error) => {
      if (error == null) resolve()
      else reject(error)
    })
  })

describe('the host’s net', () => {
  it('reads an answer only as it is consumed: the rest stays at the server', async () => {
    let left = 0
    server.on('/video', async (_request, response) => {
      response.writeHead(200, { 'content-length': wholeBytes })
      for (let sent = 0; sent < wholeBytes; sent += mebibyte) {
        if (!response.write(Buffer.alloc(mebibyte, sent / mebibyte))) await once(response, 'drain')
        left = sent + mebibyte
      }
      response.end()
    })
    const request = openRequest({ url: `${server.origin}/video`, session: wire })
    const head = headOf(request)
    request.end()
    const response = await head
    expect(await untilStill(() => left)).toBeLessThan(mostUnread)
    let received = 0
    let isInOrder = true
    response.on('data', (chunk: Buffer) => {
      isInOrder &&= chunk[0] === Math.floor(received / mebibyte)
      received += chunk.length
    })
    await once(response, 'end')
    expect({ received, isInOrder }).toEqual({ received: wholeBytes, isInOrder: true })
  })

  it('reads a body in chunks only as the server consumes it', async () => {
    let received = 0
    let goOn: () => void = () => undefined
    server.tap('/upload', (request) => {
      request.on('data', (chunk: Buffer) => (received += chunk.length))
      request.pause()
      goOn = () => request.resume()
    })
    const request = openRequest({ method: 'POST', url: `${server.origin}/upload`, session: wire })
    request.chunkedEncoding = true
    const head = headOf(request)
    let taken = 0
    const sending = (async () => {
      for (; taken < wholeBytes; taken += mebibyte) await write(request, mebibyte)
      request.end()
    })()
    expect(await untilStill(() => taken)).toBeLessThan(mostUnread)
    goOn()
    await sending
    const response = await head
    expect(response.statusCode).toBe(200)
    expect(received).toBe(wholeBytes)
  })

  it('reports the sent part of a body with a length', async () => {
    const request = openRequest({ method: 'POST', url: `${server.origin}/upload`, session: wire })
    expect(request.getUploadProgress()).toEqual({ active: false, started: false, current: 0, total: 0 })
    const head = headOf(request)
    request.end(Buffer.alloc(mebibyte))
    await head
    expect(request.getUploadProgress()).toMatchObject({ started: true, current: mebibyte, total: mebibyte })
  })

  it('closes a request as a stream when its body was handed over, and still emits its error', async () => {
    server.on('/never', (request) => request.socket.destroy())
    const request = openRequest({ method: 'POST', url: `${server.origin}/never`, session: wire })
    const failed = headOf(request)
    const refused = expect(failed).rejects.toThrow('net::ERR_EMPTY_RESPONSE')
    request.end('x')
    await once(request, 'close')
    await refused
    expect(server.at('/never')).toHaveLength(1)
  })

  it('ends an aborted answer without an error, and emits the abort later', async () => {
    server.on('/video', (_request, response) => response.writeHead(200).write('half'))
    const request = openRequest({ url: `${server.origin}/video`, session: wire })
    const head = headOf(request)
    request.end()
    const response = await head
    const events: string[] = []
    for (const name of ['end', 'error', 'aborted', 'close']) response.on(name, () => events.push(name))
    request.on('abort', () => events.push('abort'))
    request.abort()
    expect(events).toEqual([])
    await once(response, 'close')
    expect(events.toSorted()).toEqual(['abort', 'close'])
  })

  it('fails at a redirect without a listener', async () => {
    server.on('/old', (_request, response) => response.writeHead(307, { location: '/new' }).end())
    const redirects: unknown[] = []
    const request = openRequest({ method: 'POST', url: `${server.origin}/old`, session: wire })
    request.on('redirect', (...args) => redirects.push(args.slice(0, 3)))
    const refused = expect(headOf(request)).rejects.toThrow('Redirect was cancelled')
    request.end('x')
    await refused
    expect(redirects).toEqual([[307, 'POST', `${server.origin}/new`]])
    expect(server.at('/new')).toEqual([])
  })

  it('accepts no header after a part of the body was written, and only one way of sending it', () => {
    const request = openRequest({ method: 'POST', url: server.origin, session: wire })
    request.setHeader('X-One', '1')
    expect(() => {
      request.setHeader('X-Two', 'a\r\nb')
    }).toThrow()
    request.write('x')
    expect(() => {
      request.setHeader('X-Two', '2')
    }).toThrow("Can't set headers after they are sent")
    request.abort()
  })
})
