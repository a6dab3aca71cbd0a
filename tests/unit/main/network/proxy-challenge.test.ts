import type { EventEmitter } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { net } from '#browser-host/electron.ts'
import type { ProxyLogin } from '#network/proxy/proxy-login.ts'
import { ask, gateTo } from '#support/asked-gate.ts'
import { listening, type Listening } from '#support/listening.ts'

type AuthInfo = Parameters<ProxyLogin>[0]

const proxy: AuthInfo = { isProxy: true, scheme: 'basic', host: 'proxy.example', port: 3128, realm: 'Lab network' }
const iris = { username: 'iris', password: 'wool' }

describe('a request that gets a password challenge', () => {
  let server: Listening | undefined
  afterEach(() => {
    server?.close()
    vi.restoreAllMocks()
  })

  /** Requests through the gate, emits `info` before the answer, and returns the gate's reply. */
  async function askedFor(info: AuthInfo) {
    server = await listening((_request, response) => response.end('{}'))
    const replies: unknown[][] = []
    const request = net.request.bind(net)
    vi.spyOn(net, 'request').mockImplementation((options) => {
      const client = request(options)
      // The browser host has no proxies; the emitter follows Electron's documentation.
      const emitter: EventEmitter = client
      setImmediate(() => emitter.emit('login', info, (...reply: unknown[]) => replies.push(reply)))
      return client
    })
    const given: (readonly [AuthInfo, unknown])[] = []
    const gate = gateTo(server.origin, 'login', (asked, refused) => {
      given.push([asked, refused])
      return Promise.resolve(iris)
    })
    await ask(gate, { method: 'GET' }).answer
    await vi.waitUntil(() => replies.length > 0, { timeout: 60_000 })
    gate.close()
    return { replies, given }
  }

  it('answers a challenge of a proxy', async () => {
    const { replies, given } = await askedFor(proxy)
    expect(replies).toEqual([['iris', 'wool']])
    expect(given).toEqual([[proxy, null]])
  })

  it('answers no other challenge, not even one of the account’s own server', async () => {
    const { replies, given } = await askedFor({ ...proxy, isProxy: false })
    expect(replies).toEqual([[]])
    expect(given).toEqual([])
  })
})
