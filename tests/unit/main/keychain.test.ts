import { afterEach, describe, expect, it, vi } from 'vitest'
import { Keychain } from '#main/keychain.ts'

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
  afterEach(() => {
    vi.useRealTimers()
  })

  it('handles one call at a time', async () => {
    const keytar = fakeKeytar()
    const keychain = new Keychain(() => keytar)
    await Promise.all([keychain.write('a', '1'), keychain.write('b', '2'), keychain.read('a', () => undefined)])
    expect(keytar.most()).toBe(1)
    expect(await keychain.read('b', () => undefined)).toEqual({ state: 'found', key: '2' })
    expect(await keychain.read('c', () => undefined)).toEqual({ state: 'absent' })
  })

  it('keeps the key in memory until Skein quits if it is missing, and wipes nothing', async () => {
    const keychain = new Keychain(() => {
      throw new Error("Cannot find module 'keytar'")
    })
    expect(await keychain.write('a', '1')).toBe(false)
    expect(await keychain.read('a', () => undefined)).toEqual({ state: 'found', key: '1' })
    expect(await keychain.read('b', () => undefined)).toEqual({
      state: 'unavailable',
      reason: { code: 'KEYCHAIN_MISSING' },
    })
  })

  it('reports that it is locked', async () => {
    const keytar = { ...fakeKeytar(), getPassword: () => Promise.reject(new Error('The prompt was dismissed')) }
    const keychain = new Keychain(() => keytar)
    expect(await keychain.read('a', () => undefined)).toEqual({
      state: 'unavailable',
      reason: { code: 'KEYCHAIN_LOCKED' },
    })
  })

  it('quotes the text of a refusal', async () => {
    const keytar = { ...fakeKeytar(), getPassword: () => Promise.reject(new Error('Access denied')) }
    const keychain = new Keychain(() => keytar)
    expect(await keychain.read('a', () => undefined)).toEqual({
      state: 'unavailable',
      reason: { code: 'KEYCHAIN_SILENT', values: { detail: 'Access denied' } },
    })
  })

  it('reports a wait after three seconds, and uses the late answer', async () => {
    vi.useFakeTimers()
    let answer: (key: string) => void = () => undefined
    const keytar = {
      ...fakeKeytar(),
      getPassword: () =>
        new Promise<string>((resolve) => {
          answer = resolve
        }),
    }
    const keychain = new Keychain(() => keytar)
    const waiting = vi.fn()
    const reading = keychain.read('a', waiting)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(waiting).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(waiting).toHaveBeenCalledOnce()
    answer('1')
    expect(await reading).toEqual({ state: 'found', key: '1' })
  })

  it('reports no wait if it answers at once', async () => {
    vi.useFakeTimers()
    const waiting = vi.fn()
    await new Keychain(() => fakeKeytar()).read('a', waiting)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(waiting).not.toHaveBeenCalled()
  })

  it('permits a sign-in while it hangs, and its late answer signs no account out', async () => {
    vi.useFakeTimers()
    let refuse: (error: Error) => void = () => undefined
    const keytar = {
      ...fakeKeytar(),
      getPassword: () =>
        new Promise<string>((_resolve, reject) => {
          refuse = reject
        }),
    }
    const keychain = new Keychain(() => keytar)
    const reading = keychain.read('a', () => undefined)
    const writing = keychain.write('a', 'new')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await writing).toBe(false)
    expect(await keychain.read('a', () => undefined)).toEqual({ state: 'found', key: 'new' })
    refuse(new Error('The prompt was dismissed'))
    expect(await reading).toEqual({ state: 'found', key: 'new' })
    await vi.waitFor(() => {
      expect(keytar.keys.get('a')).toBe('new')
    })
  })

  it('permits signing out while it hangs', async () => {
    vi.useFakeTimers()
    const keytar = { ...fakeKeytar(), deletePassword: () => new Promise<boolean>(() => undefined) }
    const keychain = new Keychain(() => keytar)
    const removing = keychain.remove('a')
    await vi.advanceTimersByTimeAsync(20_000)
    await expect(removing).resolves.toBeUndefined()
  })
})

describe('a keychain without its library', () => {
  const failing = (message: string, code = 'ERR_DLOPEN_FAILED') =>
    new Keychain(() => {
      throw Object.assign(new Error(message), { code })
    })

  it.each([
    ['libsecret-1.so.0: cannot open shared object file: No such file or directory', 'libsecret-1.so.0'],
    ['libglib-2.0.so.0: cannot open shared object file: No such file or directory', 'libglib-2.0.so.0'],
    ['dlopen(/x/keytar.node, 0x0001): Library not loaded: @rpath/libfoo.1.dylib', 'libfoo.1.dylib'],
    ["/x/keytar.node: version `GLIBC_2.38' not found (required by /x/keytar.node)", null],
    ['/x/keytar.node: wrong ELF class: ELFCLASS32', null],
    ['The specified module could not be found.\r\n\\\\?\\C:\\x\\keytar.node', null],
  ])('is reported as missing: %s', async (message, library) => {
    expect(await failing(message).read('a', () => undefined)).toEqual({
      state: 'unavailable',
      reason: { code: 'KEYCHAIN_LIBRARY_MISSING', values: { library } },
    })
  })

  it('is tried again at the next call, since the library may have been installed', async () => {
    let isThere = false
    const keytar = fakeKeytar()
    keytar.keys.set('a', '1')
    const keychain = new Keychain(() => {
      if (isThere) return keytar
      throw Object.assign(new Error('libsecret-1.so.0: cannot open shared object file'), { code: 'ERR_DLOPEN_FAILED' })
    })
    expect(await keychain.read('a', () => undefined)).toMatchObject({ state: 'unavailable' })
    isThere = true
    expect(await keychain.read('a', () => undefined)).toEqual({ state: 'found', key: '1' })
  })

  it('differs from a missing module', async () => {
    expect(await failing("Cannot find module 'keytar'", 'MODULE_NOT_FOUND').read('a', () => undefined)).toEqual({
      state: 'unavailable',
      reason: { code: 'KEYCHAIN_MISSING' },
    })
  })
})
