import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialog } from '#browser-host/electron.ts'
import { openInBrowser } from '#browser-host/launch-file.ts'
import { PageChannel, Shuffle } from '#browser-host/page-channel.ts'
import { WebServer } from '#browser-host/web-server.ts'

describe('a launch link', () => {
  let server: WebServer

  beforeEach(async () => {
    const page = () => new Response('<html><head></head><body>Skein</body></html>')
    server = new WebServer(new Map([['app', page]]), new PageChannel(new Shuffle(undefined)))
    await server.listen()
  })

  afterEach(() => {
    server.close()
  })

  it.each(['linux', 'darwin', 'win32'] as const)(
    'is in no argument of a process on %s, but in a file that only its user can read',
    (platform) => {
      const link = server.launchLink({ fromFile: true })
      const token = new URL(link).searchParams.get('token') ?? ''
      const started: string[][] = []
      const forget = openInBrowser(link, platform, (command, args) => started.push([command, ...args]))
      expect(started).toHaveLength(1)
      expect(token.length).toBeGreaterThan(20)
      expect(started.flat().join(' ')).not.toContain(token)
      expect(started.flat().join(' ')).not.toContain(server.origin)
      const file = fileURLToPath(started.flat().at(-1) ?? '')
      expect(readFileSync(file, 'utf8')).toContain(`url=${link}"`)
      if (process.platform !== 'win32') {
        expect(statSync(file).mode & 0o777).toBe(0o600)
        expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
      }
      forget()
      expect(existsSync(dirname(file))).toBe(false)
      forget()
    },
  )

  const follow = (link: string, headers: Record<string, string>) =>
    fetch(link, { headers }).then(({ status }) => status)
  // The headers of browsers for a page that was opened from a file, and from another site.
  const fromElsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

  it('is valid once from its file', async () => {
    const link = server.launchLink({ fromFile: true })
    expect(await follow(link, { ...fromElsewhere, 'sec-fetch-dest': 'iframe' })).toBe(403)
    expect(await follow(link, fromElsewhere)).toBe(200)
    expect(await follow(link, fromElsewhere)).toBe(403)
  })

  it('is not valid from another site after it was printed', async () => {
    const link = server.launchLink()
    expect(await follow(link, fromElsewhere)).toBe(403)
    expect(await follow(link, { ...fromElsewhere, 'sec-fetch-site': 'none' })).toBe(200)
  })
})

describe('a launch link during development', () => {
  let server: WebServer
  const asked: string[] = []
  const token = 'a'.repeat(43)

  beforeEach(async () => {
    const page = ({ url }: Request) => {
      asked.push(url)
      return new Response('<html><head></head><body>Skein</body></html>')
    }
    server = new WebServer(new Map([['app', page]]), new PageChannel(new Shuffle(undefined)), { port: 0, token })
    await server.listen()
  })

  afterEach(() => {
    server.close()
    asked.length = 0
  })

  it('stays valid, and the reloaded page gets it again', async () => {
    expect(server.launchLink()).toBe(`${server.origin}/launch?token=${token}`)
    for (let load = 0; load < 2; load += 1) expect((await fetch(server.launchLink())).status).toBe(200)
    const reload = await fetch(`${server.origin}/`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    })
    expect([reload.status, reload.headers.get('location')]).toEqual([302, server.launchLink()])
  })

  it('is neither sent to another site nor valid from it', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
    expect((await fetch(`${server.origin}/`, { headers, redirect: 'manual' })).status).toBe(403)
    expect((await fetch(server.launchLink(), { headers })).status).toBe(403)
    expect((await fetch(`${server.origin}/launch?token=${'b'.repeat(43)}`)).status).toBe(403)
  })

  it('gives access to the modules of the page, which only this server serves', async () => {
    expect((await fetch(`${server.origin}/dev/main.ts?t=1`)).status).toBe(200)
    expect(asked).toEqual(['app://skein/dev/main.ts?t=1'])
    const usual = new WebServer(new Map([['app', () => new Response('')]]), new PageChannel(new Shuffle(undefined)))
    await usual.listen()
    expect((await fetch(`${usual.origin}/dev/main.ts`)).status).toBe(404)
    usual.close()
  })
})

describe('saving a file without a dialog', () => {
  let folder: string
  const before = process.env.SKEIN_HOST_DOWNLOADS

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skein-downloads-'))
    process.env.SKEIN_HOST_DOWNLOADS = folder
  })

  afterEach(() => {
    if (before === undefined) delete process.env.SKEIN_HOST_DOWNLOADS
    else process.env.SKEIN_HOST_DOWNLOADS = before
    rmSync(folder, { recursive: true })
  })

  it('replaces no file, neither an existing one nor one that is being saved', async () => {
    writeFileSync(join(folder, 'plan.pdf'), 'mine')
    const save = async (defaultPath: string) => (await dialog.showSaveDialog({ defaultPath })).filePath
    const names = [await save('plan.pdf'), await save('plan.pdf'), await save('other'), await save('other')]
    expect(names).toEqual(['plan (1).pdf', 'plan (2).pdf', 'other', 'other (1)'].map((name) => join(folder, name)))
  })
})
