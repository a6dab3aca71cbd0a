import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, get as httpGet } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import WebSocket from 'ws'
import { expect, runsInElectron, shared as it, test } from './support/skein.ts'

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

test('the API key is in the keyring and nowhere else', async ({ app, server }) => {
  test.skip(process.env.SKEIN_TEST_KEYRING === undefined, 'there is no keyring for tests on this system')
  await app.open('lunch on Friday')
  await app.send('A message, so that there is something in the outbox and the log')
  const { api_key: key, email } = server.account('iris')

  const keytar = createRequire(import.meta.url)('keytar') as {
    findCredentials(service: string): Promise<{ account: string; password: string }[]>
  } // keytar's own declarations say the same
  const accountId = (JSON.parse(readFileSync(join(app.data, 'skein.json'), 'utf8')) as { accounts: { id: string }[] })
    .accounts[0]?.id
  const stored = await keytar.findCredentials('Skein')
  expect(stored.find((entry) => entry.account === accountId)?.password).toBe(key)

  const forms = [
    key,
    Buffer.from(`${email}:${key}`).toString('base64'),
    Buffer.from(key).toString('base64').replace(/=+$/, ''),
    encodeURIComponent(key),
  ]
  const page = await app.page.evaluate(() =>
    JSON.stringify([
      document.documentElement.outerHTML,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
    ]),
  )
  for (const form of forms) expect(page).not.toContain(form)
  const storage = JSON.stringify(await app.page.context().storageState())
  for (const form of forms) expect(storage).not.toContain(form)
  const searchAll = () => {
    const files = filesBelow(app.data)
    expect(files.some((file) => file.endsWith('cache.sqlite'))).toBe(true)
    expect(files.some((file) => file.endsWith('skein.log'))).toBe(true)
    for (const file of files) {
      const bytes = readFileSync(file)
      for (const form of forms) expect(bytes.includes(form), `${file} holds the key`).toBe(false)
    }
  }
  searchAll()
  await app.quit()
  searchAll()
})

test('a restarted Skein reads its key from the keyring', async ({ app, launch }) => {
  test.skip(process.env.SKEIN_TEST_KEYRING === undefined, 'there is no keyring for tests on this system')
  await app.quit()
  const again = await launch({ data: app.data })
  await expect(again.state).toHaveText('Up to date')
})

test('a foreign page in the same browser gets nothing from the host', async ({ app }) => {
  test.skip(runsInElectron, 'the host is not in use')
  const origin = new URL(app.page.url()).origin
  const stranger = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<h1>stranger</h1>')
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  const page = await app.page.context().newPage()
  await page.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`)
  const results = await page.evaluate(async (host) => {
    const tryFetch = async (path: string) => {
      try {
        const answer = await fetch(host + path)
        return `${answer.status}: ${await answer.text()}`
      } catch {
        return 'refused'
      }
    }
    const socket = await new Promise<string>((resolve) => {
      const connection = new WebSocket(`${host.replace('http', 'ws')}/ws`)
      connection.onopen = () => {
        resolve('open')
      }
      connection.onerror = () => {
        resolve('refused')
      }
    })
    const framed = await new Promise<string>((resolve) => {
      const frame = document.createElement('iframe')
      frame.src = `${host}/`
      frame.onload = () => {
        resolve(frame.contentDocument === null ? 'opaque' : frame.contentDocument.body.innerText)
      }
      document.body.append(frame)
    })
    return { root: await tryFetch('/'), launch: await tryFetch('/launch?token=x'), socket, framed }
  }, origin)
  expect(results).toEqual({ root: 'refused', launch: 'refused', socket: 'refused', framed: 'opaque' })
  stranger.close()
})

test('another user of this computer who guesses the port gets nothing from the host', async ({ app }) => {
  test.skip(runsInElectron, 'the host is not in use')
  const origin = new URL(app.page.url()).origin
  for (const path of [
    '/',
    '/index.html',
    '/launch',
    '/launch?token=',
    '/files/x/index.html',
    '/host-preload.js',
    '/ws',
  ]) {
    const answer = await fetch(origin + path)
    expect(answer.status, path).toBeGreaterThanOrEqual(400)
    expect(await answer.text()).not.toContain('skein-host')
  }
  // A name whose DNS server points here (DNS rebinding) is not the host's own.
  const rebound = await new Promise<number | undefined>((resolve) => {
    httpGet(origin, { headers: { host: 'evil.example' } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
  })
  expect(rebound).toBe(404)

  const closed = await new Promise<string>((resolve) => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, { origin })
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'hello', secret: 'guessed' }))
    })
    socket.on('message', () => {
      resolve('answered')
    })
    socket.on('close', () => {
      resolve('closed')
    })
    socket.on('error', () => {
      resolve('closed')
    })
  })
  expect(closed).toBe('closed')
  await expect(app.state).toHaveText('Up to date')
})

test('a launch link works once', async ({ app }) => {
  test.skip(runsInElectron, 'the host is not in use')
  const link = await app.host.link()
  const first = await fetch(link)
  expect(first.status).toBe(200)
  const second = await fetch(link)
  expect(second.status).toBe(403)
  expect(await second.text()).toContain('Press Enter in the terminal')
})

it('calls with bad parameters and unknown calls are refused with a message', async ({ app }) => {
  const results = await app.page.evaluate(async () => {
    const call = (name: string, input: unknown) => window.skein.call(name as never, input as never)
    return [
      await call('messages.send', { accountId: 'x', localId: 'no uuid', destination: {}, content: 1 }),
      await call('process.exit', {}),
      await call('__proto__', {}),
      await call('app.openLink', { url: 'file:///etc/passwd' }),
      await call('app.openLink', { url: 'javascript:alert(1)' }),
    ]
  })
  expect(results).toMatchObject([
    { ok: false, error: { code: 'BAD_PARAMETERS' } },
    { ok: false, error: { code: 'UNKNOWN_CALL' } },
    { ok: false, error: { code: 'UNKNOWN_CALL' } },
    { ok: false, error: { code: 'UNSAFE_LINK' } },
    { ok: false, error: { code: 'UNSAFE_LINK' } },
  ])
})

it('hostile text in a message runs no code and requests no foreign host', async ({ app, server }) => {
  const requests: string[] = []
  app.page.on('request', (request) => requests.push(new URL(request.url()).hostname))
  await app.open('books')
  await server.post(
    'noor',
    { stream: 'general', topic: 'books' },
    '<img src=x onerror="window.hacked=1"> <script>window.hacked=2</script> [a](javascript:window.hacked=3) ![b](https://evil.example/x.png)',
  )
  await expect(app.message('window.hacked=1')).toBeVisible()
  expect(await app.page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined()
  expect(requests.filter((host) => host !== '127.0.0.1')).toEqual([])
})
