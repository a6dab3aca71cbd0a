import { join, resolve } from 'node:path'
import { app, session } from 'electron'
import type { UpdateChoice } from '#contract/app.ts'
import type { LogLevel } from '#engine/ports.ts'
import type { ProxyLogin } from '#network/proxy/proxy-login.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'
import { newestRelease } from './feed.ts'
import { installationOf, packageIdentity, updateWay } from './installation.ts'
import { channelFile, ReleaseError } from './release.ts'
import { Updates } from './updates.ts'

export interface OpenUpdatesOptions {
  readonly platform: DesktopPlatform
  /** The folder of the program's package.json. */
  readonly programFolder: string
  readonly userAgent: string
  readonly proxyLogin: ProxyLogin
  readonly choice: () => UpdateChoice
  readonly endBy: (last: () => void) => void
  readonly onChanged: () => void
  readonly log: (level: LogLevel, message: string) => void
}

/** The updates of this installation, by its package's data and its kind of installation. */
export function openUpdates(options: OpenUpdatesOptions): Updates {
  const { platform, programFolder, userAgent, proxyLogin, log } = options
  // The program's archive is in Electron's resources folder.
  const resources = resolve(programFolder, '..')
  const { page, source } = packageIdentity(programFolder)
  const way = updateWay(
    installationOf(source, { platform: process.platform, programFile: process.execPath, resources, env: process.env }),
  )
  log('info', `updates: ${way.kind}${way.kind === 'install' ? '' : ` (${way.hindrance})`}`)
  return new Updates({
    way,
    version: app.getVersion(),
    page,
    choice: options.choice,
    newestRelease() {
      if (source === null) throw new ReleaseError({ code: 'NO_RELEASE_ADDRESS' })
      return newestRelease({
        url: source.url,
        file: channelFile(process.platform, process.arch),
        publicKeys: source.publicKeys,
        session: session.fromPartition('updates', { cache: false }),
        userAgent,
        proxyLogin,
      })
    },
    async installer() {
      // Most starts download nothing and need no installer.
      const { ElectronInstaller } = await import('./electron-installer.ts')
      const configFile = join(resources, 'app-update.yml')
      return new ElectronInstaller({ platform, url: source?.url ?? '', configFile, userAgent, proxyLogin, log })
    },
    endBy: options.endBy,
    onChanged: options.onChanged,
    log,
    now: Date.now,
    chance: Math.random,
  })
}
