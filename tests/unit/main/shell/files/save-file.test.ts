import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sentenceOf } from '#i18n/catalogue.ts'
import { hostSchemes } from '#browser-host/electron.ts'
import { MissingMedia } from '#accounts/missing-media.ts'
import { Outgoing } from '#accounts/outgoing.ts'
import { MediaCache } from '#network/media-cache.ts'
import { handleMedia } from '#shell/protocols/media.ts'
import { saveFile, type SavePorts } from '#shell/files/save-file.ts'
import { gateTo } from '#support/asked-gate.ts'
import { listening, type Listening } from '#support/listening.ts'

const window = undefined as never // only passed on to the dialog
const bytes = randomBytes(3_000_000)
const ports: SavePorts = { platform: 'linux', log: () => undefined }

let folder: string
let server: Listening | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-save-'))
  vi.stubEnv('SKEIN_HOST_DOWNLOADS', folder)
})
afterEach(() => {
  server?.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

async function source(onRequest: RequestListener) {
  server = await listening(onRequest)
  const data = mkdtempSync(join(folder, '.data-'))
  return {
    gate: gateTo(server.origin, 'files'),
    cache: new MediaCache(join(data, 'media')),
    missing: new MissingMedia(),
    outgoing: new Outgoing(join(data, 'outgoing')),
  }
}

const saved = () => readdirSync(folder).filter((name) => !name.startsWith('.data-'))

describe('a saved file', () => {
  it('is complete under its name, without other files beside it', async () => {
    const from = await source((_request, response) => response.end(bytes))
    // The partial file belongs to another process.
    writeFileSync(join(folder, 'plan.bin.part'), 'mine')
    const umask = process.umask(0o022)
    expect(await saveFile(window, from, '/user_uploads/1/plan.bin', ports)).toEqual({
      ok: true,
      value: { isSaved: true },
    })
    process.umask(umask)
    expect(saved().sort()).toEqual(['plan.bin', 'plan.bin.part'])
    expect(readFileSync(join(folder, 'plan.bin')).equals(bytes)).toBe(true)
    expect(readFileSync(join(folder, 'plan.bin.part'), 'utf8')).toBe('mine')
    if (process.platform === 'win32') return
    // The saved file belongs to the user's own files; the copy in the cache does not.
    expect(statSync(join(folder, 'plan.bin')).mode & 0o777).toBe(0o644)
  })

  it('comes from the cache if it is cached', async () => {
    const from = await source((_request, response) => response.writeHead(500).end())
    await from.cache.put('/user_uploads/1/plan.png', 'image/png', bytes)
    expect(await saveFile(window, from, '/user_uploads/1/plan.png', ports)).toMatchObject({ ok: true })
    expect(readFileSync(join(folder, 'plan.png')).equals(bytes)).toBe(true)
  })

  it.each([
    [
      'that breaks off',
      (socket: { destroy(): void }) => socket.destroy(),
      200,
      'The connection to the server was lost.',
    ],
    ['that is gone', () => undefined, 404, 'It no longer exists.'],
    ['that the server refuses', () => undefined, 403, 'The server responded with status 403.'],
  ])('%s leaves nothing and reports the reason', async (_what, end, status, reason) => {
    const from = await source((request, response) => {
      response.writeHead(status, { 'content-length': bytes.length })
      response.write(bytes.subarray(0, 1_000_000), () => {
        end(request.socket)
      })
    })
    const result = await saveFile(window, from, '/user_uploads/1/plan.bin', ports)
    expect(result.ok ? '' : sentenceOf(result.error)).toBe(`The file wasn’t saved. ${reason}`)
    expect(saved()).toEqual([])
  })

  it('is marked before it has its name, and is kept if it cannot be marked', async () => {
    const from = await source((_request, response) => response.end('x'))
    const written: [path: string, names: string[]][] = []
    const log: string[] = []
    const mark = {
      write(path: string) {
        written.push([path, saved()])
        return Promise.reject(new Error(`EINVAL: invalid argument, open '${path}'`))
      },
      run: () => Promise.reject(new Error('not here')),
    }
    const windows: SavePorts = { platform: 'win32', log: (_level, line) => log.push(line), mark }
    expect(await saveFile(window, from, '/user_uploads/1/plan.bin', windows)).toMatchObject({ ok: true })
    expect(saved()).toEqual(['plan.bin'])
    expect(written).toHaveLength(1)
    const [path, names] = written[0] ?? ['', []]
    expect(path).toMatch(/plan\.bin\.[0-9a-f]{8}\.part:Zone\.Identifier$/)
    expect(names).toHaveLength(1)
    expect(names[0]).toMatch(/\.part$/)
    expect(log).toEqual([expect.stringContaining("not marked as downloaded: EINVAL: invalid argument, open 'the file")])
    expect(log[0]).not.toContain('plan')
  })

  it('has the name in its link’s text, up to the limit of the disk', async () => {
    const from = await source((_request, response) => response.end('x'))
    const long = `${'ü'.repeat(120)} (final).pdf`
    for (const name of ['Offer 2026 (final).pdf', long, 'evil.exe', 'the offer', 'CON.pdf']) {
      expect(await saveFile(window, from, '/user_uploads/1/Offer-2026-final.pdf', ports, name)).toMatchObject({
        ok: true,
      })
    }
    expect(saved().sort()).toEqual(
      [
        'Offer 2026 (final).pdf',
        `${'ü'.repeat(98)}.pdf`,
        'Offer-2026-final.pdf',
        'Offer-2026-final (1).pdf',
        '_CON.pdf',
      ].sort(),
    )
  })

  it('leaves nothing if the disk refuses it', async () => {
    const from = await source((_request, response) => response.end(bytes))
    vi.stubEnv('SKEIN_HOST_DOWNLOADS', join(folder, 'no', 'such', 'folder'))
    expect(await saveFile(window, from, '/user_uploads/1/plan.bin', ports)).toMatchObject({ ok: false })
    expect(saved()).toEqual([])
  })
})

describe('a video', () => {
  it('is not read further after the player closed it', async () => {
    let isGone = false
    const from = await source((_request, response) => {
      response.on('close', () => (isGone = true))
      response.writeHead(206, { 'content-type': 'video/mp4', 'content-range': 'bytes 0-1/2' })
      response.write(bytes)
    })
    handleMedia(() => from)
    const request = new Request('media://a/user_uploads/1/film.mp4', { headers: { range: 'bytes=0-' } })
    const answer = await hostSchemes.get('media')?.(request)
    const reader = answer?.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    expect(isGone).toBe(false)
    await reader?.cancel()
    await vi.waitUntil(() => isGone, { timeout: 60_000 })
  })

  it('fails for its reader when it breaks off, instead of ending early', async () => {
    const from = await source((request, response) => {
      response.writeHead(206, { 'content-type': 'video/mp4', 'content-length': bytes.length })
      response.write(bytes.subarray(0, 100_000), () => request.socket.destroy())
    })
    handleMedia(() => from)
    const request = new Request('media://a/user_uploads/1/film.mp4', { headers: { range: 'bytes=0-' } })
    const answer = await hostSchemes.get('media')?.(request)
    await expect(answer?.arrayBuffer()).rejects.toThrow()
  })
})

describe('a picture that the server does not have', () => {
  it('is requested once, but each time if the server refuses it temporarily', async () => {
    const asked: string[] = []
    const from = await source((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(request.url?.startsWith('/avatar/') === true ? 404 : 503).end()
    })
    handleMedia(() => from)
    const statusOf = async (path: string) => (await hostSchemes.get('media')?.(new Request(`media://a${path}`)))?.status
    for (const path of ['/avatar/7?v=1', '/avatar/7?v=1', '/avatar/7?v=2', '/picture.png', '/picture.png'])
      expect(await statusOf(path)).toBe(404)
    expect(asked).toEqual(['/avatar/7?v=1', '/avatar/7?v=2', '/picture.png', '/picture.png'])
  })
})
