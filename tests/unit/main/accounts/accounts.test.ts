import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Accounts, type AccountsOptions } from '#accounts/accounts.ts'
import { StateFile } from '#accounts/state-file.ts'
import type { Keychain } from '#main/keychain.ts'

it('the accounts refuse to sign in or out while their list cannot be read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-accounts-'))
  const path = join(folder, 'skein.json')
  mkdirSync(path)
  const state = new StateFile(path, { log: () => undefined, onRead: () => undefined, onProblem: () => undefined })
  const touched: string[] = []
  const keychain = {
    write: () => Promise.resolve(touched.push('write') > 0),
    remove: () => Promise.resolve(touched.push('remove')),
  } as unknown as Keychain // the members that signing in and out uses
  const options = { dataFolder: folder, state, keychain, onSignedOut: () => touched.push('signed out') }
  const accounts = new Accounts(options as unknown as AccountsOptions) // the test starts no engine
  accounts.start()
  const signedIn = { origin: 'https://x.example', email: 'a@x.example', organization: 'X', apiKey: 'k' }
  await expect(accounts.signIn(signedIn)).rejects.toMatchObject({ code: 'SETTINGS_UNREADABLE' })
  await expect(accounts.signOut(randomUUID())).rejects.toMatchObject({ code: 'SETTINGS_UNREADABLE' })
  expect(touched).toEqual([])
  state.stop()
})

it('an account with an unusable folder reports it, and the other accounts start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-accounts-'))
  const state = new StateFile(join(folder, 'skein.json'), {
    log: () => undefined,
    onRead: () => undefined,
    onProblem: () => undefined,
  })
  const account = { origin: 'https://x.example', email: 'a@x.example', organization: 'X' }
  state.update({ accounts: [account, account].map((each) => ({ ...each, id: randomUUID() })) })
  // A file at the path of a folder prevents folders below it.
  writeFileSync(join(folder, 'accounts'), '')
  const options = { dataFolder: folder, state, log: () => undefined, onChanged: () => undefined }
  const accounts = new Accounts(options as unknown as AccountsOptions) // the test starts no engine
  accounts.start()
  expect(accounts.summaries().map(({ connection }) => connection)).toEqual([
    { state: 'refused', reason: expect.objectContaining({ code: 'FOLDER_UNUSABLE' }) as unknown },
    { state: 'refused', reason: expect.objectContaining({ code: 'FOLDER_UNUSABLE' }) as unknown },
  ])
})

it.each(['../../x', '../x', '.', '', '/', 'a/../../../x'])(
  'signing out of %j, which is not an account, removes nothing',
  async (accountId) => {
    const outer = mkdtempSync(join(tmpdir(), 'skein-accounts-'))
    const folder = join(outer, 'data')
    const others = [join(outer, 'x'), join(folder, 'x'), join(folder, 'accounts', randomUUID())]
    for (const other of others) mkdirSync(other, { recursive: true })
    const state = new StateFile(join(folder, 'skein.json'), {
      log: () => undefined,
      onRead: () => undefined,
      onProblem: () => undefined,
    })
    const removed: string[] = []
    const keychain = { remove: (name: string) => Promise.resolve(removed.push(name)) } as unknown as Keychain
    const options = { dataFolder: folder, state, keychain, onSignedOut: () => undefined, onChanged: () => undefined }
    const accounts = new Accounts(options as unknown as AccountsOptions) // the test starts no engine
    expect(await accounts.signOut(accountId)).toBe(false)
    expect(await accounts.signOut(randomUUID())).toBe(false)
    expect(removed).toEqual([])
    expect(others.filter((other) => !existsSync(other))).toEqual([])
    state.stop()
  },
)

it('the accounts keep their stored order after a restart, without unknown ones and with unnamed ones last', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-accounts-'))
  const path = join(folder, 'skein.json')
  const ports = { log: () => undefined, onRead: () => undefined, onProblem: () => undefined }
  const state = new StateFile(path, ports)
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  const account = { origin: 'https://x.example', email: 'a@x.example', organization: 'X' }
  state.update({ accounts: ids.map((id) => ({ ...account, id })) })
  let changes = 0
  const options = { dataFolder: folder, state, log: () => undefined, onChanged: () => (changes += 1) }
  const accounts = new Accounts(options as unknown as AccountsOptions) // the test starts no engine
  const [first = '', second = '', third = ''] = ids
  accounts.arrange([third, randomUUID(), first])
  const order = [third, first, second]
  expect(accounts.summaries().map(({ id }) => id)).toEqual(order)
  expect(changes).toBe(1)
  state.stop()
  const again = new StateFile(path, ports)
  expect(again.state.accounts.map(({ id }) => id)).toEqual(order)
  again.stop()
})
