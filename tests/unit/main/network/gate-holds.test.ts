import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import type { Gate, GateListener } from '#network/gate.ts'
import { ask, gateTo } from '#support/asked-gate.ts'
import { listening, type Listening } from '#support/listening.ts'

const tlsFolder = `${import.meta.dirname}/../../../support/tls`
const trusted = getCACertificates('default')

let server: Listening | undefined
let foreign: Server | undefined
afterEach(() => {
  server?.close()
  foreign?.close()
  foreign?.closeAllConnections()
  foreign = undefined
  setDefaultCACertificates(trusted)
})

/** Another host, over TLS, that demands an hour’s wait of all clients; and its requests. */
async function foreignHost(): Promise<{ readonly origin: string; readonly asked: (string | undefined)[] }> {
  const certificate = readFileSync(`${tlsFolder}/certificate.pem`, 'utf8')
  setDefaultCACertificates([...trusted, certificate])
  const asked: (string | undefined)[] = []
  const host = createServer({ cert: certificate, key: readFileSync(`${tlsFolder}/key.pem`) }, (request, response) => {
    asked.push(request.headers.authorization)
    response.writeHead(429, { 'Retry-After': '3600' }).end('{}')
  })
  foreign = host
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  return { origin: `https://127.0.0.1:${(host.address() as AddressInfo).port}`, asked }
}

/** The status of a picture; null if the request failed. */
function picture(gate: Gate, path: string): Promise<number | null> {
  return new Promise((resolve) => {
    let status: number | null = null
    const listener: GateListener = {
      onHead: (head) => (status = head.status),
      onChunk: () => undefined,
      onEnd: () => {
        resolve(status)
      },
      onFailure: () => {
        resolve(null)
      },
    }
    gate.media({ path, maxBytes: 1000, range: null, lane: 'picture' }, listener)
  })
}

/** A gate to a server with a rate limit, and the reported end of the limit. */
async function holding() {
  server = await listening((_, response) => {
    response.writeHead(429, { 'Retry-After': '90' }).end('{}')
  })
  const gate = gateTo(server.origin)
  const told: number[] = []
  gate.onHold = (until) => told.push(until)
  return { gate, told }
}

describe('a rate limit of the server (429)', () => {
  it('is reported by a call', async () => {
    const { gate, told } = await holding()
    const before = Date.now()
    expect(await ask(gate, { path: '/api/v1/messages' }).answer).toMatchObject({ status: 429 })
    expect(told).toHaveLength(1)
    expect(told[0]).toBeGreaterThanOrEqual(before + 90_000)
    expect(told[0]).toBeLessThanOrEqual(Date.now() + 90_000)
  })

  it('is reported by a picture', async () => {
    const { gate, told } = await holding()
    const before = Date.now()
    expect(await picture(gate, '/user_uploads/1/a.png')).toBe(429)
    expect(told).toHaveLength(1)
    expect(told[0]).toBeGreaterThanOrEqual(before + 90_000)
  })

  it('is not reported by a host that the own server redirected to', async () => {
    const { origin, asked } = await foreignHost()
    server = await listening((_, response) => {
      response.writeHead(302, { Location: `${origin}/hold.png` }).end()
    })
    const gate = gateTo(server.origin)
    const told: number[] = []
    gate.onHold = (until) => told.push(until)
    expect(await picture(gate, '/user_uploads/1/a.png')).toBe(429)
    // The host was requested without the key, and caused no rate limit.
    expect(asked).toEqual([undefined])
    expect(told).toEqual([])
  })

  it('is reported by the own server at the end of a redirect', async () => {
    server = await listening((request, response) => {
      if (request.url === '/user_uploads/1/a.png') response.writeHead(302, { Location: '/user_uploads/1/b.png' }).end()
      else response.writeHead(429, { 'Retry-After': '90' }).end('{}')
    })
    const gate = gateTo(server.origin)
    const told: number[] = []
    gate.onHold = (until) => told.push(until)
    expect(await picture(gate, '/user_uploads/1/a.png')).toBe(429)
    expect(told).toHaveLength(1)
  })

  it.each([
    '//HOST/hold.png',
    '/user_uploads/..//HOST/hold.png',
    '/user_uploads/%2e%2e//HOST/hold.png',
    '/\\HOST/a.png',
  ])('is not caused by the invalid path %s, which requests nothing from any host', async (path) => {
    let requests = 0
    const other = await listening((_, response) => {
      requests += 1
      response.writeHead(429, { 'Retry-After': '3600' }).end('{}')
    })
    try {
      const { gate, told } = await holding()
      server?.server.prependListener('request', () => (requests += 1))
      expect(await picture(gate, path.replace('HOST', new URL(other.origin).host))).toBeNull()
      expect(requests).toBe(0)
      expect(told).toEqual([])
    } finally {
      other.close()
    }
  })
})
