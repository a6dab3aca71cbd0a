import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, type Page } from './support/skein.ts'

async function trySignIn(page: Page, server: string, email: string, password: string) {
  await page.getByLabel('Server address').fill(server)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('each thing that can be wrong with signing in has its own sentence, and loses no input', async ({
  launch,
  server,
}) => {
  const app = await launch()
  const { page } = app
  const problem = page.getByRole('alert')

  await trySignIn(page, server.url, 'iris@alder.example', 'wrong')
  await expect(problem).toHaveText('The e-mail or the password is wrong.')
  await expect(page.getByLabel('E-mail')).toHaveValue('iris@alder.example')

  await trySignIn(page, 'http://chat.example.com', 'iris@alder.example', 'skein-demo')
  await expect(problem).toContainText('not encrypted')

  await trySignIn(page, 'http://127.0.0.1:9', 'iris@alder.example', 'skein-demo')
  await expect(problem).toContainText('not running, or refuses connections')

  const other = createServer((_request, response) => response.end('<h1>A web page</h1>'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  await trySignIn(page, `http://127.0.0.1:${(other.address() as AddressInfo).port}`, 'iris@alder.example', 'x')
  await expect(problem).toContainText('not one that Skein can talk to')
  other.close()

  await app.signIn(server.url)
})

test('an e-mail and an API key sign in as well', async ({ launch, server }) => {
  const app = await launch()
  await app.page.getByRole('button', { name: 'Use an API key instead' }).click()
  await app.page.getByLabel('Server address').fill(server.url)
  await app.page.getByLabel('E-mail').fill('noor@alder.example')
  await app.page.getByLabel('API key').fill('not-the-key')
  await app.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(app.page.getByRole('alert')).toContainText('does not accept this e-mail and API key')
  await app.page.getByLabel('API key').fill(server.account('noor').api_key)
  await app.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(app.state).toHaveText('Up to date')
})

test('two accounts live side by side, and signing out removes one with all its data', async ({ app, server }) => {
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
  await app.page.getByRole('button', { name: 'Sign out…' }).click()
  await app.page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(rail.getByRole('button', { name: /iris@alder/ })).toHaveCount(0)
  await expect(rail.getByRole('button', { name: /noor@alder/ })).toBeVisible()
  await expect(app.state).toHaveText('Up to date')
})
