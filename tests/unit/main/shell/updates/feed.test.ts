import { generateKeyPairSync } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { sentenceOf } from '#i18n/catalogue.ts'
import { sessionFromPartition } from '#browser-host/session-part.ts'
import { folderOf, newestRelease } from '#shell/updates/feed.ts'
import { ReleaseError } from '#shell/updates/release.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { encodePublicKey, signText } from '#shared/signed-text.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const sha512 = `${'a'.repeat(86)}==`
const text = `version: 1.2.3\nfiles:\n  - url: a.AppImage\n    sha512: ${sha512}\n    size: 5\n`
const signed = signText(text, 'latest-linux.yml', privateKey)

let server: Server | undefined
const asked: string[] = []
const headers: Record<string, unknown>[] = []

async function serve(answer: RequestListener): Promise<string> {
  asked.length = 0
  headers.length = 0
  const started = createServer((request, response) => {
    asked.push(request.url ?? '')
    headers.push(request.headers)
    answer(request, response)
  })
  server = started
  await new Promise<void>((listening) => started.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}` // it listens on TCP
}

const ask = (url: string) =>
  newestRelease({
    url,
    file: 'latest-linux.yml',
    publicKeys: [encodePublicKey(publicKey)],
    session: sessionFromPartition('updates') as never, // the host's session
    userAgent: 'Skein/1.0.0 (linux)',
    proxyLogin: () => Promise.resolve(null),
  })

async function failureOf(url: string): Promise<ReleaseError> {
  const error: unknown = await ask(url).catch((failure: unknown) => failure)
  if (error instanceof ReleaseError) return error
  throw new Error('it did not fail as it should', { cause: error })
}

describe('the address of updates', () => {
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  it('is requested for the newest release, with no data except the version of Skein', async () => {
    const url = await serve((_, response) => response.end(signed))
    expect(await ask(`${url}/releases`)).toMatchObject({ version: '1.2.3' })
    expect(asked).toEqual(['/releases/latest-linux.yml'])
    expect(headers[0]?.['user-agent']).toBe('Skein/1.0.0 (linux)')
    expect(Object.keys(headers[0] ?? {}).filter((name) => /cookie|staging|authorization/.test(name))).toEqual([])
  })

  it('may redirect', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/latest-linux.yml') response.writeHead(302, { location: '/there/latest-linux.yml' }).end()
      else response.end(signed)
    })
    expect(await ask(url)).toMatchObject({ version: '1.2.3' })
    expect(asked).toEqual(['/latest-linux.yml', '/there/latest-linux.yml'])
  })

  it('has no release without such a file', async () => {
    const url = await serve((_, response) => response.writeHead(404).end('<h1>Not found</h1>'))
    expect((await failureOf(url)).code).toBe('NO_RELEASE')
  })

  it.each([403, 500, 503])('is requested later after the answer %i', async (status) => {
    const url = await serve((_, response) => response.writeHead(status).end())
    const failure = await failureOf(url)
    expect(failure.failure).toEqual({ code: 'RELEASE_STATUS', values: { status } })
  })

  it('gives the reason if it cannot be reached', async () => {
    const url = await serve((_, response) => response.end(signed))
    await new Promise((closed) => server?.close(closed))
    const failure = await failureOf(url)
    expect(failure.code).toBe('RELEASE_UNREACHABLE')
    expect(sentenceOf(failure.failure)).toMatch(/^Skein couldn’t check for updates\. .+\.$/)
  })

  it('has no release if it answers with a network’s login page', async () => {
    const url = await serve((_, response) => response.end('<html>Accept our terms</html>'))
    expect((await failureOf(url)).code).toBe('FOREIGN_RELEASE')
  })

  it('is given up if the answer never ends', async () => {
    let sent = 0
    const url = await serve((_, response) => {
      const pour = () => {
        while (!response.destroyed && sent < 100 * clientLimits.releaseText.most) {
          sent += 64 * 1024
          if (!response.write('#'.repeat(64 * 1024))) {
            response.once('drain', pour)
            return
          }
        }
      }
      pour()
    })
    expect((await failureOf(url)).code).toBe('RELEASE_UNREACHABLE')
    expect(sent).toBeLessThan(50 * clientLimits.releaseText.most)
  })
})

it('is a folder, with or without a slash at its end', () => {
  expect(folderOf('https://skein.example/a').href).toBe('https://skein.example/a/')
  expect(folderOf('https://skein.example/a/').href).toBe('https://skein.example/a/')
  expect(folderOf('https://skein.example').href).toBe('https://skein.example/')
})
