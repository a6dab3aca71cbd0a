import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AccountFolders } from '#accounts/account-folders.ts'

describe('the folder of an account that is missing from the list', () => {
  const owner = { origin: 'https://x.example', email: 'Iris@x.example' }
  let data: string
  let logs: string[]
  let folders: AccountFolders

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'skein-folders-'))
    logs = []
    folders = new AccountFolders(data, (_level, message) => logs.push(message))
  })

  afterEach(() => {
    rmSync(data, { recursive: true })
  })

  /** A folder with this time of its last use, in seconds after the epoch. */
  function folder(usedAt: number, of: { origin: string; email: string } = owner, id: string = randomUUID()): string {
    mkdirSync(folders.path(id), { recursive: true })
    folders.note({ id, organization: 'X', ...of })
    const file = join(folders.path(id), 'cache.sqlite')
    writeFileSync(file, '')
    for (const path of [file, join(folders.path(id), 'account.json')]) utimesSync(path, usedAt, usedAt)
    return id
  }

  it.each(['../../x', '..', '', 'a/b'])('does not exist for the invalid id %j', (name) => {
    expect(() => folders.path(name)).toThrow(RangeError)
  })

  it('is the last used one of the server and the user, in any case of the typed address', () => {
    folder(1_000)
    const last = folder(3_000)
    folder(2_000)
    folder(4_000, { ...owner, origin: 'https://y.example' })
    folder(4_000, { ...owner, email: 'noor@x.example' })
    expect(folders.find({ ...owner, email: 'iris@X.example' }, new Set())).toBe(last)
    expect(folders.find({ ...owner, email: 'mei@x.example' }, new Set())).toBeNull()
  })

  it('is not one of a listed account', () => {
    const id = folder(1_000)
    expect(folders.find(owner, new Set([id]))).toBeNull()
  })

  it('follows a change of the user’s address', () => {
    const id = folder(1_000)
    folders.note({ id, organization: 'X', ...owner, email: 'iris.l@x.example' })
    expect(folders.find(owner, new Set())).toBeNull()
    expect(folders.find({ ...owner, email: 'iris.l@x.example' }, new Set())).toBe(id)
  })

  it('is not one with an invalid name, a link, or one with an unreadable owner', () => {
    const target = join(data, 'elsewhere')
    for (const strange of [join(data, 'accounts', 'not-an-id'), target]) {
      mkdirSync(strange, { recursive: true })
      writeFileSync(join(strange, 'account.json'), JSON.stringify(owner))
    }
    symlinkSync(target, folders.path(randomUUID()), 'junction')
    for (const text of ['', '[]', '{"origin":1}', `{"origin":"${'x'.repeat(20_000)}"}`]) {
      writeFileSync(join(folders.path(folder(1_000)), 'account.json'), text)
    }
    mkdirSync(folders.path(randomUUID()))
    expect(folders.find(owner, new Set())).toBeNull()
    expect(logs).toEqual([])
  })

  it('names its owner, and only the user may read it', () => {
    const file = join(folders.path(folder(1_000)), 'account.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(owner)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('may have no mark because it cannot be written, and may be missing before the first sign-in', () => {
    expect(folders.find(owner, new Set())).toBeNull()
    expect(logs).toEqual([])
    folders.note({ id: randomUUID(), organization: 'X', ...owner })
    expect(logs).toEqual([expect.stringContaining('could not be written')])
  })
})
