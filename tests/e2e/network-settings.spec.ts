import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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
  server,
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
  await expect.poll(proxy.passed).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await server.post('noor', { stream: 'general', topic: 'books' }, 'By the proxy')
  await expect(app.message('By the proxy')).toBeVisible()

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
