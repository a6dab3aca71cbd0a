import { describe, expect, it, vi } from 'vitest'
import { ProxyLogins, type ProxyLogin, type SecretStore } from '#network/proxy/proxy-login.ts'

type AuthInfo = Parameters<ProxyLogin>[0]

const proxy: AuthInfo = { isProxy: true, scheme: 'basic', host: 'proxy.example', port: 3128, realm: 'Lab network' }
const iris = { username: 'iris', password: 'wool' }

function world(kept: ReadonlyMap<string, string> = new Map()) {
  const keychain = new Map(kept)
  const store: SecretStore = {
    read(name) {
      const key = keychain.get(name)
      return Promise.resolve(key === undefined ? { state: 'absent' } : { state: 'found', key })
    },
    write(name, secret) {
      keychain.set(name, secret)
      return Promise.resolve(true)
    },
    remove(name) {
      keychain.delete(name)
      return Promise.resolve()
    },
  }
  let changes = 0
  const logins = new ProxyLogins(store, () => (changes += 1))
  /** The next question to the page. */
  const question = async () => {
    await vi.waitUntil(() => logins.question !== null, { timeout: 60_000 })
    if (logins.question === null) throw new Error('it is gone again')
    return logins.question
  }
  return { keychain, logins, question, changes: () => changes }
}

describe('the login of a proxy', () => {
  it('needs one question for all waiting requests, and is stored in the keychain by proxy and realm', async () => {
    const { keychain, logins, question } = world()
    const waiting = [logins.login(proxy, null), logins.login(proxy, null)]
    const asked = await question()
    expect(asked).toMatchObject({ proxy: 'proxy.example:3128', realm: 'Lab network', refusedName: null })
    logins.answer(asked.id, iris)
    expect(await Promise.all(waiting)).toEqual([iris, iris])
    expect(logins.question).toBeNull()
    expect(await logins.login(proxy, null)).toEqual(iris)
    expect([...keychain]).toEqual([['proxy proxy.example:3128 Lab network', JSON.stringify(iris)]])
    // After a restart of the program.
    const next = world(keychain)
    expect(await next.logins.login(proxy, null)).toEqual(iris)
    expect(next.changes()).toBe(0)
  })

  it('needs a separate question for another realm or proxy, one after the other', async () => {
    const { logins, question } = world()
    const answers = [logins.login(proxy, null), logins.login({ ...proxy, port: 8080 }, null)]
    const first = await question()
    logins.answer(first.id, iris)
    const second = await question()
    expect(second.proxy).not.toBe(first.proxy)
    logins.answer(second.id, null)
    expect(await Promise.all(answers)).toEqual([iris, null])
  })

  it('needs another question if the proxy refuses the stored credentials, which are deleted', async () => {
    const { keychain, logins, question } = world(
      new Map([['proxy proxy.example:3128 Lab network', JSON.stringify({ username: 'iris', password: 'old' })]]),
    )
    const old = await logins.login(proxy, null)
    const other = await logins.login(proxy, null)
    const again = logins.login(proxy, old)
    const asked = await question()
    expect(asked.refusedName).toBe('iris')
    expect(keychain.size).toBe(0)
    logins.answer(asked.id, iris)
    expect(await again).toEqual(iris)
    // A request that also tried the old credentials gets the new ones without another question.
    expect(await logins.login(proxy, other)).toEqual(iris)
    expect(logins.question).toBeNull()
  })

  it('needs no further question after the user dismissed it, until they retry', async () => {
    const { logins, question } = world()
    const refused = logins.login(proxy, null)
    logins.answer((await question()).id, null)
    expect(await refused).toBeNull()
    expect(await logins.login(proxy, null)).toBeNull()
    logins.askAgain()
    const anew = logins.login(proxy, null)
    logins.answer((await question()).id, iris)
    expect(await anew).toEqual(iris)
  })

  it('shows the proxy’s realm as one plain line', async () => {
    const { logins, question } = world()
    void logins.login({ ...proxy, realm: `a\u202e\n\u0007b${'x'.repeat(10_000)}` }, null)
    const { realm } = await question()
    expect(realm).toMatch(/^a bx+$/)
    expect(realm.length).toBeLessThanOrEqual(200)
  })

  it('needs a question if its keychain entry cannot be read', async () => {
    const { logins, question } = world(new Map([['proxy proxy.example:3128 Lab network', '{"username":7']]))
    const answer = logins.login(proxy, null)
    logins.answer((await question()).id, iris)
    expect(await answer).toEqual(iris)
  })
})
