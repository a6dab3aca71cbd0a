import type { UpdateWay } from '../../../preload/contract/app-state.ts'
import type { DesktopPlatform } from '../desktop-platform.ts'

/** The facts that decide how this installation is updated. */
export interface Installation {
  readonly platform: DesktopPlatform
  /** Whether the package names the address of updates and the key that signs them. */
  readonly hasFeed: boolean
  /** Whether it was signed for its system. */
  readonly isSigned: boolean
  /** Windows: the publisher whose signature an installer must have. Without one electron-updater verifies no signature. */
  readonly hasPublisher: boolean
  /** Windows: whether an installer has installed it. */
  readonly hasUninstaller: boolean
  /** Linux: the type of the system's package, as electron-builder records it; null for other types. */
  readonly packageType: string | null
  /** AppImage: its file, and whether Skein may replace it. */
  readonly appImage: { readonly path: string; readonly isReplaceable: boolean } | null
  readonly programFile: string
  /** macOS: whether Skein may replace its bundle; otherwise Squirrel asks for an administrator's password at the end. */
  readonly isBundleReplaceable?: boolean
}

/** How this installation is updated, with the reason if it does not install updates by itself. */
export function updateWay(installation: Installation): UpdateWay {
  const { platform, hasFeed, isSigned, programFile } = installation
  if (!hasFeed) return { kind: 'none', hindrance: 'no_address' }
  switch (platform) {
    case 'win32':
      if (!isSigned || !installation.hasPublisher) return { kind: 'tell', hindrance: 'not_signed' }
      return installation.hasUninstaller ? { kind: 'install' } : { kind: 'tell', hindrance: 'not_installed' }
    case 'darwin':
      if (!isSigned) return { kind: 'tell', hindrance: 'not_signed' }
      // Programs on a disk image, or in the place where macOS runs programs that were never moved, cannot be replaced.
      if (/^\/Volumes\/|\/AppTranslocation\//.test(programFile)) return { kind: 'tell', hindrance: 'not_moved' }
      return installation.isBundleReplaceable === false
        ? { kind: 'tell', hindrance: 'not_writable' }
        : { kind: 'install' }
    case 'linux': {
      const { appImage, packageType } = installation
      if (appImage !== null) {
        return appImage.isReplaceable ? { kind: 'install' } : { kind: 'tell', hindrance: 'not_writable' }
      }
      return { kind: 'tell', hindrance: packageType === null ? 'not_installed' : 'system_package' }
    }
  }
}
