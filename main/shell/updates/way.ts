import type { UpdateWay } from '#contract/app.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'

/** The facts that decide how this installation is updated. */
export interface Installation {
  readonly platform: DesktopPlatform
  /** Whether the package names the address and the key of updates. */
  readonly hasFeed: boolean
  /** Whether the package was signed for its system. */
  readonly isSigned: boolean
  /** Windows: the publisher whose signature an installer must have. Without one electron-updater verifies no signature. */
  readonly hasPublisher: boolean
  /** Windows: whether an installer has installed Skein. */
  readonly hasUninstaller: boolean
  /** Linux: the type of the system's package, as electron-builder records it; null for other types. */
  readonly packageType: string | null
  /** The AppImage and whether Skein may replace it; null without an AppImage. */
  readonly appImage: { readonly path: string; readonly isReplaceable: boolean } | null
  readonly programFile: string
  /** macOS: whether Skein may replace its bundle; otherwise Squirrel asks for an administrator's password at the end. */
  readonly isBundleReplaceable?: boolean
}

/** The way of updating this installation, with the reason if it does not install updates itself. */
export function updateWay(installation: Installation): UpdateWay {
  const { platform, hasFeed, isSigned, programFile } = installation
  if (!hasFeed) return { kind: 'none', hindrance: 'no_address' }
  switch (platform) {
    case 'win32':
      if (!isSigned || !installation.hasPublisher) return { kind: 'notify', hindrance: 'not_signed' }
      return installation.hasUninstaller ? { kind: 'install' } : { kind: 'notify', hindrance: 'not_installed' }
    case 'darwin':
      if (!isSigned) return { kind: 'notify', hindrance: 'not_signed' }
      // Programs on a disk image cannot be replaced, nor programs that macOS runs from a random path because the user
      // has not moved them.
      if (/^\/Volumes\/|\/AppTranslocation\//.test(programFile)) return { kind: 'notify', hindrance: 'not_moved' }
      return installation.isBundleReplaceable === false
        ? { kind: 'notify', hindrance: 'not_writable' }
        : { kind: 'install' }
    case 'linux': {
      const { appImage, packageType } = installation
      if (appImage !== null) {
        return appImage.isReplaceable ? { kind: 'install' } : { kind: 'notify', hindrance: 'not_writable' }
      }
      return { kind: 'notify', hindrance: packageType === null ? 'not_installed' : 'system_package' }
    }
  }
}
