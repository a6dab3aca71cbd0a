import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installationOf, packageIdentity, updateWay, type Installation } from '#shell/updates/installation.ts'
import { encodePublicKey } from '#shared/signed-text.ts'

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

const key = encodePublicKey(generateKeyPairSync('ed25519').publicKey)
const otherKey = encodePublicKey(generateKeyPairSync('ed25519').publicKey)
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-installation-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('the identity of a package', () => {
  const identity = (manifest: object) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'skein', ...manifest }))
    return packageIdentity(folder)
  }
  const updates = { url: 'https://skein.example/releases', keys: key, isSigned: true }

  it('contains the address of releases and their key', () => {
    expect(identity({ homepage: 'https://skein.example', updates })).toEqual({
      page: 'https://skein.example',
      source: { url: 'https://skein.example/releases', publicKeys: [key], isSigned: true },
    })
    expect(identity({ updates: { ...updates, keys: `${key},${otherKey}` } }).source?.publicKeys).toEqual([
      key,
      otherKey,
    ])
  })

  it.each([
    ['nothing', undefined],
    ['no encryption', { ...updates, url: 'http://skein.example/releases' }],
    ['another computer, in the clear', { ...updates, url: 'http://127.0.0.1.evil.example/' }],
    ['no address', { ...updates, url: 'releases' }],
    ['no key', { ...updates, keys: '' }],
    ['one key that is none', { ...updates, keys: `${key},x` }],
    ['not whether it is signed', { url: updates.url, keys: key }],
  ])('has no source of releases if it is invalid (%s)', (_, said) => {
    expect(identity({ updates: said }).source).toBeNull()
  })

  it('accepts only a web address as the download page', () => {
    expect(identity({ homepage: 'file:///etc/passwd' }).page).toBeNull()
    expect(identity({}).page).toBeNull()
  })
})

describe('the installation on this computer', () => {
  const source = { url: 'https://skein.example', publicKeys: [key], isSigned: true }
  const look = (over: Partial<Parameters<typeof installationOf>[1]> = {}) =>
    installationOf(source, {
      platform: 'linux',
      programFile: join(folder, 'mount', 'skein'),
      resources: join(folder, 'resources'),
      env: {},
      ...over,
    })

  beforeEach(() => {
    mkdirSync(join(folder, 'resources'))
    mkdirSync(join(folder, 'mount'))
    writeFileSync(join(folder, 'Skein.AppImage'), '')
  })

  it('has no special properties without an installer’s files', () => {
    expect(look()).toEqual({
      platform: 'linux',
      hasFeed: true,
      isSigned: true,
      hasPublisher: false,
      hasUninstaller: false,
      packageType: null,
      appImage: null,
      programFile: join(folder, 'mount', 'skein'),
    })
    expect(installationOf(null, { platform: 'linux', programFile: '/x', resources: '/x', env: {} }).hasFeed).toBe(false)
  })

  it('is an AppImage if the program runs from its mount', () => {
    const env = { APPIMAGE: join(folder, 'Skein.AppImage'), APPDIR: join(folder, 'mount') }
    expect(look({ env }).appImage).toEqual({ path: join(folder, 'Skein.AppImage'), isReplaceable: true })
    rmSync(join(folder, 'Skein.AppImage'))
    expect(look({ env }).appImage?.isReplaceable).toBe(false)
  })

  it('is not an AppImage by the variables of another one that started it', () => {
    const path = join(folder, 'Skein.AppImage')
    expect(look({ env: { APPIMAGE: path } }).appImage).toBeNull()
    expect(look({ env: { APPIMAGE: path, APPDIR: join(folder, 'mou') } }).appImage).toBeNull()
    expect(look({ env: { APPIMAGE: path, APPDIR: '/tmp/.mount_terminal' } }).appImage).toBeNull()
    expect(look({ env: { APPIMAGE: 'Skein.AppImage', APPDIR: join(folder, 'mount') } }).appImage).toBeNull()
  })

  it('is a package of the system by electron-builder’s record', () => {
    writeFileSync(join(folder, 'resources', 'package-type'), 'deb\n')
    expect(look().packageType).toBe('deb')
  })

  it.each([
    ['publisherName:\n  - Skein\n', true],
    ['publisherName: Skein\n', true],
    ['provider: generic\n', false],
    ['publisherName: []\n', false],
    ['publisherName: [\n', false],
  ])('has a publisher on Windows by %j: %s', (text, expected) => {
    writeFileSync(join(folder, 'resources', 'app-update.yml'), text)
    expect(look({ platform: 'win32' }).hasPublisher).toBe(expected)
  })

  it('is replaceable on macOS if the bundle is writable, and only there', () => {
    const bundle = join(folder, 'Applications', 'Skein.app')
    const programFile = join(bundle, 'Contents', 'MacOS', 'Skein')
    const onMac = () => look({ platform: 'darwin', programFile }).isBundleReplaceable
    expect(onMac()).toBe(false)
    mkdirSync(dirname(programFile), { recursive: true })
    expect(onMac()).toBe(true)
    expect(look().isBundleReplaceable).toBeUndefined()
  })

  it('is installed on Windows if it has an uninstaller', () => {
    expect(look({ platform: 'win32' }).hasUninstaller).toBe(false)
    writeFileSync(join(folder, 'mount', 'Uninstall Skein.exe'), '')
    expect(look({ platform: 'win32' }).hasUninstaller).toBe(true)
  })
})
