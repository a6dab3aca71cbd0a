import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { packagePlan, packageRequest, PackageRequestError, type PackageRequest } from '#build/package/plan.ts'
import { encodePublicKey } from '#shared/signed-text.ts'

const host = { platform: 'linux', arch: 'x64' } as const
const [key, otherKey] = [0, 1].map(() => encodePublicKey(generateKeyPairSync('ed25519').publicKey)) as [string, string]
const unsigned = { isSigned: false, isNotarised: false, sentences: ['It is not signed.'] }
const addresses = { SKEIN_HOMEPAGE: 'https://skein.example', SKEIN_MAINTAINER: 'Ada <ada@skein.example>' }

function plan(request: PackageRequest, env: Record<string, string> = {}, electronFolder?: string) {
  return packagePlan(request, { signing: unsigned, env, electronFolder, builder: 'linux' })
}

describe('the request of `npm run package`', () => {
  it('is by default this computer’s own package, and both architectures on a Mac', () => {
    expect(packageRequest([], host)).toEqual({
      platform: 'linux',
      archs: ['x64'],
      isUnfused: false,
      isUnpacked: false,
      output: 'dist',
    })
    expect(packageRequest([], { platform: 'darwin', arch: 'arm64' }).archs).toEqual(['x64', 'arm64'])
    expect(packageRequest([], { platform: 'win32', arch: 'arm64' }).archs).toEqual(['arm64'])
  })

  it('is one architecture for an unpacked program, which tests start here', () => {
    expect(packageRequest(['--unfused'], { platform: 'darwin', arch: 'arm64' })).toEqual({
      platform: 'darwin',
      archs: ['arm64'],
      isUnfused: true,
      isUnpacked: true,
      output: 'dist/unfused',
    })
  })

  it('may be another system and architecture', () => {
    expect(packageRequest(['--win', '--x64', '--arm64'], host)).toMatchObject({
      platform: 'win32',
      archs: ['x64', 'arm64'],
    })
  })

  it('is refused with an explanation for a system without packages', () => {
    expect(() => packageRequest(['--win', '--mac'], host)).toThrow(PackageRequestError)
    expect(() => packageRequest([], { platform: 'freebsd', arch: 'x64' })).toThrow('none for freebsd')
    expect(() => packageRequest([], { platform: 'linux', arch: 'riscv64' })).toThrow('--x64 or --arm64')
    expect(() => packageRequest(['--wni'], host)).toThrow("Unknown option '--wni'")
  })
})

describe('the call of electron-builder', () => {
  it('publishes nothing, and makes no deb without its required addresses', () => {
    const { args, sentences } = plan(packageRequest([], host))
    expect(args.slice(0, 5)).toEqual(['--publish', 'never', '--linux', 'AppImage', '--x64'])
    expect(sentences.join(' ')).toMatch(/It is not signed\. There is no deb.*SKEIN_MAINTAINER.*does not update itself/)
  })

  it.each(['ada@skein.example', 'Ada', 'Ada <ada>', 'Ada <a@b@c>', '<ada@skein.example>'])(
    'does not accept %s as a maintainer',
    (maintainer) => {
      const { args } = plan(packageRequest([], host), { ...addresses, SKEIN_MAINTAINER: maintainer })
      expect(args).not.toContain('deb')
    },
  )

  it('makes a deb with its addresses, and packages that update themselves from a given address', () => {
    const { args, sentences } = plan(packageRequest([], host), {
      ...addresses,
      SKEIN_UPDATE_URL: 'https://skein.example/updates',
      SKEIN_UPDATE_KEY: `${key},${otherKey}`,
    })
    expect(args).toEqual(
      expect.arrayContaining([
        'deb',
        '--config.extraMetadata.homepage=https://skein.example',
        '--config.linux.maintainer=Ada <ada@skein.example>',
        '--config.publish.provider=generic',
        '--config.publish.url=https://skein.example/updates',
        '--config.extraMetadata.updates.url=https://skein.example/updates',
        `--config.extraMetadata.updates.keys=${key},${otherKey}`,
        '--config.extraMetadata.updates.isSigned=false',
      ]),
    )
    expect(sentences).toEqual(['It is not signed.'])
  })

  it.each([
    ['SKEIN_UPDATE_URL', { SKEIN_UPDATE_KEY: key }],
    ['SKEIN_UPDATE_URL', { SKEIN_UPDATE_URL: 'http://skein.example', SKEIN_UPDATE_KEY: key }],
    ['SKEIN_UPDATE_URL', { SKEIN_UPDATE_URL: 'skein.example', SKEIN_UPDATE_KEY: key }],
    ['SKEIN_UPDATE_KEY', { SKEIN_UPDATE_URL: 'https://skein.example' }],
    ['SKEIN_UPDATE_KEY', { SKEIN_UPDATE_URL: 'https://skein.example', SKEIN_UPDATE_KEY: 'x' }],
    ['SKEIN_UPDATE_KEY', { SKEIN_UPDATE_URL: 'https://skein.example', SKEIN_UPDATE_KEY: `${key}, ${otherKey}` }],
  ])('makes no package with unusable updates, and names %s', (name, env) => {
    expect(() => plan(packageRequest([], host), env)).toThrow(PackageRequestError)
    expect(() => plan(packageRequest([], host), env)).toThrow(name)
  })

  it('stores in a signed package that it is signed, and never in the build for tests', () => {
    const signing = { isSigned: true, isNotarised: false, sentences: [] }
    const env = { SKEIN_UPDATE_URL: 'https://skein.example', SKEIN_UPDATE_KEY: key }
    const of = (args: readonly string[]) =>
      packagePlan(packageRequest(args, host), { signing, env, electronFolder: undefined, builder: 'darwin' }).args
    expect(of(['--win', '--x64'])).toContain('--config.extraMetadata.updates.isSigned=true')
    expect(of(['--win', '--x64', '--unfused'])).toContain('--config.extraMetadata.updates.isSigned=false')
  })

  it('notarises signed packages only, and never the build for tests', () => {
    const signing = { isSigned: true, isNotarised: true, sentences: [] }
    const of = (args: readonly string[]) =>
      packagePlan(packageRequest(args, host), { signing, env: {}, electronFolder: undefined, builder: 'darwin' }).args
    expect(of(['--mac', '--arm64'])).toContain('--config.mac.notarize=true')
    expect(of(['--mac', '--arm64', '--unfused'])).toContain('--config.mac.notarize=false')
    expect(plan(packageRequest(['--mac'], host)).args).toContain('--config.mac.notarize=false')
    expect(of(['--win'])).not.toContain('--config.mac.notarize=true')
  })

  it.each([
    ['on a Mac, a package that nothing signs', 'darwin', ['--mac', '--arm64'], false, true],
    ['on a Mac, both architectures that nothing signs', 'darwin', ['--mac'], false, true],
    ['on a Mac, the build for tests, which is never signed', 'darwin', ['--mac', '--arm64', '--unfused'], true, true],
    ['on a Mac, the build for tests without a certificate', 'darwin', ['--unfused'], false, true],
    ['on a Mac, a package that is signed', 'darwin', ['--mac', '--arm64'], true, false],
    ['on a Mac, a package for Linux', 'darwin', ['--linux', '--x64'], false, false],
    ['on a Mac, a package for Windows', 'darwin', ['--win', '--x64'], false, false],
    ['on Linux, which has no codesign', 'linux', ['--mac', '--arm64'], false, false],
  ] as const)(
    "renews the runtime's signature, which fuses invalidate: %s",
    (_what, builder, args, isSigned, isRenewed) => {
      const signing = { isSigned, isNotarised: false, sentences: [] }
      const request = packageRequest(args, { platform: builder, arch: 'arm64' })
      const made = packagePlan(request, { signing, env: {}, electronFolder: undefined, builder })
      expect(made.args.includes('--config.electronFuses.resetAdHocDarwinSignature=true')).toBe(isRenewed)
      const warns = made.sentences.some((sentence) => sentence.includes('Apple silicon'))
      expect(warns).toBe(builder === 'linux')
    },
  )

  it('opens one fuse of the build for tests, which has its own folder', () => {
    const { args, sentences } = plan(packageRequest(['--unfused'], host), {}, '/runtime')
    expect(args).toEqual([
      ...['--publish', 'never', '--linux', '--x64', '--dir', '--config.electronDist=/runtime'],
      '--config.directories.output=dist/unfused',
      '--config.electronFuses.enableNodeCliInspectArguments=true',
    ])
    expect(sentences).toEqual([])
  })
})

describe('electron-builder.yml', () => {
  const target = z.union([z.string(), z.object({ target: z.string(), arch: z.array(z.string()) })])
  const system = z.object({ target: z.array(target) })
  const { linux, mac, win, appImage } = z
    .object({ linux: system, mac: system, win: system, appImage: z.object({ executableArgs: z.array(z.string()) }) })
    .parse(load(readFileSync(resolve(import.meta.dirname, '../../../electron-builder.yml'), 'utf8')))

  it('names the packages of each system, for a Mac of both architectures', () => {
    expect(linux.target).toEqual(['AppImage', 'deb'])
    expect(win.target).toEqual(['nsis'])
    expect(mac.target).toEqual(['dmg', 'zip'].map((name) => ({ target: name, arch: ['x64', 'arm64'] })))
  })

  it('keeps the sandbox of an AppImage, which electron-builder would switch off in its menu entry', () => {
    expect(appImage.executableArgs).toEqual([])
  })
})
