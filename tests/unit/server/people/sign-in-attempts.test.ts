import { randomBytes, scryptSync } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { Attempts, failureWindowMs } from '#server/context/attempts.ts'
import { limits } from '#server/base/limits.ts'
import { usualRateLimits, type ServerOptions } from '#server/base/options.ts'
import { hashPasswordSync, Places } from '#server/base/passwords.ts'
import { RateLimiter } from '#server/base/rate-limiter.ts'
import { systemClock } from '#server/system-ports.ts'
import { Service } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

const password = 'the right one'
const tooMany = { status: 429, code: 'RATE_LIMIT_HIT' }

async function world(options: ServerOptions = {}) {
  const service = await Service.start(options)
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const hash = hashPasswordSync(password)
  service.context.write(() => {
    for (const { id } of [noor, mei]) service.context.tables.users.change(id, { password_hash: hash })
  })
  const signIn = (username: string, given = password) =>
    service.call(null, 'POST', '/fetch_api_key', { username, password: given })
  return { service, noor, mei, signIn, apiEmail: `user${noor.id}@test.example` }
}

/** A request as forwarded by a proxy. */
function through(service: Service, headers: Record<string, string>, remoteAddress = '127.0.0.1') {
  return service.server.built.app.inject({ url: '/api/v1/server_settings', remoteAddress, headers })
}

function basic({ email, apiKey }: Pick<Account, 'email' | 'apiKey'>): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
}

describe('a server behind a proxy', () => {
  const rateLimits = { ...usualRateLimits, perAddress: 3 }

  /** Statuses of an attacker's requests through the proxy, each with another claimed address. */
  async function statuses(options: ServerOptions, from = '127.0.0.1'): Promise<number[]> {
    const service = await Service.start({ rateLimits, ...options })
    const found: number[] = []
    for (let count = 0; count < 5; count += 1) {
      const answer = await through(service, { 'x-forwarded-for': `10.9.9.${count}, 203.0.113.7` }, from)
      found.push(answer.statusCode)
    }
    return found
  }

  it('trusts only the last hop, so that clients cannot claim another address', async () => {
    expect(await statuses({ proxy: 'neighbour' })).toEqual([200, 200, 200, 429, 429])
  })

  it('trusts only named proxies', async () => {
    expect(await statuses({ proxy: ['10.1.0.0/16'] }, '10.1.2.3')).toEqual([200, 200, 200, 429, 429])
    const service = await Service.start({ proxy: ['10.1.0.0/16'] })
    const said = { host: 'real.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    expect((await through(service, said, '10.2.0.1')).json()).toMatchObject({ realm_uri: 'http://real.example' })
    expect((await through(service, said, '10.1.0.1')).json()).toMatchObject({ realm_uri: 'https://evil.example' })
  })

  it('trusts no header without a proxy', async () => {
    expect(await statuses({})).toEqual([200, 200, 200, 429, 429])
  })
})

describe('the origin in answers', () => {
  it.each(['a b', 'x"><script>', 'x/y', 'x@y', 'x:y', 'x:123456', `${'x'.repeat(300)}.example`, '[::1', ''])(
    'is never built from %j',
    async (host) => {
      const service = await Service.start({ proxy: 'neighbour' })
      const answer = await through(service, { host: 'fine.example', 'x-forwarded-host': host })
      if (host === '') expect(answer.json()).toMatchObject({ realm_uri: 'http://fine.example' })
      else expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'BAD_REQUEST' }])
      const scheme = { host: 'fine.example', 'x-forwarded-proto': 'javascript' }
      expect((await through(service, scheme)).statusCode).toBe(400)
    },
  )

  it.each(['chat.example', 'chat.example:8443', '127.0.0.1:9991', '[::1]:9991', 'my_host'])(
    'may be %s',
    async (host) => {
      const service = await Service.start()
      expect((await through(service, { host })).json()).toMatchObject({ realm_uri: `http://${host}` })
    },
  )

  it('is the configured one, whatever the request contains', async () => {
    const service = await Service.start({ publicUrl: 'https://chat.example', proxy: 'neighbour' })
    const said = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    expect((await through(service, said)).json()).toMatchObject({ realm_uri: 'https://chat.example' })
  })
})

describe('wrong passwords', () => {
  it('of one account are counted together, under all its names', async () => {
    const { noor, mei, signIn, apiEmail } = await world()
    const names = [noor.email, apiEmail, noor.email.toUpperCase(), ` ${apiEmail} `, noor.email]
    for (const name of names) expect(await signIn(name, 'wrong')).toMatchObject({ status: 401 })
    for (const name of names) expect(await signIn(name)).toMatchObject(tooMany)
    expect(await signIn(mei.email)).toMatchObject({ status: 200 })
  })

  it('for a change of the password are counted like those of sign-ins', async () => {
    const { service, noor, signIn } = await world()
    const change = (old: string) =>
      service.call(noor, 'PATCH', '/settings', { old_password: old, new_password: 'another one' })
    for (let count = 0; count < 3; count += 1) expect(await change('wrong')).toMatchObject({ msg: 'Wrong password!' })
    for (let count = 0; count < 2; count += 1) expect(await signIn(noor.email, 'wrong')).toMatchObject({ status: 401 })
    expect(await change(password)).toMatchObject(tooMany)
    expect(await signIn(noor.email)).toMatchObject(tooMany)
    await service.server.clock.advance(failureWindowMs + 1)
    expect(await change(password)).toMatchObject({ status: 200 })
  })

  it('from one address are bounded, whatever the names', () => {
    const attempts = new Attempts(systemClock)
    for (let count = 0; count < limits.wrongPasswordsFrom.most; count += 1)
      attempts.begin(`n${count}`, undefined, '1.2.3.4')
    expect(() => attempts.begin('another', undefined, '1.2.3.4')).toThrow(expect.objectContaining(tooMany))
    attempts.begin('another', undefined, '1.2.3.5')
  })

  it('from one address do not block right ones', () => {
    const attempts = new Attempts(systemClock)
    for (let count = 0; count < 3 * limits.wrongPasswordsFrom.most; count += 1) {
      attempts.begin(`n${count}`, undefined, '1.2.3.4').succeeded()
    }
    expect(() => attempts.begin('another', undefined, '1.2.3.4')).not.toThrow()
  })

  it('leave no names in memory', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void // what the flag adds
    const attempts = new Attempts(systemClock)
    collect()
    const before = process.memoryUsage().heapUsed
    for (let count = 0; count < 60; count += 1) {
      attempts.begin(`${count}${randomBytes(1_000_000).toString('hex')}`, undefined, undefined)
    }
    collect()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(30_000_000)
    // The counters still exist; this also keeps them from being collected earlier.
    expect(() => {
      for (let count = 0; count <= limits.wrongPasswords.most; count += 1) attempts.begin('one', undefined, undefined)
    }).toThrow(expect.objectContaining(tooMany))
  })

  it('are stored for a bounded number of keys, the most recent ones', () => {
    const limiter = new RateLimiter(systemClock)
    limiter.take('first', 1)
    for (let count = 0; count < 9_000; count += 1) limiter.take(`k${count}`, 5)
    expect(() => limiter.take('first', 1)).toThrow(expect.objectContaining(tooMany))
    for (let count = 9_000; count < 18_000; count += 1) limiter.take(`k${count}`, 5)
    expect(limiter.size).toBeLessThanOrEqual(10_000)
    // A refused key is not evicted.
    expect(() => limiter.take('first', 1)).toThrow(expect.objectContaining(tooMany))
  })
})

describe('wrong API keys', () => {
  it('from one address are refused after a hundred, and right ones are not', async () => {
    const { service, noor } = await world()
    const ask = (apiKey: string, remoteAddress: string) =>
      service.server.built.app.inject({
        url: '/api/v1/users/me',
        remoteAddress,
        headers: { authorization: basic({ ...noor, apiKey }) },
      })
    const found: number[] = []
    for (let count = 0; count < limits.wrongKeysFrom.most + 20; count += 1) {
      found.push((await ask(`wrong-${count}`, '10.0.0.1')).statusCode)
    }
    expect(found.filter((status) => status === 401)).toHaveLength(limits.wrongKeysFrom.most)
    expect(found.slice(limits.wrongKeysFrom.most)).toEqual(Array.from({ length: 20 }, () => 429))
    expect((await ask(noor.apiKey, '10.0.0.1')).statusCode).toBe(200)
    expect((await ask('wrong', '10.0.0.2')).statusCode).toBe(401)
  })
})

describe('a changed password', () => {
  it('invalidates the old key, and ends a waiting poll', async () => {
    const { service, noor, signIn } = await world()
    await service.listen(noor)
    const poll = service.waitForEvents(noor).then(
      () => 'answered',
      () => 'refused',
    )
    await service.ok(noor, 'PATCH', '/settings', { old_password: password, new_password: 'another one' })
    expect(await poll).toBe('refused')
    expect(await service.call(noor, 'GET', '/users/me')).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect(await signIn(noor.email)).toMatchObject({ status: 401 })
    const { api_key: apiKey } = await signIn(noor.email, 'another one')
    expect(apiKey).not.toBe(noor.apiKey)
    await service.ok({ ...noor, apiKey: String(apiKey) }, 'GET', '/users/me')
  })

  it('is refused with a wrong old one, and leaves the key unchanged', async () => {
    const { service, noor } = await world()
    const form = { old_password: 'wrong', new_password: 'another one' }
    expect(await service.call(noor, 'PATCH', '/settings', form)).toMatchObject({ status: 400 })
    await service.ok(noor, 'GET', '/users/me')
  })
})

describe('password hashes', () => {
  const stored = (service: Service, account: Account) =>
    service.context.tables.users.get(account.id)?.password_hash ?? ''

  it('of an older cost are accepted, and renewed at the next sign-in', async () => {
    const { service, noor, signIn } = await world()
    const salt = randomBytes(16)
    const old = `${salt.toString('hex')}:${scryptSync(password, salt, 32).toString('hex')}`
    service.context.write(() => {
      service.context.tables.users.change(noor.id, { password_hash: old })
    })
    expect(await signIn(noor.email, 'wrong')).toMatchObject({ status: 401 })
    expect(stored(service, noor)).toBe(old)
    expect(await signIn(noor.email)).toMatchObject({ status: 200, api_key: noor.apiKey })
    expect(stored(service, noor)).toMatch(/^17:[0-9a-f]{32}:[0-9a-f]{64}$/)
    expect(await signIn(noor.email)).toMatchObject({ status: 200 })
    expect(await signIn(noor.email, 'wrong')).toMatchObject({ status: 401 })
  })

  it('are worked out beside the event loop', async () => {
    vi.stubEnv('SKEIN_TEST_FULL_HASHES', '1')
    const { noor, signIn } = await world()
    let turns = 0
    const count = setInterval(() => (turns += 1), 1)
    await signIn(noor.email)
    clearInterval(count)
    vi.unstubAllEnvs()
    // A hash that blocked the loop would let no turn pass.
    expect(turns).toBeGreaterThan(5)
  })

  it('are computed a few at a time; a few more wait, and the others are refused', async () => {
    const places = new Places({ atOnce: 2, waiting: 3 }, () => new Error('full'))
    let running = 0
    let most = 0
    const ends: (() => void)[] = []
    const tasks = Array.from({ length: 7 }, () =>
      places
        .run(async () => {
          running += 1
          most = Math.max(most, running)
          await new Promise<void>((end) => ends.push(end))
          running -= 1
          return 'done'
        })
        .catch((error: unknown) => (error as Error).message),
    )
    expect(await Promise.all(tasks.slice(5))).toEqual(['full', 'full'])
    for (let done = 0; done < 5; done += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(0)
      ends.shift()?.()
    }
    expect(await Promise.all(tasks.slice(0, 5))).toEqual(Array.from({ length: 5 }, () => 'done'))
    expect(most).toBe(2)
    // A failing task releases its slot.
    await Promise.allSettled([1, 2, 3].map(() => places.run(() => Promise.reject(new Error('no')))))
    expect(await places.run(() => Promise.resolve('free'))).toBe('free')
  })

  it('are not computed of too long passwords', async () => {
    const { noor, signIn } = await world()
    expect(await signIn(noor.email, 'x'.repeat(100_000))).toMatchObject({ status: 401 })
  })
})
