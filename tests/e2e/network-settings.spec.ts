import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from '#support/certificates.ts'
import { violations } from './support/axe.ts'
import { openSettings } from './support/settings-page.ts'
import { expect, runsInElectron, shared as it } from './support/skein.ts'

/** An HTTP proxy that counts its requests. */
async function openProxy(): Promise<{ server: Server; address: string; passed: () => number }> {
  let passed = 0
  const server = createServer((incoming, answer) => {
    passed += 1
    const onward = request(incoming.url ?? '', { method: incoming.method, headers: incoming.headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}`, passed: () => passed }
}

// Chromium reaches this computer without a proxy unless a rule says otherwise; the host has that rule, too.
const viaProxyToo = '<-loopback>'

it('a proxy of the settings is used at once, a wrong server is explained, and the system’s comes back', async ({
  app,
}) => {
  it.skip(runsInElectron, 'the proxy of the host is a plain one')
  const proxy = await openProxy()
  const { page } = app
  await app.open('books')
  const settings = await openSettings(page, 'Network')
  await settings.getByRole('radio', { name: 'Use this proxy' }).check()
  const field = settings.getByLabel('Server', { exact: true })
  await field.fill('proxy:port')
  await page.keyboard.press('Enter')
  await expect(settings.getByText('Enter a host and a port, such as proxy.example.com:3128.')).toBeVisible()
  await expect(field).toHaveValue('proxy:port')
  expect(await violations(page)).toEqual([])
  await field.fill(proxy.address)
  await settings.getByLabel('Without the proxy').fill(viaProxyToo)
  await page.keyboard.press('Enter')
  await expect(settings.getByRole('button', { name: 'Use it' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  // The open request for events stays with its connection; the next request goes through the proxy.
  await app.send('By the proxy')
  await expect(app.message('By the proxy')).toBeVisible()
  await expect.poll(proxy.passed).toBeGreaterThan(1)

  // Without the proxy nothing comes through any more; offline, the bar names it.
  proxy.server.closeAllConnections()
  proxy.server.close()
  await expect(app.state).toHaveText('Offline', { timeout: 30_000 })
  await openSettings(page, 'Network')
  await expect(field).toHaveValue(proxy.address)
  await settings.getByRole('radio', { name: 'Use the system’s settings' }).check()
  await expect(field).toHaveCount(0)
  await expect(app.state).toHaveText('Up to date', { timeout: 30_000 })
  await page.keyboard.press('Escape')
})

it('a certificate authority is added from a file after the system’s dialog, and removed', async ({ app }) => {
  const { page } = app
  const settings = await openSettings(page, 'Network')
  const root = await makeCertificate({ name: 'Alder Root', isAuthority: true })
  const files = settings.locator('input[type=file]')
  await files.setInputFiles({ name: 'notes.pem', mimeType: '', buffer: Buffer.from('no certificate') })
  await expect(settings.getByText('There’s no certificate in this file.')).toBeVisible()
  await files.setInputFiles({ name: 'root.pem', mimeType: '', buffer: Buffer.from(root.pem) })
  const list = settings.getByRole('list', { name: 'Your certificate authorities' })
  await expect(list.getByText('Alder Root')).toBeVisible()
  await expect(list).toContainText('Valid until')
  expect(await violations(page)).toEqual([])
  await list.getByRole('button', { name: 'Remove' }).click()
  await expect(list).toHaveCount(0)
  await expect(settings.getByRole('button', { name: 'Add…' })).toBeFocused()
  await page.keyboard.press('Escape')
})
