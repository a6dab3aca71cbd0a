import { connect } from 'node:net'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { usualMaxUploadMib } from '#server/base/options.ts'
import { describedEndpoints } from '../../contract/contract.ts'
import { multipartBody } from '#support/forms.ts'
import { chooseSeed, sampled, SeededRandom } from '#support/random.ts'
import { Service } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

const requests = sampled(700, 50_000)
const secret = 'xyzzysecret'

/** Endpoints that the description lacks. */
const others = [
  'POST /users/me/presence',
  'POST /submessage',
  'PATCH /users/me/profile_data',
  'DELETE /users/me/profile_data',
  'POST /users/me/api_key/regenerate',
  'PATCH /realm/profile_fields/{id}',
  'DELETE /realm/profile_fields/{id}',
  'GET /export/realm',
  'POST /export/realm',
  'DELETE /export/realm/{id}',
  'GET /invites',
  'POST /invites',
  'POST /invites/multiuse',
  'POST /invites/{id}/resend',
  'DELETE /invites/{id}',
  'DELETE /invites/multiuse/{id}',
  'GET /nowhere',
]

const names = (
  'type to topic content queue_id local_id read_by_sender anchor num_before num_after narrow include_anchor apply_markdown ' +
  'use_first_unread_anchor client_extavatar messages op flag stream_id stream_ids topic_name subscriptions principals add delete ' +
  'authorization_errors_fatal announce invite_only is_web_public is_default_stream history_public_to_subscribers ' +
  'stream_post_policy message_retention_days can_remove_subscribers_group new_name description is_private drafts draft ' +
  'scheduled_delivery_timestamp emoji_name emoji_code reaction_type name members can_mention_group event_types ' +
  'fetch_event_types client_capabilities last_event_id dont_block subscription_data visibility_policy stream order hint ' +
  'field_type field_data display_in_profile_summary data pattern url_template ordered_linkifier_ids status_text away ' +
  'alert_words status slim_presence ping_only msg_ids message_id msg_type username password email full_name role ' +
  'profile_data propagate_mode send_notification_to_old_thread color_scheme default_language timezone old_password ' +
  'new_password invitee_emails invite_as invite_expires_in_minutes enter_sends all_public_streams queue_lifespan_secs include_subscribers include_custom_profile_fields'
).split(' ')

const hostileTexts = [
  ...[
    '',
    ' ',
    'x',
    secret,
    'general',
    'attic',
    '0',
    '-1',
    '1',
    '9999999999999999',
    '1e999',
    'NaN',
    'null',
    'true',
    'false',
  ],
  ...[
    '[]',
    '{}',
    '[[]]',
    '[null]',
    '[1,2,3]',
    '["a"]',
    '{"a":1}',
    '[[1,2]]',
    '[{"name":null}]',
    '[{"name":"x"}]',
    '"',
    '[',
    '{"',
  ],
  ...['[["search","a* OR b"]]', '[["search","\\"\\"\\""]]', '[["search","NEAR("]]', '[{"operator":"dm","operand":[]}]'],
  ...[
    '[{"operator":"sender","operand":{}}]',
    '[["topic","%"]]',
    '[["id","99999999999999999999"]]',
    '[["stream","1e5"]]',
  ],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE message; --',
    '../../../etc/passwd',
    '%00',
    '\u0000',
    '\ud800',
    '\u202e',
    '🙂'.repeat(70),
  ],
  ...[
    'a'.repeat(5000),
    '@**all**',
    '@**',
    '@*x*',
    '#**general>x**',
    '```quote\n'.repeat(30),
    '$$\\frac{$$',
    '$$\\def\\a{\\a\\a}\\a$$',
  ],
  ...[
    '/poll',
    '/poll \n\n',
    '/todo',
    '<time:99999999999999>',
    '<script>alert(1)</script>',
    ':a:'.repeat(300),
    '>'.repeat(500),
  ],
  ...[
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":1}}',
    '__proto__',
    'role:owners',
    '{"notification_settings_null":1}',
  ],
  ...[
    '['.repeat(3000),
    '{"a":'.repeat(2000),
    '(?P<a>.*)*',
    '(a+)+$',
    'https://x.example/{a',
    'newest',
    'oldest',
    'first_unread',
  ],
  ...[
    'stream',
    'direct',
    'private',
    'add',
    'remove',
    'read',
    'starred',
    'change_all',
    '2024-01-01',
    'Infinity',
    '1.5',
    '0x10',
  ],
]

async function world() {
  const service = await Service.start()
  const olga = service.person('Olga', 'owner')
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const sam = service.person('Sam', 'guest')
  const bot = service.bot('Builder', mei)
  await service.stream('general', [olga, noor, mei, sam])
  const attic = await service.stream('attic', [noor], { invite_only: true })
  await service.say(noor, attic, secret, secret)
  await service.tell(noor, [noor], secret)
  const { uri } = await service.upload(noor, '/user_uploads', 'plan.txt', Buffer.from(secret))
  await service.ok(noor, 'POST', '/drafts', { drafts: [{ type: '', to: [], topic: '', content: secret }] })
  await service.ok(noor, 'POST', '/users/me/alert_words', { alert_words: [secret] })
  return { service, noor, strangers: [mei, sam, bot, olga], uri: String(uri) }
}

type World = Awaited<ReturnType<typeof world>>

class Fuzzer {
  readonly #random: SeededRandom
  readonly #world: World

  constructor(random: SeededRandom, built: World) {
    this.#random = random
    this.#world = built
  }

  #text(): string {
    const random = this.#random
    switch (random.below(6)) {
      case 0:
        return String(random.below(40))
      case 1:
        return String(random.pick([-1, 1, 7, 8, 2 ** 31, 2 ** 53, Date.now()]))
      case 2:
        return random.bytes(random.below(40)).toString('latin1')
      case 3:
        return JSON.stringify(Array.from({ length: random.below(5) }, () => random.below(30)))
      default:
        return random.pick(hostileTexts)
    }
  }

  #path(template: string): string {
    const segment = () =>
      this.#random.chance(0.6)
        ? String(this.#random.below(25))
        : encodeURIComponent(this.#text().toWellFormed().slice(0, 60)) || '-'
    if (template.includes('user_uploads') && this.#random.chance(0.5)) return this.#world.uri
    return template.replaceAll(/\{[^}]+\}/g, segment)
  }

  #account(): Account | null {
    const random = this.#random
    if (random.chance(0.05)) return null
    const account = random.pick(this.#world.strangers)
    return random.chance(0.05) ? { ...account, apiKey: this.#text().replaceAll(/[^\x20-\x7e]/g, '') } : account
  }

  /** A user who requests the secret and writes it in a readable place has published it. */
  request() {
    for (;;) {
      const request = this.#anyRequest()
      const { method, url, payload = '' } = request
      if (method === 'GET' || !`${url} ${payload.toString()}`.includes(secret)) return request
    }
  }

  #anyRequest() {
    const random = this.#random
    const [method = 'GET', template = '/'] = random.pick([...describedEndpoints, ...others]).split(' ')
    const account = this.#account()
    const fields = new URLSearchParams()
    for (let count = random.below(7); count > 0; count -= 1)
      fields.append(random.pick(names), this.#text().toWellFormed())
    const authorization =
      account === null
        ? random.chance(0.5)
          ? undefined
          : random.pick(['Basic', 'Basic =', `Basic ${random.bytes(20).toString('base64')}`, 'Bearer x', 'basic Og=='])
        : `Basic ${Buffer.from(`${account.email}:${account.apiKey}`).toString('base64')}`
    // The form of the body; most are forms of clients.
    const kind = random.below(14)
    const path = `/api/v1${this.#path(template)}`
    const isGet = method === 'GET'
    const hasBody = !isGet || random.chance(0.1)
    return {
      method: random.chance(0.03)
        ? random.pick(['PUT', 'HEAD', 'OPTIONS', 'DELETE', 'PATCH'] as const)
        : (method as 'GET'),
      url: isGet || random.chance(0.1) ? `${path}?${fields.toString()}` : path,
      headers: {
        host: 'test.example',
        ...(authorization === undefined ? {} : { authorization }),
        ...(random.chance(0.1)
          ? {
              'user-agent': random
                .bytes(30)
                .toString('latin1')
                .replaceAll(/[^\x20-\x7e]/g, ''),
            }
          : {}),
        ...(hasBody ? { 'content-type': contentType(kind) } : {}),
      },
      ...(hasBody ? { payload: this.#body(kind, fields) } : {}),
    }
  }

  #body(kind: number, fields: URLSearchParams): string | Buffer {
    switch (kind) {
      case 0:
        return this.#random.bytes(this.#random.below(300))
      case 1:
        return JSON.stringify(Object.fromEntries(fields))
      case 2:
        return this.#random.pick(['{', '[1', '"x"', 'null', '{"a":{"b":[]}}', ''])
      case 3:
        return multipart(this.#text(), this.#random.bytes(this.#random.below(200)))
      case 4:
        return '--part\r\nContent-Disposition: form-data; name="file"; filename="x'
      case 5:
        return `${'a[b]'.repeat(50)}=1&${'%'.repeat(20)}&=&&;`
      case 6:
      case 7:
      case 8:
        return this.#multipart(fields)
      default:
        return fields.toString()
    }
  }

  /** The fields as parts: whole, truncated, with unusual names, or with an additional file. */
  #multipart(fields: URLSearchParams): Buffer {
    const random = this.#random
    const named = [...fields].map(([name, value]): [string, string] => [
      random.chance(0.05) ? random.pick(['__proto__', 'toString', 'a"b', 'x\r\n--part', '']) : name,
      value,
    ])
    const file = random.chance(0.2) ? { file: { name: 'x.png', bytes: random.bytes(random.below(5000)) } } : {}
    const body = multipartBody(named, { boundary: 'part', ...file })
    return random.chance(0.15) ? body.subarray(0, random.below(body.length)) : body
  }
}

function contentType(kind: number): string {
  if (kind === 1 || kind === 2) return 'application/json'
  if ([3, 4, 6, 7, 8].includes(kind)) return 'multipart/form-data; boundary=part'
  return kind === 0 ? 'application/octet-stream' : 'application/x-www-form-urlencoded'
}

function multipart(name: string, bytes: Buffer): Buffer {
  const safe = name.toWellFormed().replaceAll(/["\r\n]/g, '')
  return Buffer.concat([
    Buffer.from(`--part\r\nContent-Disposition: form-data; name="file"; filename="${safe}"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n--part--\r\n'),
  ])
}

describe('invalid input', () => {
  afterAll(() => {
    vi.restoreAllMocks()
  })

  it(
    `is answered below 500 in ${requests} random and hostile requests, and reveals no data of other users`,
    { timeout: 1_800_000 },
    async () => {
      const seed = chooseSeed()
      const complaints: string[] = []
      vi.spyOn(process.stderr, 'write').mockImplementation((text) => complaints.push(String(text)) > 0)
      let built = await world()
      let fuzzer = new Fuzzer(new SeededRandom(seed), built)
      const statuses = new Map<number, number>()
      for (let index = 0; index < requests; index += 1) {
        // Some actions deactivate users or archive streams; a new world makes everything reachable again.
        if (index % 250 === 249) {
          await built.service.server.stop()
          built = await world()
          fuzzer = new Fuzzer(new SeededRandom(seed + index), built)
        }
        const request = fuzzer.request()
        const isPoll = request.url.startsWith('/api/v1/events') && request.method === 'GET'
        if (isPoll && !request.url.includes('dont_block=true')) continue
        const response = await built.service.server.built.app.inject(request)
        const told = `seed ${seed}, request ${index}: ${JSON.stringify(request).slice(0, 1500)} → ${response.statusCode} ${response.body.slice(0, 300)}`
        expect(response.statusCode, `${told} ${complaints.join('')}`).toBeLessThan(500)
        statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
        if (!response.body.startsWith('{')) {
          expect(['HEAD', 'OPTIONS'].includes(request.method) || response.statusCode === 200, told).toBe(true)
        }
        const own = JSON.stringify(request).includes('xyzzy')
        if (!own) expect(response.body, told).not.toContain('xyzzy')
      }
      expect(complaints).toEqual([])
      // Most requests must not be refused at the first check.
      expect(statuses.get(200) ?? 0).toBeGreaterThan(requests / 20)
      const answer = await built.service.found(built.noor, [['dm', String(built.noor.id)]])
      expect(answer).toContain(secret)
      await built.service.server.stop()
    },
  )

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a header without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['a body shorter than it says', 'POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nshort'],
    [
      'chunks that are none',
      'POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nnope\r\n',
    ],
    ['two lengths', 'POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a path with a null', 'GET /api/v1/users/%00 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a path that climbs', 'GET /user_uploads/1/../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a path that is not encoded', 'GET /api/v1/users/%zz HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('with %s on the wire ends only its own connection', async (_, bytes) => {
    const service = await Service.start()
    const url = new URL(await service.server.built.app.listen({ host: '127.0.0.1', port: 0 }))
    const answer = await new Promise<string>((found) => {
      let text = ''
      const socket = connect(Number(url.port), url.hostname, () => socket.end(bytes))
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.on('error', () => undefined)
      socket.on('close', () => found(text))
    })
    expect(answer).toMatch(/^(?:HTTP\/1\.1 4\d\d|$)/)
    expect(answer).not.toContain('root:')
    expect((await fetch(`${url.origin}/api/v1/server_settings`)).status).toBe(200)
    await service.server.stop()
  })

  it.each([
    '../../x.png',
    '..\\..\\x.png',
    'a/b/c.png',
    '\u0000.png',
    '.htaccess',
    'x'.repeat(400),
    '…',
    'con.txt',
    ' ',
  ])('with a file called %j is stored in its folder and can be read', async (name) => {
    const service = await Service.start({ maxUploadMib: usualMaxUploadMib })
    const noor = service.person('Noor')
    const { uri } = await service.upload(noor, '/user_uploads', name, Buffer.from('content'))
    expect(String(uri)).toMatch(/^\/user_uploads\/1\/[\w-]{2}\/[\w-]+\/[^/\\]{1,100}$/)
    const answer = await service.server.raw(noor, { method: 'GET', path: encodeURI(String(uri)), form: {} })
    expect([answer.status, answer.body]).toEqual([200, 'content'])
  })
})
