import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, type Page } from './support/skein.ts'

async function trySignIn(page: Page, server: string, email: string, password: string) {
  await page.getByLabel('Server address').fill(server)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('each problem of a sign-in has its own message, and loses no input', async ({ launch, server }) => {
  const app = await launch()
  const { page } = app
  const problem = page.getByRole('alert')

  await trySignIn(page, server.url, 'iris@alder.example', 'wrong')
  await expect(problem).toHaveText('Incorrect email or password.')
  await expect(page.getByLabel('Email')).toHaveValue('iris@alder.example')

  await trySignIn(page, 'http://chat.example.com', 'iris@alder.example', 'skein-demo')
  await expect(problem).toContainText('isn’t encrypted')

  await trySignIn(page, 'http://127.0.0.1:9', 'iris@alder.example', 'skein-demo')
  await expect(problem).toContainText('isn’t running, or is refusing connections')

  const other = createServer((_request, response) => response.end('<h1>A web page</h1>'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  await trySignIn(page, `http://127.0.0.1:${(other.address() as AddressInfo).port}`, 'iris@alder.example', 'x')
  await expect(problem).toContainText('not one Skein can talk to')
  other.close()

  const old = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ result: 'success', msg: '', realm_name: 'Old', zulip_feature_level: 120 }))
  })
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
  await trySignIn(page, `http://127.0.0.1:${(old.address() as AddressInfo).port}`, 'iris@alder.example', 'x')
  await expect(problem).toContainText('too old for Skein (feature level 120; Skein needs 155)')
  old.close()

  const tls = (name: string) => readFileSync(join(import.meta.dirname, '../support/tls', name))
  const handMade = createSecureServer({ key: tls('key.pem'), cert: tls('certificate.pem') }, (_request, response) =>
    response.end(),
  )
  await new Promise<void>((resolve) => handMade.listen(0, '127.0.0.1', resolve))
  await trySignIn(page, `https://127.0.0.1:${(handMade.address() as AddressInfo).port}`, 'iris@alder.example', 'x')
  await expect(problem).toContainText('This computer doesn’t trust the issuer of the server’s certificate')
  handMade.close()

  await trySignIn(page, 'https://there-is-no-such-name.invalid', 'iris@alder.example', 'x')
  await expect(problem).toContainText('The server couldn’t be found.')

  await app.signIn(server.url)
})

test('an e-mail address with an API key signs in as well', async ({ launch, server }) => {
  const app = await launch()
  await app.page.getByRole('button', { name: 'Use an API key instead' }).click()
  await app.page.getByLabel('Server address').fill(server.url)
  await app.page.getByLabel('Email').fill('noor@alder.example')
  await app.page.getByLabel('API key').fill('not-the-key')
  await app.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(app.page.getByRole('alert')).toContainText('doesn’t accept this email and API key')
  await app.page.getByLabel('API key').fill(server.account('noor').api_key)
  await app.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(app.state).toHaveText('Up to date')
})

test('two accounts work side by side, and signing out removes one with all its data', async ({ app, server }) => {
  await app.page.getByRole('button', { name: 'Add an organization' }).click()
  await app.signIn(server.url, 'noor@alder.example')
  const rail = app.page.getByRole('navigation', { name: 'Organizations' })
  await expect(rail.getByRole('button', { name: /iris@alder/ })).toBeVisible()
  await app.open('Iris Lindqvist')
  await app.send('Two windows in one')
  await rail.getByRole('button', { name: /iris@alder/ }).click()
  await app.open('Noor Haddad')
  await expect(app.message('Two windows in one')).toBeVisible()

  await app.page.getByRole('button', { name: 'Account and settings' }).click()
  await app.page.getByRole('menuitem', { name: 'Sign out…' }).click()
  await app.page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(rail.getByRole('button', { name: /iris@alder/ })).toHaveCount(0)
  await expect(rail.getByRole('button', { name: /noor@alder/ })).toBeVisible()
  await expect(app.state).toHaveText('Up to date')
})

test('a sign-in without a keychain lasts until quitting, writes no key, and continues after the next sign-in', async ({
  launch,
  server,
}) => {
  test.skip(process.platform !== 'linux', 'elsewhere the keychain cannot be taken away from a test')
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/at/all' }
  const app = await launch({ env })
  await app.signIn(server.url)
  await expect(app.page.getByText('stay signed in until you quit')).toBeVisible()
  await app.open('books')
  await app.composer.fill('kept without a key')
  await expect(app.page.getByText('Draft saved')).toBeVisible()
  await app.quit()
  const { api_key } = server.account('iris')
  const files = readdirSync(app.data, { recursive: true, encoding: 'utf8' }).map((name) => join(app.data, name))
  const holders = files.filter((file) => statSync(file).isFile() && readFileSync(file).includes(api_key))
  expect(holders).toEqual([])

  const again = await launch({ data: app.data, env })
  await expect(again.state).toHaveText('Signed out')
  await expect(again.page.getByText(/or sign in again to stay signed in until you quit/)).toBeVisible()
  await again.open('books')
  await expect(again.composer).toHoldText('kept without a key')
  await again.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await again.signIn(server.url)
})

test('the dialog for signing out names unsent messages and data that leaves this computer', async ({ app, server }) => {
  await app.open('books')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await app.send('not sent yet')
  await app.page.getByRole('button', { name: 'Account and settings' }).click()
  await app.page.getByRole('menuitem', { name: 'Sign out…' }).click()
  await expect(app.page.getByRole('dialog')).toContainText('1 message hasn’t been sent yet and will be lost.')
  await expect(app.page.getByRole('dialog')).toContainText('drafts and saved snippets')
  await app.page.getByRole('button', { name: 'Cancel' }).click()
  await expect(app.message('not sent yet')).toBeVisible()
})
