import type { Snippet } from 'svelte'
import { describe, expect, it } from 'vitest'
import type { Connection } from '#contract/accounts.ts'
import { textFailure } from '#support/text-failure.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { accountLine } from '#renderer/features/settings/accounts/account-line.ts'
import { accountListRows, type AccountListPorts } from '#renderer/features/settings/accounts/account-list-rows.ts'
import { foundRows } from '#renderer/parts/settings/settings-rows.ts'
import { account } from './window-fixture.ts'

const t = catalogue.screens.settings.accounts
const accountList = (() => undefined) as unknown as Snippet // nothing draws it
const now = Date.UTC(2026, 10, 20, 12)

/** The rows with these accounts, the first of which is shown. */
function setUp(ids: readonly string[], isSigningIn: boolean) {
  const known = ids.map(account)
  const accounts = {
    isSigningIn,
    shown: known[0] ?? null,
    state: { accounts: known },
  } as unknown as AccountListPorts['accounts'] // the part of the state that the rows use
  return { accounts, rows: accountListRows({ accounts, accountList }) }
}

describe('the rows of the accounts', () => {
  it('are the list and the way to another account', () => {
    const { accounts, rows } = setUp(['a', 'b'], false)
    expect(rows.map(({ kind, title }) => [kind, title])).toEqual([
      ['custom', t.legend],
      ['action', t.add],
    ])
    for (const row of rows) if (row.kind === 'action') row.run()
    expect(accounts.isSigningIn).toBe(true)
  })

  it('are the list alone beside the form of the sign-in, and none before the first account', () => {
    expect(setUp(['a'], true).rows.map(({ kind }) => kind)).toEqual(['custom'])
    expect(setUp([], true).rows).toEqual([])
    expect(setUp([], false).rows).toEqual([])
  })

  it('are found by the names of a hundred organizations', () => {
    const { rows } = setUp(
      Array.from({ length: 100 }, (_, index) => `guild${index}`),
      false,
    )
    expect(foundRows(rows, 'guild77').map(({ kind }) => kind)).toEqual(['custom'])
    expect(foundRows(rows, 'guild100')).toEqual([])
  })
})

describe('the line of an account', () => {
  const of = (connection: Connection, rateLimitedUntil: number | null = null) =>
    accountLine({ connection, rateLimitedUntil }, now)

  it('names the state, and the reason where the user has to act', () => {
    const reason = textFailure('The key was refused.')
    expect(of({ state: 'online' })).toEqual({ status: 'connected', title: 'Connected', reason: '' })
    expect(of({ state: 'offline', reason, retryAt: now + 5_000 })).toEqual({
      status: 'offline',
      title: 'Offline',
      reason: '',
    })
    expect(of({ state: 'signed_out', reason })).toEqual({
      status: 'signed_out',
      title: 'Signed out',
      reason: 'The key was refused.',
    })
    expect(of({ state: 'refused', reason: null })).toEqual({ status: 'refused', title: 'Not connected', reason: '' })
  })
})
