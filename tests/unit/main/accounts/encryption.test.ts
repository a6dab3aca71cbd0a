import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Encryption } from '#accounts/encryption.ts'
import { EngineHost } from '#accounts/engine-host.ts'
import { Outgoing } from '#accounts/outgoing.ts'
import { StateFile } from '#accounts/state-file.ts'
import type { AccountStatus } from '#engine/ports.ts'
import type { KeychainAnswer } from '#main/keychain.ts'
import type { Gate } from '#network/gate.ts'

const engineFolder = new URL('../../../../main/engine/', import.meta.url)

class FakeKeychain {
  readonly keys = new Map<string, string>()
  isLocked = false

  read(name: string): Promise<KeychainAnswer> {
    if (this.isLocked) return Promise.resolve({ state: 'unavailable', reason: { code: 'KEYCHAIN_LOCKED' } })
    const key = this.keys.get(name)
    return Promise.resolve(key === undefined ? { state: 'absent' } : { state: 'found', key })
  }

  write(name: string, key: string): Promise<boolean> {
    if (!this.isLocked) this.keys.set(name, key)
    return Promise.resolve(!this.isLocked)
  }

  remove(name: string): Promise<void> {
    this.keys.delete(name)
    return Promise.resolve()
  }
}

/** The program's data folder, and a keychain that outlives the program. */
class Computer {
  readonly data = mkdtempSync(join(tmpdir(), 'skein-encryption-'))
  readonly keychain = new FakeKeychain()

  constructor() {
    onTestFinished(() => {
      rmSync(this.data, { recursive: true, force: true })
    })
  }

  /** Starts the part of the program that keeps the files of accounts. */
  start(...accountIds: string[]) {
    const state = new StateFile(join(this.data, 'skein.json'), {
      log: () => undefined,
      onRead: () => undefined,
      onProblem: () => undefined,
    })
    const files: { database: string; restart(): Promise<void> }[] = []
    const encryption = new Encryption({
      keychain: this.keychain,
      state,
      accountsFolder: join(this.data, 'accounts'),
      files: () => files,
      onChanged: () => undefined,
      log: () => undefined,
    })
    const hosts = accountIds.map((id) => {
      const database = this.fileOf(id)
      mkdirSync(dirname(database), { recursive: true })
      const statuses: AccountStatus[] = []
      const host = new EngineHost({
        language: () => 'en',
        files: {
          engine: new URL('thread/entry.ts', engineFolder),
          ingest: new URL('workers/ingest/entry.ts', engineFolder),
          reader: new URL('workers/reader/entry.ts', engineFolder),
        },
        accountId: id,
        database,
        encryption,
        gate: { request: () => () => undefined, setEmail: () => undefined } as unknown as Gate, // no request is answered
        outgoing: new Outgoing('/nowhere'),
        events: {
          onUpdate: () => undefined,
          onStatus: (status) => statuses.push(status),
          onRestarted: () => undefined,
          onDied: () => undefined,
          onNotify: () => undefined,
          onWithdraw: () => undefined,
          onLog: () => undefined,
        },
      })
      files.push({ database, restart: () => host.restart() })
      host.start()
      onTestFinished(() => host.close())
      return { host, statuses }
    })
    const done = () => expect.poll(() => encryption.status, { timeout: 20_000 }).toMatchObject({ progress: null })
    return { encryption, hosts, done, state }
  }

  fileOf(accountId: string): string {
    return join(this.data, 'accounts', accountId, 'cache.sqlite')
  }

  isEncrypted(accountId: string): boolean {
    return readFileSync(this.fileOf(accountId)).subarray(0, 15).toString('latin1') !== 'SQLite format 3'
  }
}

const otherKey = '0f'.repeat(32)
const ask = (host: EngineHost) => host.call('emoji.choice', {})
const ok = { ok: true }

describe('the encryption of the accounts’ files', () => {
  it('encrypts all files with a key in the keychain, opens them at the next start, and decrypts them', async () => {
    const computer = new Computer()
    const first = computer.start('one', 'two')
    for (const { host } of first.hosts) await expect.poll(() => ask(host)).toMatchObject(ok)
    expect(computer.keychain.keys.size).toBe(0)
    await first.encryption.set(true)
    await first.done()
    expect(first.encryption.status).toEqual({ isOn: true, progress: null, unfinished: 0 })
    expect([computer.isEncrypted('one'), computer.isEncrypted('two')]).toEqual([true, true])
    for (const { host } of first.hosts) expect(await ask(host)).toMatchObject(ok)
    for (const { host } of first.hosts) await host.close()
    expect(readFileSync(join(computer.data, 'skein.json'), 'utf8')).not.toContain(
      [...computer.keychain.keys.values()][0],
    )

    const second = computer.start('one', 'two', 'new')
    for (const { host } of second.hosts) await expect.poll(() => ask(host)).toMatchObject(ok)
    expect(computer.isEncrypted('new')).toBe(true)
    await second.encryption.set(false)
    await second.done()
    expect(['one', 'two', 'new'].map((id) => computer.isEncrypted(id))).toEqual([false, false, false])
    expect(computer.keychain.keys.size).toBe(0)
    for (const { host } of second.hosts) expect(await ask(host)).toMatchObject(ok)
  })

  it.each([
    ['locked', 'DATABASE_KEY_UNREADABLE'],
    ['without the key', 'DATABASE_KEY_MISSING'],
    ['with another key', 'DATABASE_KEY_WRONG'],
  ] as const)('leaves a file as it is while the keychain is %s, and opens it afterwards', async (trouble, code) => {
    const computer = new Computer()
    const { keychain } = computer
    const first = computer.start('one')
    await first.encryption.set(true)
    await first.done()
    for (const { host } of first.hosts) await host.close()
    const before = readFileSync(computer.fileOf('one')).toString('base64')
    const keys = new Map(keychain.keys)
    if (trouble === 'locked') keychain.isLocked = true
    else keychain.keys.clear()
    if (trouble === 'with another key') keychain.keys.set('database-key', otherKey)

    const { hosts, encryption } = computer.start('one')
    const [shown] = hosts
    if (shown === undefined) throw new Error('there is no host')
    await expect.poll(() => shown.statuses.at(-1)?.connection).toEqual({ state: 'refused', reason: { code } })
    expect(await ask(shown.host)).toEqual({ ok: false, error: { code } })
    expect(readFileSync(computer.fileOf('one')).toString('base64')).toBe(before)

    // A new key would hide the loss.
    if (trouble !== 'with another key') await expect(encryption.set(true)).rejects.toMatchObject({ code })
    expect([...keychain.keys.values()].filter((key) => ![...keys.values(), otherKey].includes(key))).toEqual([])
    keychain.isLocked = false
    for (const [name, key] of keys) keychain.keys.set(name, key)
    await expect.poll(() => shown.host.isDown).toBe(true)
    shown.host.signal('retry')
    await expect.poll(() => ask(shown.host), { timeout: 10_000 }).toMatchObject(ok)
    expect(readFileSync(computer.fileOf('one')).length).toBeGreaterThan(0)
    expect(computer.isEncrypted('one')).toBe(true)
  })

  it('changes nothing if the keychain does not keep a new key', async () => {
    const computer = new Computer()
    const { encryption, hosts, state } = computer.start('one')
    for (const { host } of hosts) await expect.poll(() => ask(host)).toMatchObject(ok)
    const write = computer.keychain.write.bind(computer.keychain)
    computer.keychain.write = () => Promise.resolve(false)
    await expect(encryption.set(true)).rejects.toMatchObject({ code: 'DATABASE_KEY_NOT_STORED' })
    expect(state.state.settings.encryptsFiles).toBeNull()
    expect(computer.isEncrypted('one')).toBe(false)
    expect(existsSync(`${computer.fileOf('one')}.key`)).toBe(false)
    computer.keychain.write = write
    await encryption.set(true)
    await expect.poll(() => computer.isEncrypted('one')).toBe(true)
  })

  it('does not ask the keychain without encrypted files', async () => {
    const computer = new Computer()
    computer.keychain.read = () => Promise.reject(new Error('it was asked'))
    const { hosts } = computer.start('one')
    for (const { host } of hosts) await expect.poll(() => ask(host)).toMatchObject(ok)
  })

  it('keeps the key while a file needs it that was moved aside', async () => {
    const computer = new Computer()
    const { encryption, done } = computer.start('one')
    await encryption.set(true)
    await done()
    const folder = dirname(computer.fileOf('one'))
    mkdirSync(join(folder, 'cache.sqlite.damaged-1'))
    await encryption.set(false)
    await done()
    expect(computer.isEncrypted('one')).toBe(false)
    expect(computer.keychain.keys.size).toBe(1)
  })
})
