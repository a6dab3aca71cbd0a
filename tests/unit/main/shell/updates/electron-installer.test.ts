import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createRequire, registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Host from '#browser-host/electron.ts'
import type { DesktopPlatform } from '#shell/system/desktop-platform.ts'
import { DownloadError, ElectronInstaller } from '#shell/updates/electron-installer.ts'
import type { Release } from '#shell/updates/release.ts'

// electron-updater requires electron, and must get the same stand-in as main/.
const host = vi.hoisted(() => ({ file: '' }))
vi.mock('electron', async () => {
  const { pathToFileURL } = await import('node:url')
  const path = await import('node:path')
  host.file = path.resolve(import.meta.dirname, '../../../../../browser-host/electron.ts')
  const url = pathToFileURL(host.file).href
  registerHooks({
    resolve(specifier, context, next) {
      return specifier === 'electron'
        ? { url, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context)
    },
  })
  return createRequire(import.meta.url)(host.file) as typeof Host
})
const { app, autoUpdater } = (await import('electron')) as unknown as typeof Host

const content = 'the new version'
const name = { win32: 'Skein Setup 9.0.0.exe', darwin: 'Skein-9.0.0-mac.zip', linux: 'Skein-9.0.0.AppImage' }
const newest = (platform: DesktopPlatform, size = content.length): Release => ({
  version: '9.0.0',
  files: [{ url: name[platform], sha512: createHash('sha512').update(content).digest('base64'), size }],
})

let folder = ''
let server: Server | undefined
const asked: string[] = []

async function open(
  platform: DesktopPlatform,
  { answer, silenceMs, stagingMs }: { answer?: RequestListener; silenceMs?: number; stagingMs?: number } = {},
): Promise<ElectronInstaller> {
  asked.length = 0
  const started = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (answer === undefined) response.end(content)
    else answer(request, response)
  })
  server = started
  await new Promise<void>((listening) => started.listen(0, '127.0.0.1', listening))
  const configFile = join(folder, 'app-update.yml')
  writeFileSync(configFile, 'updaterCacheDirName: skein-updater\n')
  return new ElectronInstaller({
    platform,
    url: `http://127.0.0.1:${(started.address() as AddressInfo).port}/releases`, // it listens on TCP
    configFile,
    userAgent: 'Skein/1.0.0',
    proxyLogin: () => Promise.resolve(null),
    log: () => undefined,
    ...(silenceMs === undefined ? {} : { silenceMs }),
    ...(stagingMs === undefined ? {} : { stagingMs }),
  })
}

describe('electron-updater', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skein-updater-'))
    app.setPath('userData', join(folder, 'data'))
    vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'))
    vi.stubEnv('LOCALAPPDATA', join(folder, 'cache'))
    vi.stubEnv('HOME', folder)
    vi.stubEnv('APPIMAGE', join(folder, 'Skein.AppImage'))
    writeFileSync(join(folder, 'Skein.AppImage'), 'the old version')
  })

  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    app.removeAllListeners()
    autoUpdater.removeAllListeners()
    server?.closeAllConnections()
    server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('fetches the requested release and installs it at the end on Linux', async () => {
    const installer = await open('linux')
    installer.installAtEnd(true)
    const parts: number[] = []
    expect(await installer.fetch(newest('linux'), (part) => parts.push(part))).toBe(true)
    expect(asked).toEqual(['/releases/Skein-9.0.0.AppImage'])
    expect(readFileSync(join(folder, 'Skein.AppImage'), 'utf8')).toBe('the old version')
    app.emit('quit', {}, 0)
    expect(readFileSync(join(folder, 'Skein.AppImage'), 'utf8')).toBe(content)
  })

  it('installs nothing at the end on Linux if that is no longer wanted', async () => {
    const installer = await open('linux')
    installer.installAtEnd(true)
    await installer.fetch(newest('linux'), () => undefined)
    installer.installAtEnd(false)
    app.emit('quit', {}, 0)
    expect(readFileSync(join(folder, 'Skein.AppImage'), 'utf8')).toBe('the old version')
  })

  it('installs at the end on Linux a release that was fetched before that was wanted', async () => {
    const installer = await open('linux')
    await installer.fetch(newest('linux'), () => undefined)
    installer.installAtEnd(true)
    app.emit('quit', {}, 0)
    expect(readFileSync(join(folder, 'Skein.AppImage'), 'utf8')).toBe(content)
  })

  it.runIf(process.platform !== 'win32')(
    'installs at once on Linux, and releases the lock before the new version starts',
    async () => {
      const installer = await open('linux')
      const started = join(folder, 'started')
      const script = `#!/bin/sh\nprintf x > '${started}'\n`
      const quit = vi.spyOn(app, 'quit').mockReturnValue(undefined)
      const unlocked = vi.spyOn(app, 'releaseSingleInstanceLock')
      server?.removeAllListeners('request').on('request', (_, response) => response.end(script))
      const release = newest('linux', script.length)
      const sha512 = createHash('sha512').update(script).digest('base64')
      await installer.fetch({ ...release, files: release.files.map((file) => ({ ...file, sha512 })) }, () => undefined)
      installer.installNow()
      expect(unlocked).toHaveBeenCalledOnce()
      await vi.waitFor(() => {
        expect(existsSync(started)).toBe(true)
        expect(quit).toHaveBeenCalledOnce()
      })
    },
  )

  it('fetches the installer on Windows, and requests nothing older', async () => {
    const installer = await open('win32')
    expect(await installer.fetch(newest('win32'), () => undefined)).toBe(true)
    expect(asked.at(-1)).toBe('/releases/Skein%20Setup%209.0.0.exe')
    expect(await installer.fetch({ ...newest('win32'), version: '0.0.1' }, () => undefined)).toBe(false)
  })

  it('refuses a release for newer systems or for other computers', async () => {
    const installer = await open('linux')
    expect(await installer.fetch({ ...newest('linux'), minimumSystemVersion: '999.0.0' }, () => undefined)).toBe(false)
    expect(await installer.fetch({ ...newest('linux'), stagingPercentage: 0 }, () => undefined)).toBe(false)
    expect(asked).toEqual([])
  })

  it('deletes a download that differs from the signed one', async () => {
    const installer = await open('linux', { answer: (_, response) => response.end('something else') })
    installer.installAtEnd(true)
    await expect(installer.fetch(newest('linux'), () => undefined)).rejects.toMatchObject({
      code: 'ERR_CHECKSUM_MISMATCH',
    })
    app.emit('quit', {}, 0)
    expect(readFileSync(join(folder, 'Skein.AppImage'), 'utf8')).toBe('the old version')
  })

  it('gives up a silent download', async () => {
    const installer = await open('linux', {
      answer(_, response) {
        response.writeHead(200, { 'content-length': '15' }).write('the')
      },
      silenceMs: 300,
    })
    const failure: unknown = await installer.fetch(newest('linux'), () => undefined).catch((error: unknown) => error)
    expect(failure instanceof DownloadError && failure.code).toBe('SILENCE')
  })

  it('gives up an endless download', async () => {
    const installer = await open('linux', {
      answer(_, response) {
        response.writeHead(200, { 'content-length': String(1024 ** 3) })
        const pour = () => {
          while (!response.destroyed && response.write('x'.repeat(256 * 1024)));
          if (!response.destroyed) response.once('drain', pour)
        }
        pour()
      },
    })
    const failure: unknown = await installer.fetch(newest('linux'), () => undefined).catch((error: unknown) => error)
    expect(failure instanceof DownloadError && failure.code).toBe('TOO_LARGE')
  }, 30_000)

  describe('on macOS', () => {
    type Answer = 'takes it' | 'refuses its signature' | 'fails' | 'finds nothing' | 'hangs'

    /** Squirrel, which requests the download from electron-updater’s server on demand. */
    function squirrel(): { answer: Answer; taken: string[] } {
      const state: { answer: Answer; taken: string[] } = { answer: 'takes it', taken: [] }
      let feed = { url: '', headers: {} as Record<string, string> }
      vi.spyOn(autoUpdater, 'setFeedURL').mockImplementation((options) => {
        feed = options as typeof feed // electron-updater hands over both
      })
      vi.spyOn(autoUpdater, 'checkForUpdates').mockImplementation(() => {
        void (async () => {
          const found = (await (await fetch(feed.url, { headers: feed.headers })).json()) as { url: string }
          state.taken.push(await (await fetch(found.url)).text())
          switch (state.answer) {
            case 'takes it':
              return autoUpdater.emit('update-downloaded')
            case 'refuses its signature':
              return autoUpdater.emit('error', new Error('Code signature did not pass validation'))
            case 'fails':
              return autoUpdater.emit('error', new Error('The volume is read only'))
            case 'finds nothing':
              return autoUpdater.emit('update-not-available')
            case 'hangs':
              return false
          }
        })()
      })
      return state
    }

    it.each([true, false])('stages the download only at the end, wanted then or not: %s', async (isWanted) => {
      const { taken } = squirrel()
      const installer = await open('darwin')
      installer.installAtEnd(isWanted)
      expect(await installer.fetch(newest('darwin'), () => undefined)).toBe(true)
      installer.installAtEnd(!isWanted)
      expect(asked).toEqual(['/releases/Skein-9.0.0-mac.zip'])
      expect(taken).toEqual([])
      app.emit('quit', {}, 0)
      expect(taken).toEqual([])
    })

    it('stages the download once, and restarts as the new version', async () => {
      const { taken } = squirrel()
      const installer = await open('darwin')
      await installer.fetch(newest('darwin'), () => undefined)
      await Promise.all([installer.stage(), installer.stage()])
      await installer.stage()
      expect(taken).toEqual([content])
      const quit = vi.spyOn(autoUpdater, 'quitAndInstall').mockReturnValue(undefined)
      installer.installNow()
      expect(quit).toHaveBeenCalledOnce()
      expect(taken).toEqual([content])
    })

    it('stages a newer release instead of an older ready one', async () => {
      const { taken } = squirrel()
      const installer = await open('darwin')
      await installer.fetch(newest('darwin'), () => undefined)
      const newer = 'the newer version'
      server?.removeAllListeners('request').on('request', (_, response) => response.end(newer))
      const sha512 = createHash('sha512').update(newer).digest('base64')
      const files = [{ url: 'Skein-9.0.1-mac.zip', sha512, size: newer.length }]
      await installer.fetch({ version: '9.0.1', files }, () => undefined)
      await installer.stage()
      expect(taken).toEqual([newer])
    })

    it.each([
      ['refuses its signature', 'ERR_UPDATER_INVALID_SIGNATURE'],
      ['fails', 'STAGING'],
      ['finds nothing', 'STAGING'],
      ['hangs', 'STAGING'],
    ] as const)('reports that Squirrel %s, and stages the download again later', async (answer, code) => {
      const state = squirrel()
      const installer = await open('darwin', { stagingMs: 300 })
      await installer.fetch(newest('darwin'), () => undefined)
      state.answer = answer
      await expect(installer.stage()).rejects.toMatchObject({ code })
      state.answer = 'takes it'
      const before = autoUpdater.listenerCount('error')
      await installer.stage()
      expect(state.taken).toEqual([content, content])
      expect(autoUpdater.listenerCount('error')).toBe(before)
    })
  })

  it.each(['linux', 'win32'] as const)('needs no staging before the end on %s', async (platform) => {
    const installer = await open(platform)
    await installer.fetch(newest(platform), () => undefined)
    expect(installer.stage()).toBeNull()
  })
})
