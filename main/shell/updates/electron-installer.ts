import { app, autoUpdater, type AuthInfo } from 'electron'
import {
  AppImageUpdater,
  CancellationToken,
  MacUpdater,
  NsisUpdater,
  Provider,
  type AppUpdater,
  type ResolvedUpdateFileInfo,
  type UpdateInfo,
} from 'electron-updater'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider'
import type { LogLevel } from '#engine/ports.ts'
import type { ProxyCredentials, ProxyLogin } from '#network/proxy/proxy-login.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'
import { folderOf } from './feed.ts'
import type { Release } from './release.ts'
import { replaceProgram } from './replace-file.ts'
import type { UpdateInstaller } from './updates.ts'

export interface InstallerOptions {
  readonly platform: DesktopPlatform
  /** The address of the folder with the releases. */
  readonly url: string
  /** The file for electron-updater that electron-builder wrote into the package. */
  readonly configFile: string
  readonly userAgent: string
  readonly proxyLogin: ProxyLogin
  readonly log: (level: LogLevel, message: string) => void
  /** The idle timeout of a download, milliseconds. */
  readonly silenceMs?: number
  /** The timeout of Squirrel's staging, milliseconds. */
  readonly stagingMs?: number
}

/** An aborted download; `message` is for the log. */
export class DownloadError extends Error {
  readonly code: 'SILENCE' | 'TOO_LARGE'

  constructor(code: DownloadError['code'], message: string) {
    super(message)
    this.name = 'DownloadError'
    this.code = code
  }
}

/** Squirrel did not take over a download; `message` is for the log. */
export class StagingError extends Error {
  readonly code: 'STAGING' | 'ERR_UPDATER_INVALID_SIGNATURE'

  constructor(code: StagingError['code'], message: string) {
    super(message)
    this.name = 'StagingError'
    this.code = code
  }
}

/** The tolerance above the signed size, for headers. */
const spareBytes = 1024 * 1024
const usualSilenceMs = 120_000
/** Shorter than the program's own wait at its end (`stagingBoundMs`), milliseconds. */
const usualStagingMs = 55_000

/** electron-updater, restricted to a release whose signature was verified. */
export class ElectronInstaller implements UpdateInstaller {
  readonly #options: InstallerOptions
  readonly #updater: AppUpdater
  #release: Release | undefined
  #isForEnd = false
  /** The staging of the downloaded release by Squirrel; it begins at most once, since it cannot be cancelled. */
  #staging: Promise<void> | undefined

  constructor(options: InstallerOptions) {
    this.#options = options
    const { platform, url, configFile, userAgent, log } = options
    const updater = updaterFor(platform)
    this.#updater = updater
    updater.logger = {
      info: (message: unknown) => {
        log('info', `update: ${String(message)}`)
      },
      warn: (message: unknown) => {
        log('warn', `update: ${String(message)}`)
      },
      error: (message: unknown) => {
        log('warn', `update: ${String(message)}`)
      },
    }
    // `updateWay` has decided whether updates are possible.
    updater.forceDevUpdateConfig = true
    updater.updateConfigPath = configFile
    updater.autoDownload = false
    updater.disableWebInstaller = true
    updater.requestHeaders = { 'User-Agent': userAgent }
    const signed = () => this.#release
    updater.setFeedURL({
      provider: 'custom',
      updateProvider: class extends SignedReleases {
        protected override readonly folder = folderOf(url)
        protected override readonly release = signed
      },
    })
    this.#answerProxies()
  }

  async fetch(release: Release, onPart: (part: number) => void): Promise<boolean> {
    this.#release = release
    const found = await this.#updater.checkForUpdates()
    if (found?.isUpdateAvailable !== true) return false
    this.#staging = undefined
    if (this.#options.platform === 'darwin') {
      // Otherwise Squirrel installs at the next end, regardless of a later choice.
      this.#updater.autoInstallOnAppQuit = false
      await this.#download(release, onPart)
      return true
    }
    // The installation at quit is set up only after a complete download.
    this.#updater.autoInstallOnAppQuit = true
    try {
      await this.#download(release, onPart)
    } finally {
      this.#updater.autoInstallOnAppQuit = this.#isForEnd
    }
    return true
  }

  installAtEnd(isWanted: boolean): void {
    this.#isForEnd = isWanted
    if (this.#options.platform !== 'darwin') this.#updater.autoInstallOnAppQuit = isWanted
  }

  stage(): Promise<void> | null {
    if (this.#options.platform !== 'darwin') return null
    this.#staging ??= stagedByMac(this.#options.stagingMs ?? usualStagingMs)
    // After a failure the same download can be staged again.
    this.#staging.catch(() => {
      this.#staging = undefined
    })
    return this.#staging
  }

  installNow(): void {
    // The new program must not start while this one runs.
    app.releaseSingleInstanceLock()
    this.#updater.quitAndInstall(true, true)
  }

  async #download(release: Release, onPart: (part: number) => void): Promise<void> {
    const token = new CancellationToken()
    const most = Math.max(...release.files.map(({ size }) => size)) + spareBytes
    const { silenceMs = usualSilenceMs } = this.#options
    let giveUp: (error: DownloadError) => void = () => undefined
    const givenUp = new Promise<never>((_, reject) => {
      giveUp = (error) => {
        token.cancel()
        reject(error)
      }
    })
    const listen = () =>
      setTimeout(() => {
        giveUp(new DownloadError('SILENCE', `nothing came for ${silenceMs} ms`))
      }, silenceMs)
    let timer = listen()
    const progress = ({ transferred, percent }: { transferred: number; percent: number }) => {
      clearTimeout(timer)
      timer = listen()
      if (transferred > most) giveUp(new DownloadError('TOO_LARGE', `more than ${most} bytes came`))
      else onPart(percent / 100)
    }
    this.#updater.on('download-progress', progress)
    try {
      await Promise.race([this.#updater.downloadUpdate(token), givenUp])
    } finally {
      clearTimeout(timer)
      this.#updater.off('download-progress', progress)
    }
  }

  /**
   * Answers requests of proxies for credentials. A second request means that the credentials were refused: Chromium
   * remembers accepted ones.
   */
  #answerProxies(): void {
    const given = new Map<string, ProxyCredentials>()
    this.#updater.on('login', (info: AuthInfo, answer) => {
      const proxy = `${info.host}:${info.port}`
      // The documentation permits a call without a name, which cancels the request; the type does not.
      const refuse = answer as () => void
      if (!info.isProxy) {
        refuse()
        return
      }
      this.#options.proxyLogin(info, given.get(proxy) ?? null).then(
        (credentials) => {
          if (credentials === null) {
            refuse()
            return
          }
          given.set(proxy, credentials)
          answer(credentials.username, credentials.password)
        },
        (error: unknown) => {
          this.#options.log('warn', `update: no password for the proxy: ${String(error)}`)
          refuse()
        },
      )
    })
  }
}

function updaterFor(platform: DesktopPlatform): AppUpdater {
  switch (platform) {
    case 'win32':
      return new NsisUpdater()
    case 'darwin':
      return new MacUpdater()
    case 'linux':
      return new SafeAppImageUpdater()
  }
}

/**
 * Stages the download with Squirrel of macOS, which copies it, verifies its signature, and installs it after the
 * program has ended. electron-updater serves the file at the address that it gives to Squirrel.
 */
function stagedByMac(waitMs: number): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const settle = (error?: StagingError) => {
      clearTimeout(timer)
      autoUpdater.off('update-downloaded', isThere)
      autoUpdater.off('update-not-available', isNone)
      autoUpdater.off('error', failed)
      if (error === undefined) resolve()
      else reject(error)
    }
    const isThere = () => {
      settle()
    }
    const isNone = () => {
      settle(new StagingError('STAGING', 'Squirrel found nothing to take'))
    }
    const failed = ({ message }: Error) => {
      const isForeign = /code signature/i.test(message)
      settle(new StagingError(isForeign ? 'ERR_UPDATER_INVALID_SIGNATURE' : 'STAGING', message))
    }
    const timer = setTimeout(() => {
      settle(new StagingError('STAGING', `Squirrel has not taken the update in ${waitMs} ms`))
    }, waitMs)
    autoUpdater.on('update-downloaded', isThere)
    autoUpdater.on('update-not-available', isNone)
    autoUpdater.on('error', failed)
    try {
      autoUpdater.checkForUpdates()
    } catch (error) {
      settle(new StagingError('STAGING', String(error)))
    }
  })
}

/** Gives electron-updater the verified release, and requests no other. */
abstract class SignedReleases extends Provider<UpdateInfo> {
  protected abstract readonly folder: URL
  protected abstract readonly release: () => Release | undefined

  constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
    super(runtime)
  }

  override getLatestVersion(): Promise<UpdateInfo> {
    const release = this.release()
    if (release === undefined) return Promise.reject(new Error('no release was verified'))
    const [first] = release.files
    // Only older versions of electron-updater read the last three fields.
    return Promise.resolve({
      ...release,
      files: [...release.files],
      path: first?.url ?? '',
      sha512: first?.sha512 ?? '',
      releaseDate: release.releaseDate ?? '',
    })
  }

  override resolveFiles(info: UpdateInfo): ResolvedUpdateFileInfo[] {
    return info.files.map((file) => ({ url: new URL(file.url, this.folder), info: file }))
  }
}

/**
 * An updater that renames the new file over the old one. electron-updater's own removes the old file first and uses
 * another name, which launchers would not find.
 */
class SafeAppImageUpdater extends AppImageUpdater {
  protected override doInstall({ isForceRunAfter }: { readonly isForceRunAfter: boolean }): boolean {
    const target = process.env.APPIMAGE
    const replacement = this.installerPath
    if (target === undefined || replacement === null) throw new Error('there is nothing to install')
    replaceProgram(target, replacement)
    if (isForceRunAfter) {
      this.spawnLog(target, [], { ...process.env, APPIMAGE_SILENT_INSTALL: 'true' }).catch((error: unknown) => {
        this.dispatchError(error instanceof Error ? error : new Error(String(error)))
      })
    }
    return true
  }
}
