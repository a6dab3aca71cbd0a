import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSettings } from './support/settings-page.ts'
import { expect, test } from './support/skein.ts'

const title = 'Encrypt what is stored on this computer'

/** The first bytes of the accounts' databases. */
function beginnings(data: string): string[] {
  const accounts = join(data, 'accounts')
  return readdirSync(accounts).map((id) =>
    readFileSync(join(accounts, id, 'cache.sqlite'))
      .subarray(0, 15)
      .toString('latin1'),
  )
}

test('what is stored is encrypted from the settings, read after a restart, and kept while the key is missing', async ({
  app,
  launch,
}) => {
  test.skip(process.env.SKEIN_TEST_KEYRING === undefined, 'there is no keyring for tests on this system')
  await app.open('books')
  await app.composer.fill('a half-written thought')
  expect(beginnings(app.data)).toEqual(['SQLite format 3'])
  const settings = await openSettings(app.page, 'Storage')
  await settings.getByRole('checkbox', { name: title }).click()
  await expect.poll(() => beginnings(app.data), { timeout: 20_000 }).not.toEqual(['SQLite format 3'])
  await expect(settings.getByRole('checkbox', { name: title })).toBeChecked()
  await app.quit()

  const again = await launch({ data: app.data })
  await expect(again.state).toHaveText('Up to date')
  await again.open('books')
  await expect(again.composer).toHoldText('a half-written thought')
  await again.quit()

  // Without its keychain, Skein changes nothing and says why.
  const before = beginnings(app.data)
  const locked = await launch({ data: app.data, env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' } })
  await expect(
    locked.page.getByText(/is encrypted, and your keychain doesn’t give Skein the key/).first(),
  ).toBeVisible()
  await locked.quit()
  expect(beginnings(app.data)).toEqual(before)

  const last = await launch({ data: app.data })
  await expect(last.state).toHaveText('Up to date')
  await last.open('books')
  await expect(last.composer).toHoldText('a half-written thought')
})
