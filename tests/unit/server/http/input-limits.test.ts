import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { limits } from '#server/base/limits.ts'
import { linkifyWith } from '#server/markdown/inline/linkifiers.ts'
import { renderMarkdown, type Directory } from '#server/markdown/render.ts'
import { sanitizeName } from '#server/routes/messages/uploads.ts'
import { multipartBody } from '#support/forms.ts'
import { holding } from '#support/held.ts'
import { chooseSeed, sampled, SeededRandom } from '#support/random.ts'
import { Service } from '#support/service.ts'

const refused = { status: 400 }

async function world() {
  const service = await Service.start()
  const noor = service.person('Noor')
  const general = await service.stream('general', [noor])
  const id = await service.say(noor, general, 'x', 'quick brown fox')
  const range = { anchor: 'newest', num_before: 10, num_after: 0 }
  const search = (narrow: unknown) => service.call(noor, 'GET', '/messages', { ...range, narrow })
  return { service, noor, general, id, search }
}

describe('a narrow', () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')

  it.each([
    ['a search of 20 000 words', [['search', words(20_000)]]],
    ['a search of 101 words', [['search', 'fox '.repeat(101)]]],
    [
      '900 negated words',
      Array.from({ length: 900 }, (_, n) => ({ operator: 'search', operand: `w${n}`, negated: true })),
    ],
    [
      'two searches of 60 words',
      [
        ['search', 'éé '.repeat(60)],
        ['search', 'éé '.repeat(60)],
      ],
    ],
    ['one of 101 characters of an unspaced script', [['search', '漢'.repeat(101)]]],
    ['3 000 terms', Array.from({ length: 3000 }, () => ['topic', 'x'])],
    ['an operand of 100 000 characters', [['topic', 'x'.repeat(100_000)]]],
    ['100 000 people', [{ operator: 'dm', operand: Array.from({ length: 100_000 }, () => 1) }]],
  ])('with %s is refused', async (_, narrow) => {
    const { service, noor, id } = await world()
    const form = { narrow }
    const call = (method: 'GET' | 'POST', path: string, more: Record<string, unknown>) =>
      service.server.built.app.inject({
        method,
        url: `/api/v1${path}`,
        headers: {
          host: 'test.example',
          authorization: `Basic ${Buffer.from(`${noor.email}:${noor.apiKey}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        // A body can contain more than a URL, also with GET.
        payload: new URLSearchParams(
          Object.entries({ ...form, ...more }).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ).toString(),
      })
    const range = { anchor: 'newest', num_before: 1, num_after: 1 }
    for (const answer of [
      await call('GET', '/messages', range),
      await call('GET', '/messages/matches_narrow', { msg_ids: [id] }),
      await call('POST', '/messages/flags/narrow', { ...range, op: 'add', flag: 'read' }),
    ]) {
      expect([answer.statusCode, answer.json<{ result: string }>().result]).toEqual([400, 'error'])
    }
  })

  it('of the maximum size is answered', async () => {
    const { search } = await world()
    const narrow = [
      ['search', `fox ${'brown '.repeat(limits.searchWords.most - 1)}`],
      ...Array.from({ length: limits.narrowTerms.most - 1 }, () => ['topic', 'x']),
    ]
    const answer = await search(narrow)
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.messages).toHaveLength(1)
  })
})

describe("the server's Markdown", () => {
  const directory: Directory = {
    user: () => undefined,
    stream: () => undefined,
    group: () => undefined,
    customEmoji: () => undefined,
    linkify: linkifyWith(() => [{ pattern: '#(?P<id>[0-9]{2,8})', url_template: 'https://git.example/issues/{id}' }]),
  }
  // Formulas are drawn in threads.
  const fragments = (
    '[a]( [ ]( !\\[ ** * _ __ ~~ ` `` > >\\s - 1. | |- |a|\\n \\n \\n\\n \\s \\s\\s\\s\\s @** @_** #** @* < <time: http:// https://a.b a.b a@b.c : :: ' +
    ':a: \\ ( ) a é 漢 " \' & &amp; &# { } ``` ~~~ ```quote\\n ```spoiler\\sx\\n === --- #\\s #12 . www. [x]:\\s x\\n /user_uploads/1/a.png\\s ' +
    'https://a.b/c.png\\s mailto: \u200b \u00a0 \u2028 $$ $$x$$ $$x \\$ ```math\n'
  )
    .split(' ')
    .map((fragment) => fragment.replaceAll('\\n', '\n').replaceAll('\\s', ' '))
  const count = sampled(20, 5000)

  it(`takes less than 250 ms for ${count} texts of repeated fragments`, { timeout: 3_600_000 }, () => {
    const seed = chooseSeed()
    const random = new SeededRandom(seed)
    let slowest = { ms: 0, fragment: '' }
    for (let tried = 0; tried < count; tried += 1) {
      let fragment = Array.from({ length: 1 + random.below(4) }, () => random.pick(fragments)).join('')
      if (random.chance(0.2)) fragment = fragment.repeat(1 + random.below(50)) + random.pick(fragments)
      const text = fragment.repeat(Math.ceil(limits.message.most / fragment.length)).slice(0, limits.message.most)
      const spent = () => {
        const start = process.cpuUsage()
        renderMarkdown(text, directory)
        const { user, system } = process.cpuUsage(start)
        return (user + system) / 1000
      }
      // The lesser of two times, since other work of this process counts.
      const ms = Math.min(spent(), spent())
      if (ms > slowest.ms) slowest = { ms, fragment }
    }
    process.stdout.write(
      `Markdown: seed ${seed}, slowest ${slowest.ms.toFixed(0)} ms: ${JSON.stringify(slowest.fragment)}\n`,
    )
    // Every day the machine may be busy with other tests.
    expect(slowest.ms).toBeLessThan(sampled(1500, 250))
  })
})

describe('a request', () => {
  const malformed = ['a b', '[', ']', 'x:99999999', 'x:y', '@', '/', '%00', '::1', '[::1']

  it.each([...malformed, '', 'ä', 'a'.repeat(5000)])('with the Host %j is answered below 500', async (host) => {
    const { service, noor } = await world()
    const authorization = `Basic ${Buffer.from(`${noor.email}:${noor.apiKey}`).toString('base64')}`
    for (const [method, url] of [
      ['GET', '/api/v1/server_settings'],
      ['POST', '/api/v1/register'],
      ['GET', '/api/v1/users/me'],
      ['POST', '/api/v1/bots'],
    ] as const) {
      const { statusCode, body } = await service.server.built.app.inject({
        method,
        url,
        headers: { host, authorization, 'content-type': 'application/x-www-form-urlencoded' },
        ...(method === 'POST' ? { payload: 'full_name=Bot&short_name=bot' } : {}),
      })
      expect(statusCode, `${method} ${url}: ${body.slice(0, 200)}`).toBeLessThan(500)
    }
  })

  it.each([
    ['漢'.repeat(100) + '.png', /漢\.png$/],
    ['🙂'.repeat(300), /uploaded-file$/],
    [`${'é'.repeat(5000)}.tar.gz`, /é\.tar\.gz$/],
  ] as const)('with a file called %j stores it under a name that every file system accepts', async (name, end) => {
    expect(Buffer.byteLength(sanitizeName(name))).toBeLessThanOrEqual(limits.fileName.most)
    expect(sanitizeName(name)).toMatch(end)
    const { service, noor } = await world()
    expect(String((await service.upload(noor, '/user_uploads', name, Buffer.from('x'))).uri)).toMatch(
      /^\/user_uploads\//,
    )
  })

  it('is ended if its body comes byte by byte, while a whole request has its time', async () => {
    const service = await Service.start({ arrivalMs: { body: 300, request: 5000 } })
    const { app } = service.server.built
    const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    expect(app.server.requestTimeout).toBe(5000)
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(Number(url.port), url.hostname)
      socket.write('POST /api/v1/fetch_api_key HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n')
      socket.write('Content-Type: application/x-www-form-urlencoded\r\n\r\nusername=')
      const drip = setInterval(() => socket.write('a'), 20)
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearInterval(drip)
        resolve(text)
      })
    })
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect((await fetch(`${url.origin}/api/v1/server_settings`)).status).toBe(200)
    await service.server.stop()
  })

  it('has the time for a file only from the beginning of the file on', async () => {
    const service = await Service.start({ arrivalMs: { body: 300, request: 5000 } })
    const noor = service.person('Noor')
    const { app } = service.server.built
    const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const authorization = `Basic ${Buffer.from(`${noor.email}:${noor.apiKey}`).toString('base64')}`
    const part = '--b\r\nContent-Disposition: form-data; name="file"'
    /** Sends the beginning of a body, then one byte at a time, and `rest` after more than the time of a body. */
    const drip = (path: string, beginning: string, rest: string) =>
      new Promise<string>((resolve) => {
        let text = ''
        const started = performance.now()
        const socket = connect(Number(url.port), url.hostname)
        socket.write(`POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n`)
        socket.write('Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n')
        const chunk = (given: string) => socket.write(`${given.length.toString(16)}\r\n${given}\r\n`)
        chunk(beginning)
        const timer = setInterval(() => {
          if (performance.now() - started < 900) return chunk('a')
          clearInterval(timer)
          return socket.write(`${rest.length.toString(16)}\r\n${rest}\r\n0\r\n\r\n`)
        }, 20)
        const end = () => {
          clearInterval(timer)
          socket.destroy()
          resolve(text)
        }
        socket.on('data', (data: Buffer) => {
          text += data.toString()
          if (text.includes('"result"')) end()
        })
        socket.on('error', end)
        socket.on('close', end)
      })
    const file = `${part}; filename="x.txt"\r\n\r\n`
    expect(await drip('/messages/render', file, '\r\n--b--\r\n')).toMatch(/^HTTP\/1\.1 408 /)
    expect(await drip('/user_uploads', `${part}\r\n\r\n`, '\r\n--b--\r\n')).toMatch(/^HTTP\/1\.1 408 /)
    expect(await drip('/user_uploads', file, '\r\n--b--\r\n')).toMatch(/^HTTP\/1\.1 200 /)
    await service.server.stop()
  })

  it.each([
    ['lists', 1e6, '['.repeat(1e6) + ']'.repeat(1e6)],
    ['lists that do not end', 1e6, '['.repeat(1e6)],
    ['objects', 250_000, '{"a":'.repeat(250_000) + '1' + '}'.repeat(250_000)],
    ['lists after a string with brackets', 1e6, `["]\\"]]",${'['.repeat(900_000)}`],
    ['a million entries', 1, `[${'1,'.repeat(1e6)}1]`],
  ])('with JSON of %s, %d deep, is refused before it is parsed', async (_, __, json) => {
    const { service, noor } = await world()
    const ask = (method: 'GET' | 'POST', path: string, name: string, type?: string) =>
      holding(async () =>
        service.server.built.app.inject({
          method,
          url: `/api/v1${path}`,
          headers: {
            host: 'test.example',
            authorization: `Basic ${Buffer.from(`${noor.email}:${noor.apiKey}`).toString('base64')}`,
            'content-type': 'multipart/form-data; boundary=b',
          },
          payload: multipartBody([[name, json]], { boundary: 'b', ...(type === undefined ? {} : { type }) }),
        }),
      )
    for (const [method, path, name, type] of [
      ['GET', '/messages/matches_narrow', 'msg_ids'],
      ['POST', '/register', 'narrow'],
      ['POST', '/users/me/subscriptions', 'subscriptions'],
      // A part with a JSON type is an ordinary field.
      ['POST', '/users/me/subscriptions', 'subscriptions', 'application/json'],
    ] as const) {
      await ask(method, path, name, type)
      const { result, heldMs } = await ask(method, path, name, type)
      expect([path, result.statusCode, result.json<{ code: string }>().code]).toEqual([path, 400, 'BAD_REQUEST'])
      // JSON.parse alone takes as long for a million nested lists. In ordinary runs the processor is busier.
      expect(heldMs, path).toBeLessThan(250)
    }
  })

  it('with JSON of the maximum depth is answered', async () => {
    const { service, noor } = await world()
    const { isModest } = await import('#server/base/json.ts')
    const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    for (const depth of [limits.jsonDepth.most, limits.jsonDepth.most + 1]) {
      expect(isModest(deep(depth)), String(depth)).toBe(depth <= limits.jsonDepth.most)
    }
    expect(isModest(`["${'[\\"'.repeat(1000)}"]`)).toBe(true)
    expect(
      await service.call(noor, 'POST', '/messages/flags', { op: 'add', flag: 'read', messages: [] }),
    ).toMatchObject({
      status: 200,
    })
  })

  it('with lists beyond all limits is refused before its lists are read', async () => {
    const { service, noor } = await world()
    const many = Array.from({ length: 150_000 }, () => 1)
    for (const [method, path, form] of [
      ['POST', '/messages/flags', { messages: many, op: 'add', flag: 'read' }],
      ['POST', '/user_groups/create', { name: 'g', description: '', members: many }],
      ['POST', '/users/me/subscriptions', { subscriptions: many }],
      ['POST', '/users/me/alert_words', { alert_words: many }],
    ] as const) {
      expect(await service.call(noor, method, path, form), path).toMatchObject(refused)
    }
  })
})
