import { get } from 'node:http'
import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { readCommand } from '#server/command-line.ts'
import { isLoopbackAddress, isLoopbackName } from '#server/http/requested-host.ts'
import { TestServer, type Account } from '#support/test-server.ts'

function keyOf({ email, apiKey }: Account): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
}

async function world(options: { isLoopbackOnly?: boolean } = { isLoopbackOnly: true }) {
  const server = new TestServer()
  await server.start(options)
  const { iris } = server.seed()
  const authorization = keyOf(iris)
  const asked = async (
    headers: Record<string, string>,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' = 'POST',
  ) => {
    const request: InjectOptions = {
      method,
      url: method === 'GET' ? '/api/v1/users/me' : '/api/v1/messages/flags',
      headers: { authorization, ...(method === 'GET' ? {} : form), ...headers },
      ...(method === 'GET' ? {} : { payload: 'messages=[]&op=add&flag=read' }),
    }
    return (await server.built.app.inject(request)).statusCode
  }
  return { server, iris, asked }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const host = '127.0.0.1:9000'

describe('a server that only this computer can reach', () => {
  it.each([
    'localhost',
    'localhost:9991',
    'LOCALHOST:9991',
    'localhost.:80',
    'skein.localhost:8080',
    '127.0.0.1',
    '127.0.0.1:65535',
    '127.1.2.3:80',
    '[::1]',
    '[::1]:9991',
    '[0:0:0:0:0:0:0:1]:80',
    '[::ffff:127.0.0.1]:80',
  ])('answers to %s', async (name) => {
    const { asked } = await world()
    expect([await asked({ host: name }, 'GET'), await asked({ host: name })]).toEqual([200, 200])
  })

  it.each([
    'evil.example',
    'evil.example:9991',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'notlocalhost',
    '127.0.0.1.nip.io:80',
    '0.0.0.0:80',
    '192.168.1.7:9991',
    '10.0.0.1',
    '[::2]:80',
    '[fe80::1]',
    '[::ffff:10.0.0.1]',
    'skein',
  ])('does not answer to %s, which a web page may have bound to its address', async (name) => {
    const { server, asked } = await world()
    expect([await asked({ host: name }, 'GET'), await asked({ host: name })]).toEqual([403, 403])
    for (const url of ['/api/v1/server_settings', '/api/v1/events', '/user_avatars/1/x.png', '/nowhere']) {
      const { statusCode } = await server.built.app.inject({ url, headers: { host: name } })
      expect([url, statusCode]).toEqual([url, 403])
    }
  })

  it('does not answer polls under another name, though the fast path of polls bypasses Fastify', async () => {
    const { server, iris } = await world()
    const { queue_id: queue = '' } = (await server.call(iris, 'POST', '/register', { apply_markdown: 'true' })) as {
      queue_id?: string
    }
    const url = await server.built.app.listen({ host: '127.0.0.1', port: 0 })
    const polled = (name: string) =>
      new Promise<number | undefined>((found, failed) => {
        const headers = { host: name, authorization: keyOf(iris) }
        get(`${url}/api/v1/events?queue_id=${queue}&last_event_id=-1&dont_block=true`, { headers }, (response) => {
          response.resume()
          found(response.statusCode)
        }).on('error', failed)
      })
    expect(await polled('evil.example')).toBe(403)
    expect(await polled(new URL(url).host)).not.toBe(403)
    await server.built.close()
  })

  it.each([
    ['a page elsewhere', { 'sec-fetch-site': 'cross-site' }],
    ['a page on another port of this computer', { 'sec-fetch-site': 'same-site' }],
    ['an unknown relation', { 'sec-fetch-site': 'sideways' }],
    ['a page elsewhere in a browser that tells its origin alone', { origin: 'https://evil.example' }],
    ['a page of another port', { origin: 'http://127.0.0.1:9001' }],
    ['a page over https', { origin: 'https://127.0.0.1:9000' }],
    ['a page without an origin', { origin: 'null' }],
    ['a page that was led here', { 'sec-fetch-site': 'cross-site', origin: `http://${host}` }],
  ])('refuses changes from %s, and answers its reads', async (_what, headers) => {
    const { asked } = await world()
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'] as const) {
      expect([method, await asked({ host, ...headers }, method)]).toEqual([method, 403])
    }
    expect(await asked({ host, ...headers }, 'GET')).toBe(200)
  })

  it.each([
    ['a program without these headers', {}],
    ['an address that the user has entered', { 'sec-fetch-site': 'none' }],
    ['a page of its own', { 'sec-fetch-site': 'same-origin', origin: `http://${host}` }],
    ['a page of its own in an older browser', { origin: `http://${host}` }],
  ])('accepts changes from %s', async (_what, headers) => {
    const { asked } = await world()
    expect(await asked({ host, ...headers })).toBe(200)
  })

  it('is one without a public address, a proxy, or an address of the network', () => {
    const isOnly = (...args: string[]) => {
      const command = readCommand(['--demo', ...args])
      return command.type === 'serve' && command.server.isLoopbackOnly
    }
    expect(
      [[], ['--host', 'localhost'], ['--host', '::1'], ['--host', '127.0.0.2']].map((args) => isOnly(...args)),
    ).toEqual([true, true, true, true])
    const open = [
      ['--url', 'https://chat.example.com'],
      ['--behind-proxy'],
      ['--proxy', '10.0.0.7'],
      ['--host', '0.0.0.0'],
      ['--host', '::'],
      ['--host', '192.168.1.7'],
      ['--host', 'chat.example.com'],
    ]
    expect(open.map((args) => isOnly(...args))).toEqual(open.map(() => false))
  })
})

describe('a server for other computers', () => {
  it('answers to every name, also to pages with a name of their own', async () => {
    const { asked } = await world({})
    expect(await asked({ host: 'chat.example.com' })).toBe(200)
    expect(await asked({ host: 'chat.example.com', origin: 'https://chat.example.com' })).toBe(200)
  })
})

describe('isLoopbackName', () => {
  it('is false for texts that only resemble a name of this computer', () => {
    for (const name of ['', 'a b', '127.0.0.1@evil.example', 'localhost/evil.example', '%6cocalhost.evil']) {
      expect([name, isLoopbackName(name) && !name.startsWith('localhost/')]).toEqual([name, false])
    }
    expect(['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::', '10.0.0.1'].map(isLoopbackAddress)).toEqual([
      ...[true, true, true],
      ...[false, false, false],
    ])
  })
})
