import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MissingMedia } from '#accounts/missing-media.ts'
import { Outgoing } from '#accounts/outgoing.ts'
import { MediaCache } from '#network/media-cache.ts'
import { drawPng } from '#server/base/png.ts'
import { Exports, exportFolderName } from '#shell/files/exports.ts'
import { gateTo } from '#support/asked-gate.ts'
import { storedAccount, storedMessage } from '#support/export-world.ts'
import { listening, type Listening } from '#support/listening.ts'

const window = undefined as never // only passed on to the dialog
const thread = new URL('../../../../../main/export/entry.ts', import.meta.url)
const picture = drawPng(4, () => [1, 2, 3])
const input = { accountId: 'a', narrow: null, title: 'Bench', form: 'html', withFiles: true } as const

let folder: string
let server: Listening | undefined
let open: Exports[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-exports-'))
  mkdirSync(join(folder, 'saved'))
  vi.stubEnv('SKEIN_HOST_DOWNLOADS', join(folder, 'saved'))
})
afterEach(async () => {
  await Promise.all(open.map((each) => each.stop()))
  open = []
  server?.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** The exports of an account with messages, whose server answers as given. */
async function world(messages: number, onRequest: RequestListener = (_request, response) => response.end(picture)) {
  server = await listening(onRequest)
  const content = '<p>hello <img data-media="/user_uploads/1/cat.png" alt="cat"></p>'
  const account = dirname(
    storedAccount(Array.from({ length: messages }, (_, index) => storedMessage(index + 1, { content }))),
  )
  const data = mkdtempSync(join(folder, '.data-'))
  const source = {
    gate: gateTo(server.origin, 'files'),
    cache: new MediaCache(join(data, 'media')),
    missing: new MissingMedia(),
    outgoing: new Outgoing(join(data, 'outgoing')),
  }
  const noteFile = join(data, 'export.json')
  const create = () => {
    const created = new Exports({
      platform: 'linux',
      thread,
      noteFile,
      version: '0.1.0',
      accounts: {
        media: (id) => (id === 'a' ? source : undefined),
        folderOf: () => account,
        encryption: { key: null },
      },
      onChanged: () => undefined,
      log: () => undefined,
    })
    open.push(created)
    return created
  }
  return { exporting: create(), create, source, noteFile }
}

const saved = () => readdirSync(join(folder, 'saved'))
const today = (title: string) => exportFolderName(title, Date.now())
const kindOf = (exporting: Exports) => exporting.status?.progress.kind

describe('exports', () => {
  it('get their name when they are complete, with files from the server', async () => {
    const { exporting, noteFile } = await world(3)
    expect(await exporting.request(input, window)).toEqual({ ok: true, value: { isStarted: true } })
    expect(await exporting.request(input, window)).toMatchObject({ ok: false, error: { code: 'EXPORT_RUNNING' } })
    await expect.poll(() => kindOf(exporting)).toBe('done')
    expect(exporting.status).toMatchObject({ title: 'Bench', progress: { messages: 3, files: 1, missingFiles: 0 } })
    expect(saved()).toEqual([today('Bench')])
    expect(readFileSync(join(folder, 'saved', today('Bench'), 'files/0001-cat.png')).equals(picture)).toBe(true)
    expect(() => readFileSync(noteFile)).toThrow('ENOENT')
    exporting.dismiss(exporting.status?.id ?? 0)
    expect(exporting.status).toBeNull()
  })

  it('take files from the pictures on disk before they ask the server', async () => {
    const { exporting, source } = await world(1, (_request, response) => response.writeHead(500).end())
    await source.cache.put('/user_uploads/1/cat.png', 'image/png', picture)
    await exporting.request(input, window)
    await expect.poll(() => kindOf(exporting)).toBe('done')
    expect(exporting.status).toMatchObject({ progress: { files: 1, missingFiles: 0 } })
  })

  it('state files that the server refuses', async () => {
    const { exporting } = await world(1, (_request, response) => response.writeHead(404).end())
    await exporting.request(input, window)
    await expect.poll(() => kindOf(exporting)).toBe('done')
    expect(exporting.status).toMatchObject({ progress: { files: 0, missingFiles: 1 } })
  })

  it('leave an existing folder alone', async () => {
    const { exporting } = await world(1)
    mkdirSync(join(folder, 'saved', `${today('Bench')}.partial`))
    writeFileSync(join(folder, 'saved', `${today('Bench')}.partial`, 'mine'), '')
    await exporting.request(input, window)
    await expect.poll(() => kindOf(exporting)).toBe('done')
    expect(saved().toSorted()).toEqual([`${today('Bench')} (2)`, `${today('Bench')}.partial`])
    expect(readdirSync(join(folder, 'saved', `${today('Bench')}.partial`))).toEqual(['mine'])
  })

  it('get a number if a folder of their name appears meanwhile', async () => {
    const { exporting } = await world(1, (_request, response) => {
      mkdirSync(join(folder, 'saved', today('Bench')))
      response.end(picture)
    })
    await exporting.request(input, window)
    await expect.poll(() => kindOf(exporting)).toBe('done')
    expect(saved().toSorted()).toEqual([today('Bench'), `${today('Bench')} (2)`])
    expect(readdirSync(join(folder, 'saved', today('Bench')))).toEqual([])
  })

  it('are removed when they are cancelled', async () => {
    let release: () => void = () => undefined
    const { exporting, noteFile } = await world(1, (_request, response) => (release = () => response.end(picture)))
    await exporting.request(input, window)
    await expect.poll(() => kindOf(exporting)).toBe('files')
    expect(saved()).toEqual([`${today('Bench')}.partial`])
    await exporting.cancel(exporting.status?.id ?? 0)
    release()
    expect(exporting.status).toBeNull()
    expect(saved()).toEqual([])
    expect(() => readFileSync(noteFile)).toThrow('ENOENT')
    expect(await exporting.request({ ...input, withFiles: false }, window)).toMatchObject({ ok: true })
    await expect.poll(() => kindOf(exporting)).toBe('done')
  })

  it('end with the account when it signs out', async () => {
    const { exporting } = await world(1, () => undefined)
    await exporting.request(input, window)
    await expect.poll(() => kindOf(exporting)).toBe('files')
    await exporting.forget('b')
    expect(kindOf(exporting)).toBe('files')
    await exporting.forget('a')
    expect(exporting.status).toBeNull()
    expect(saved()).toEqual([])
  })

  it('are reported as unfinished after the program has ended during one', async () => {
    const { exporting, create } = await world(1, () => undefined)
    await exporting.request(input, window)
    await expect.poll(() => kindOf(exporting)).toBe('files')
    await exporting.stop()
    expect(saved()).toEqual([`${today('Bench')}.partial`])
    const next = create()
    next.start()
    expect(next.status).toMatchObject({
      accountId: 'a',
      title: 'Bench',
      progress: { kind: 'failed', failure: { code: 'EXPORT_INTERRUPTED' }, folder: `${today('Bench')}.partial` },
    })
    const later = create()
    later.start()
    expect(later.status).toBeNull()
  })

  it('fail with the reason: a folder that does not exist, and one that disappears', async () => {
    const { exporting } = await world(1, () => {
      renameSync(join(folder, 'saved'), join(folder, 'elsewhere'))
      server?.close()
    })
    vi.stubEnv('SKEIN_HOST_DOWNLOADS', join(folder, 'nowhere'))
    expect(await exporting.request(input, window)).toEqual({ ok: false, error: { code: 'EXPORT_FOLDER_GONE' } })
    vi.stubEnv('SKEIN_HOST_DOWNLOADS', join(folder, 'saved'))
    await exporting.request({ ...input, title: 'Moved' }, window)
    await expect.poll(() => kindOf(exporting)).toBe('failed')
    expect(exporting.status).toMatchObject({ progress: { failure: { code: 'EXPORT_FOLDER_GONE' } } })
  })

  it('answer no unknown account, and ignore the ids of other exports', async () => {
    const { exporting } = await world(1)
    expect(await exporting.request({ ...input, accountId: 'b' }, window)).toMatchObject({
      ok: false,
      error: { code: 'NO_ACCOUNT' },
    })
    await exporting.request(input, window)
    await expect.poll(() => kindOf(exporting)).toBe('done')
    exporting.dismiss(99)
    exporting.show(99)
    await exporting.cancel(99)
    expect(kindOf(exporting)).toBe('done')
  })
})
