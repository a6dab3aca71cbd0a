import type { UpdateWay } from '../../../preload/contract/app-state.ts'
import type { DesktopPlatform } from '../desktop-platform.ts'

/** What decides how this installation comes to a new version. */
export interface Installation {
  readonly platform: DesktopPlatform
  /** The package names the address of updates, and the key that signs them. */
  readonly hasFeed: boolean
  /** It was signed for its system when it was packaged. */
  readonly isSigned: boolean
  /** Of Windows: the publisher whose signature an installer must have. electron-updater asks for none where none is named. */
  readonly hasPublisher: boolean
  /** Of Windows: an installer has put it there. */
  readonly hasUninstaller: boolean
  /** Of Linux: the package it came in, as electron-builder writes it down; null where that is none of the system's. */
  readonly packageType: string | null
  /** Of an AppImage: its file, and whether Skein may put another in its place. */
  readonly appImage: { readonly path: string; readonly isReplaceable: boolean } | null
  readonly programFile: string
}

/** How this installation comes to a new version, with the reason where it does not install that by itself. */
export function updateWay(installation: Installation): UpdateWay {
  const { platform, hasFeed, isSigned, programFile } = installation
  if (!hasFeed) return { kind: 'none', hindrance: 'no_address' }
  switch (platform) {
    case 'win32':
      if (!isSigned || !installation.hasPublisher) return { kind: 'tell', hindrance: 'not_signed' }
      return installation.hasUninstaller ? { kind: 'install' } : { kind: 'tell', hindrance: 'not_installed' }
    case 'darwin':
      if (!isSigned) return { kind: 'tell', hindrance: 'not_signed' }
      // From the image of a disk, or where macOS keeps what was never moved, nothing can be replaced.
      return /^\/Volumes\/|\/AppTranslocation\//.test(programFile)
        ? { kind: 'tell', hindrance: 'not_moved' }
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
