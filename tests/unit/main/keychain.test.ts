import { describe, expect, it } from 'vitest'
import { Keychain } from '../../../main/keychain.ts'

function fakeKeytar() {
  const keys = new Map<string, string>()
  let running = 0
  let most = 0
  async function once<T>(action: () => T): Promise<T> {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    return action()
  }
  return {
    keys,
    most: () => most,
    getPassword: (_service: string, name: string) => once(() => keys.get(name) ?? null),
    setPassword: (_service: string, name: string, key: string) => once(() => void keys.set(name, key)),
    deletePassword: (_service: string, name: string) => once(() => keys.delete(name)),
  }
}

describe('the keychain', () => {
  it('is asked one thing at a time', async () => {
    const keytar = fakeKeytar()
    const keychain = new Keychain(() => keytar)
    await Promise.all([keychain.write('a', '1'), keychain.write('b', '2'), keychain.read('a', () => undefined)])
    expect(keytar.most()).toBe(1)
    expect(await keychain.read('b', () => undefined)).toEqual({ state: 'found', key: '2' })
    expect(await keychain.read('c', () => undefined)).toEqual({ state: 'absent' })
  })

  it('that is missing leaves the key in memory until Skein quits, and wipes nothing', async () => {
    const keychain = new Keychain(() => {
      throw new Error("Cannot find module 'keytar'")
    })
    expect(await keychain.write('a', '1')).toBe(false)
    expect(await keychain.read('a', () => undefined)).toEqual({ state: 'found', key: '1' })
    expect(await keychain.read('b', () => undefined)).toEqual({
      state: 'unavailable',
      reason: 'This system has no keychain that Skein can use.',
    })
  })

  it('that is locked says so', async () => {
    const keytar = { ...fakeKeytar(), getPassword: () => Promise.reject(new Error('The prompt was dismissed')) }
    const keychain = new Keychain(() => keytar)
    expect(await keychain.read('a', () => undefined)).toEqual({
      state: 'unavailable',
      reason: 'Your keychain is locked.',
    })
  })
})
