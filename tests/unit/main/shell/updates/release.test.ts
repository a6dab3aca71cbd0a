import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { channelFile, readRelease, ReleaseError } from '#shell/updates/release.ts'
import { encodePublicKey, signText } from '#shared/signed-text.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const keys = [encodePublicKey(publicKey)]
const sha512 = `${'a'.repeat(86)}==`

/** The format of electron-builder 26. */
const text = `version: 1.2.3
files:
  - url: Skein Setup 1.2.3.exe
    sha512: ${sha512}
    size: 96000000
    blockMapSize: 100000
path: Skein Setup 1.2.3.exe
sha512: ${sha512}
releaseDate: '2026-11-24T12:00:00.000Z'
`
const read = (plain: string) => readRelease(signText(plain, 'latest.yml', privateKey), 'latest.yml', keys)

function codeOf(action: () => unknown): string | undefined {
  try {
    action()
  } catch (error) {
    if (error instanceof ReleaseError) return error.code
    throw error
  }
  return undefined
}

describe('the description of a release', () => {
  it('has the version and its files', () => {
    expect(read(text)).toEqual({
      version: '1.2.3',
      files: [{ url: 'Skein Setup 1.2.3.exe', sha512, size: 96_000_000, blockMapSize: 100_000 }],
      releaseDate: '2026-11-24T12:00:00.000Z',
    })
  })

  it('ignores packages and requests for rights', () => {
    const more = text
      .replace('    blockMapSize', '    isAdminRightsRequired: true\n    blockMapSize')
      .concat(`packages:\n  x64:\n    path: evil.7z\n    size: 1\n    sha512: ${sha512}\n`)
    expect(read(more)).toEqual(read(text))
  })

  it('is not parsed without the signature', () => {
    expect(codeOf(() => readRelease(text, 'latest.yml', keys))).toBe('FOREIGN_RELEASE')
    expect(codeOf(() => readRelease('a: &a [*a', 'latest.yml', keys))).toBe('FOREIGN_RELEASE')
    expect(codeOf(() => readRelease(signText(text, 'latest.yml', privateKey), 'latest-mac.yml', keys))).toBe(
      'FOREIGN_RELEASE',
    )
  })

  it.each([
    ['no YAML', 'version: [\n'],
    ['nothing', '\n'],
    ['no version', text.replace('version: 1.2.3', 'name: x')],
    ['a version that is none', text.replace('version: 1.2.3', 'version: latest')],
    ['a version with a prefix', text.replace('version: 1.2.3', 'version: v1.2.3')],
    ['no files', text.replace(/files:[^]*100000\n/, 'files: []\n')],
    ['a file without a hash', text.replace(`    sha512: ${sha512}\n    size`, '    size')],
    ['a hash of another length', text.replace(`    sha512: ${sha512}\n    size`, '    sha512: abc=\n    size')],
    ['a file without a size', text.replace('    size: 96000000\n', '')],
  ])('is refused with %s', (_, bad) => {
    expect(bad).not.toBe(text)
    expect(codeOf(() => read(bad))).toBe('BAD_RELEASE')
  })
})

it('has the file name that electron-builder uses for the system', () => {
  expect(channelFile('win32', 'x64')).toBe('latest.yml')
  expect(channelFile('win32', 'arm64')).toBe('latest.yml')
  expect(channelFile('darwin', 'arm64')).toBe('latest-mac.yml')
  expect(channelFile('linux', 'x64')).toBe('latest-linux.yml')
  expect(channelFile('linux', 'arm64')).toBe('latest-linux-arm64.yml')
})
