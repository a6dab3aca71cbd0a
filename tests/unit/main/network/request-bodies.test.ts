import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { sentenceOf } from '#i18n/catalogue.ts'
import { sessionFromPartition } from '#browser-host/session-part.ts'
import { CredentialService } from '#network/credentials.ts'
import { Gate, type GateRequest } from '#network/gate.ts'
import { largestBuffer } from '#network/request-body.ts'

interface Seen {
  readonly method: string
  readonly path: string
  readonly length: string | undefined
  readonly encoding: string | undefined
  readonly body: Buffer
}

const session = sessionFromPartition('request-bodies') as never

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/**
 * A server without a proxy in front: like application servers, it ignores a chunked body.
 * @param mayAnswer delays the answer
 */
async function bareServer(mayAnswer: Promise<void> = Promise.resolve()) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    void Promise.all([gather(request), mayAnswer]).then(([body]) => {
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
      const path = request.url ?? ''
      seen.push({ method: request.method ?? '', path, length, encoding, body })
      const understood = encoding === undefined ? body : Buffer.alloc(0)
      const [status, answer] = answerTo(path, request.method ?? '', understood)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return { seen, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function gather(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function answerTo(path: string, method: string, body: Buffer): [number, object] {
  if (path === '/api/v1/server_settings') {
    return [200, { result: 'success', realm_name: 'Alder', zulip_feature_level: 237, email_auth_enabled: true }]
  }
  if (method !== 'GET' && body.length === 0) {
    return [400, { result: 'error', code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'username' argument" }]
  }
  return [200, { result: 'success', msg: '', api_key: 'k'.repeat(32), email: 'iris@alder.example', id: 7 }]
}

function ask(gate: Gate, request: Partial<GateRequest>): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0
    gate.request(
      { method: 'POST', path: '/', form: {}, priority: 'foreground', timeoutMs: 5_000, maxBytes: 1e6, ...request },
      {
        onHead: (head) => (status = head.status),
        onChunk: () => undefined,
        onEnd: () => {
          resolve(status)
        },
        onFailure: (failure) => {
          reject(new Error(sentenceOf(failure.reason)))
        },
      },
    )
  })
}

function gateTo(origin: string): Gate {
  const gate = new Gate({ accountId: 'a', origin, userAgent: 'Skein/test' })
  gate.setCredentials({ email: 'iris@alder.example', apiKey: 'k' })
  closers.push(() => {
    gate.close()
  })
  return gate
}

function fileOf(bytes: Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), 'skein-body-')), 'file')
  writeFileSync(path, bytes)
  return path
}

describe('the body of a request', () => {
  it('has a length at sign-in', async () => {
    const { seen, origin } = await bareServer()
    const service = new CredentialService({ session, userAgent: 'Skein/test' })
    await service.withPassword(origin, 'iris@alder.example', 'grün & blau')
    const sent = seen.find(({ path }) => path === '/api/v1/fetch_api_key')
    expect(sent).toMatchObject({ encoding: undefined, length: String(sent?.body.length) })
    expect(sent?.body.toString()).toBe('username=iris%40alder.example&password=gr%C3%BCn+%26+blau')
    expect(seen.find(({ method }) => method === 'GET')).toMatchObject({ length: undefined, encoding: undefined })
  })

  it.each(['POST', 'PATCH', 'DELETE'] as const)('has a length with %s', async (method) => {
    const { seen, origin } = await bareServer()
    const form = { content: 'Grüße', to: '[7]' }
    expect(await ask(gateTo(origin), { method, path: '/api/v1/messages', form })).toBe(200)
    const body = Buffer.from('content=Gr%C3%BC%C3%9Fe&to=%5B7%5D')
    expect(seen).toMatchObject([{ method, encoding: undefined, length: String(body.length), body }])
  })

  it.each([
    ['POST', '0'],
    ['DELETE', undefined],
  ] as const)('declares its length with %s when it is empty, as Chromium does', async (method, length) => {
    const { seen, origin } = await bareServer()
    await ask(gateTo(origin), { method, path: '/api/v1/x' })
    expect(seen).toMatchObject([{ method, length, encoding: undefined }])
  })

  it('has a length if it is a file, and reports the progress in chunks to the last byte', async () => {
    const progress: number[] = []
    let firstProgress = (): void => undefined
    // The progress is reported before the server has answered.
    const { seen, origin } = await bareServer(new Promise((resolve) => (firstProgress = resolve)))
    const bytes = randomBytes(5 * 1024 * 1024)
    const upload = {
      path: fileOf(bytes),
      name: 'Messreihe "1".bin',
      type: 'application/octet-stream',
      onProgress: (sent: number) => {
        progress.push(sent)
        firstProgress()
      },
    }
    expect(await ask(gateTo(origin), { path: '/api/v1/user_uploads', upload, priority: 'upload' })).toBe(200)
    const [sent] = seen
    expect(sent).toMatchObject({ encoding: undefined, length: String(sent?.body.length) })
    const start = (sent?.body.indexOf('\r\n\r\n') ?? 0) + 4
    expect(sent?.body.subarray(start, start + bytes.length).equals(bytes)).toBe(true)
    expect(progress.at(-1)).toBe(bytes.length)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
  })

  it('is chunked only if it is a file that is too large for memory', async () => {
    const { seen, origin } = await bareServer()
    const bytes = Buffer.alloc(largestBuffer + 1)
    const upload = { path: fileOf(bytes), name: 'a.bin', type: '', onProgress: () => undefined }
    await ask(gateTo(origin), { path: '/api/v1/user_uploads', upload, priority: 'upload' })
    expect(seen).toMatchObject([{ length: undefined, encoding: 'chunked' }])
    expect(seen[0]?.body.length).toBeGreaterThan(bytes.length)
  })

  it('is not sent if its file cannot be read', async () => {
    const { seen, origin } = await bareServer()
    const upload = { path: '/nowhere/at/all', name: 'a.bin', type: '', onProgress: () => undefined }
    await expect(ask(gateTo(origin), { path: '/api/v1/user_uploads', upload })).rejects.toThrow(
      "The file can’t be read: ENOENT: no such file or directory, stat '/nowhere/at/all'",
    )
    expect(seen).toEqual([])
  })
})

it('names below localhost resolve to this computer, independently of the system’s resolver', async () => {
  const { seen, origin } = await bareServer()
  const local = origin.replace('127.0.0.1', 'alder.localhost')
  const service = new CredentialService({ session, userAgent: 'Skein/test' })
  expect(await service.discover(local)).toMatchObject({ url: local, name: 'Alder' })
  expect(seen).toHaveLength(1)
})
