import { describe, expect, it } from 'vitest'
import { updateWay, type Installation } from '#shell/updates/way.ts'

/** An installation that meets all requirements of its system. */
const good: Record<Installation['platform'], Installation> = {
  win32: {
    platform: 'win32',
    hasFeed: true,
    isSigned: true,
    hasPublisher: true,
    hasUninstaller: true,
    packageType: null,
    appImage: null,
    programFile: 'C:\\Users\\iris\\AppData\\Local\\Programs\\skein\\Skein.exe',
  },
  darwin: {
    platform: 'darwin',
    hasFeed: true,
    isSigned: true,
    hasPublisher: false,
    hasUninstaller: false,
    packageType: null,
    appImage: null,
    programFile: '/Applications/Skein.app/Contents/MacOS/Skein',
  },
  linux: {
    platform: 'linux',
    hasFeed: true,
    isSigned: false,
    hasPublisher: false,
    hasUninstaller: false,
    packageType: null,
    appImage: { path: '/home/iris/Skein.AppImage', isReplaceable: true },
    programFile: '/tmp/.mount_Skein/skein',
  },
}

describe('the way of updating an installation', () => {
  it.each(['win32', 'darwin', 'linux'] as const)('is automatic on %s if nothing is missing', (platform) => {
    expect(updateWay(good[platform])).toEqual({ kind: 'install' })
  })

  it.each(['win32', 'darwin', 'linux'] as const)('does not exist on %s without an address', (platform) => {
    expect(updateWay({ ...good[platform], hasFeed: false })).toEqual({ kind: 'none', hindrance: 'no_address' })
  })

  it.each([
    ['Windows: not signed', { ...good.win32, isSigned: false }, 'not_signed'],
    ['Windows: no publisher to hold the installer against', { ...good.win32, hasPublisher: false }, 'not_signed'],
    ['Windows: unpacked by hand', { ...good.win32, hasUninstaller: false }, 'not_installed'],
    ['macOS: not signed', { ...good.darwin, isSigned: false }, 'not_signed'],
    [
      'macOS: started from its disk image',
      { ...good.darwin, programFile: '/Volumes/Skein 1.0.0/Skein.app/Contents/MacOS/Skein' },
      'not_moved',
    ],
    [
      'macOS: kept apart, as what was downloaded and not moved',
      {
        ...good.darwin,
        programFile: '/private/var/folders/x1/T/AppTranslocation/4F0C/d/Skein.app/Contents/MacOS/Skein',
      },
      'not_moved',
    ],
    ['macOS: a bundle of the administrator', { ...good.darwin, isBundleReplaceable: false }, 'not_writable'],
    [
      'macOS: a bundle of the administrator on a disk image',
      { ...good.darwin, programFile: '/Volumes/Skein/Skein.app/Contents/MacOS/Skein', isBundleReplaceable: false },
      'not_moved',
    ],
    [
      'Linux: an AppImage of the administrator',
      { ...good.linux, appImage: { path: '/opt/Skein.AppImage', isReplaceable: false } },
      'not_writable',
    ],
    ['Linux: a deb', { ...good.linux, appImage: null, packageType: 'deb' }, 'system_package'],
    ['Linux: unpacked by hand', { ...good.linux, appImage: null }, 'not_installed'],
  ] as const)('is an announcement (%s)', (_, installation, reason) => {
    expect(updateWay(installation)).toEqual({ kind: 'notify', hindrance: reason })
  })
})
