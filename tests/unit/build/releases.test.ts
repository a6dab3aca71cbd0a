import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { releases, ReleaseToolError } from '#build/package/releases.ts'
import { readRelease } from '#shell/updates/release.ts'

let folder = ''
const at = (name: string) => join(folder, name)
const content = 'a package'

function release(name = 'latest.yml', packaged = content): string {
  const sha512 = createHash('sha512').update(content).digest('base64')
  writeFileSync(at('Skein Setup 1.2.3.exe'), packaged)
  writeFileSync(
    at(name),
    `version: 1.2.3\nfiles:\n  - url: Skein%20Setup%201.2.3.exe\n    sha512: ${sha512}\n    size: ${content.length}\n`,
  )
  return at(name)
}

/** @returns the public key */
async function keys(name: string): Promise<string> {
  const [, line] = await releases(['keys', at(name)])
  return line?.replace('SKEIN_UPDATE_KEY=', '') ?? ''
}

describe('`npm run releases`', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skein-releases-'))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('creates a pair of keys, the private one readable for its owner only, and never replaces one', async () => {
    expect(await keys('a')).toMatch(/^[\w-]{43}$/)
    const file = join(at('a'), 'release-key.pem')
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    const before = readFileSync(file, 'utf8')
    await expect(keys('a')).rejects.toThrow('is there already')
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('signs a release that Skein accepts, and checks it', async () => {
    const key = await keys('a')
    const file = release()
    expect(await releases(['sign', join(at('a'), 'release-key.pem'), file])).toEqual([
      `${file} is signed: version 1.2.3, 1 package.`,
    ])
    expect(readRelease(readFileSync(file, 'utf8'), 'latest.yml', [key]).version).toBe('1.2.3')
    expect(await releases(['check', key, file])).toEqual([`${file} holds: version 1.2.3, 1 package.`])
    await expect(releases(['check', await keys('b'), file])).rejects.toThrow('not of a known key')
  })

  it('neither signs nor checks a release with other packages', async () => {
    const key = await keys('a')
    const pem = join(at('a'), 'release-key.pem')
    for (const packaged of ['another', 'A package']) {
      await expect(releases(['sign', pem, release('latest.yml', packaged)])).rejects.toThrow('is not the package')
    }
    const file = release()
    await releases(['sign', pem, file])
    writeFileSync(at('Skein Setup 1.2.3.exe'), 'A package')
    await expect(releases(['check', key, file])).rejects.toThrow('is not the package')
    rmSync(at('Skein Setup 1.2.3.exe'))
    await expect(releases(['check', key, file])).rejects.toThrow('is missing')
  })

  it.each([
    ['nothing', []],
    ['no files', ['sign', 'key']],
    ['something unknown', ['publish', 'a', 'b']],
  ])('prints its usage when it is called with %s', async (_, args) => {
    await expect(releases(args)).rejects.toThrow('npm run releases -- sign')
  })

  it('refuses an invalid key, an invalid release, and a name that no Skein requests', async () => {
    await keys('a')
    const pem = join(at('a'), 'release-key.pem')
    writeFileSync(at('no-key.pem'), 'x')
    await expect(releases(['sign', at('no-key.pem'), release()])).rejects.toThrow('is no private key')
    await expect(releases(['sign', pem, release('newest.yml')])).rejects.toThrow('latest*.yml')
    await expect(releases(['sign', pem, at('latest-mac.yml')])).rejects.toThrow('cannot be read')
    writeFileSync(at('latest.yml'), 'version: 1.2.3\n')
    await expect(releases(['sign', pem, at('latest.yml')])).rejects.toThrow(ReleaseToolError)
  })
})
