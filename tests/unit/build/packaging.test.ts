import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nativeFormat } from '#build/package/native-format.ts'
import { packageUnpacked, type Packaged } from '#support/packaged.ts'
import { chooseSeed, isDrill, SeededRandom } from '#support/random.ts'

const root = resolve(import.meta.dirname, '../../..')
const prebuilt = join(root, 'node_modules/better-sqlite3/prebuilds')
/**
 * Maximum size of the archive. The bundles are 11 MB, including two languages of code for the composer; much more would
 * be foreign files.
 */
const largestArchive = 20 * 1024 * 1024

/** The character of an enabled fuse; `FuseState` of @electron/fuses is not exported. */
const enabled = 0x31

/** The paths in an archive with slashes, without the leading one. */
function filesOf(archive: string): string[] {
  return listPackage(archive, { isPack: false }).map((name) => name.replaceAll('\\', '/').slice(1))
}

function natives(files: readonly string[]): string[] {
  return files.filter((name) => name.endsWith('.node')).sort()
}

async function fuses(program: string): Promise<Readonly<Record<string, boolean>>> {
  const wire = await getCurrentFuseWire(program)
  const names = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)))
  return Object.fromEntries(
    names.map((name) => [name, Number(wire[FuseV1Options[name as keyof typeof FuseV1Options]]) === enabled]), // one of its own names
  )
}

const decided = {
  RunAsNode: false,
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
}

const targets = [
  {
    platform: 'linux',
    arch: 'x64',
    program: 'linux-unpacked/skein',
    resources: 'linux-unpacked/resources',
    licence: 'linux-unpacked/LICENSE.electron.txt',
  },
  {
    platform: 'win32',
    arch: 'x64',
    program: 'win-unpacked/Skein.exe',
    resources: 'win-unpacked/resources',
    licence: 'win-unpacked/LICENSE.electron.txt',
  },
  {
    platform: 'darwin',
    arch: 'arm64',
    program: 'mac-arm64/Skein.app',
    resources: 'mac-arm64/Skein.app/Contents/Resources',
    licence: null,
  },
] as const

/** The drill makes the packages of all systems, an ordinary run that of one, which the seed chooses. */
const packaged = isDrill ? targets : [new SeededRandom(chooseSeed()).pick(targets)]

// The built program is needed; `npm test` has built it.
describe.runIf(existsSync(join(root, 'out/main/index.js'))).each(packaged)(
  'the package for $platform on $arch',
  { timeout: 120_000 },
  ({ platform, arch, program, resources, licence }) => {
    let made: Packaged
    let files: string[]
    const at = (...path: string[]) => join(made.folder, ...path)
    const archive = () => at(resources, 'app.asar')

    beforeAll(() => {
      // A module of the right format stands for keytar, which is compiled for this computer alone.
      made = packageUnpacked({ platform, arch, keytar: join(prebuilt, `${platform}-${arch}.node`) })
      expect(made.status, made.output).toBe(0)
      files = filesOf(archive())
    }, 120_000)

    afterAll(() => {
      made.remove()
    })

    it('contains the bundles, the icons and the licences', () => {
      for (const name of [
        'package.json',
        'LICENSE',
        'out/main/index.js',
        'out/preload/index.cjs',
        'out/engine/thread.cjs',
        'out/ingest/thread.cjs',
        'out/reader/thread.cjs',
        'out/export/thread.cjs',
        'out/self-test/server.cjs',
        'out/renderer/index.html',
        'out/icons/512.png',
        'out/licences/notices.txt',
        'out/licences/bom.cdx.json',
      ]) {
        expect(files).toContain(name)
      }
      expect(files.some((name) => /^out\/renderer\/assets\/.*\.woff2$/.test(name))).toBe(true)
    })

    it('contains no sources, no tests, no development packages, and few other files', () => {
      const top = new Set(files.map((name) => name.split('/')[0]))
      expect([...top].sort()).toEqual(['LICENSE', 'node_modules', 'out', 'package.json'])
      const modules = files.filter((name) => name.startsWith('node_modules/')).map((name) => name.split('/')[1])
      expect([...new Set(modules)].sort()).toEqual(['better-sqlite3', 'keytar'])
      expect(files.filter((name) => /\.(ts|svelte|map|cc|cpp|gyp|md|stamp)$/.test(name))).toEqual([
        'node_modules/keytar/LICENSE.md',
      ])
      expect(statSync(archive()).size).toBeLessThan(largestArchive)
      const manifest = JSON.parse(extractFile(archive(), 'package.json').toString()) as Record<string, unknown> // an object
      expect(manifest).toMatchObject({ main: 'out/main/index.js', type: 'module', license: 'Apache-2.0' })
      expect(manifest.devDependencies).toBeUndefined()
      expect(manifest.scripts).toBeUndefined()
    })

    it('contains the native modules of its system only, outside of the archive', () => {
      const expected = [
        `node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`,
        'node_modules/keytar/build/Release/keytar.node',
      ]
      expect(natives(files)).toEqual(expected)
      for (const name of expected) {
        const bytes = readFileSync(at(resources, 'app.asar.unpacked', name))
        expect(nativeFormat(bytes)).toEqual({ platform, archs: [arch] })
      }
    })

    it('has its fuses set, and no file of the runtime’s own program', async () => {
      expect(await fuses(at(program))).toEqual(decided)
      expect(readdirSync(at(resources)).filter((name) => name.endsWith('.asar'))).toEqual(['app.asar'])
      expect(existsSync(at(resources, '..', 'version'))).toBe(false)
      if (licence !== null) expect(readFileSync(at(licence), 'utf8')).toContain('Electron’s licence')
    })
  },
)

describe.runIf(existsSync(join(root, 'out/main/index.js')))('packaging', { timeout: 120_000 }, () => {
  it('refuses a native module of another system or architecture, with an explanation', () => {
    const foreign = packageUnpacked({ platform: 'win32', arch: 'x64', keytar: join(prebuilt, 'linux-x64.node') })
    const other = packageUnpacked({ platform: 'linux', arch: 'arm64', keytar: join(prebuilt, 'linux-x64.node') })
    foreign.remove()
    other.remove()
    expect([foreign.status, other.status]).toEqual([1, 1])
    expect(foreign.output).toMatch(
      /keytar\.node is made for linux on x64, the package for win32 on x64\. Put the module/,
    )
    expect(other.output).toMatch(/is made for linux on x64, the package for linux on arm64/)
  })

  it('refuses a system without keytar before anything is made, with an explanation', () => {
    const lacking = packageUnpacked({ platform: 'win32', arch: 'arm64' })
    const made = existsSync(lacking.folder)
    lacking.remove()
    expect([lacking.status, made]).toEqual([1, false])
    expect(lacking.output).toMatch(/There is no keytar for win32 on arm64.*Package on such a computer/s)
  })

  it('makes a second build to which tests can attach, with one different fuse', async () => {
    const unfused = packageUnpacked({
      platform: 'linux',
      arch: 'x64',
      keytar: join(prebuilt, 'linux-x64.node'),
      options: ['--unfused'],
    })
    try {
      expect(unfused.status, unfused.output).toBe(0)
      expect(await fuses(join(unfused.folder, 'linux-unpacked/skein'))).toEqual({
        ...decided,
        EnableNodeCliInspectArguments: true,
      })
    } finally {
      unfused.remove()
    }
  })
})
