import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isPermissive, LicenceError, packageOfModule, readPackage } from '#build/bundle/bundled-packages.ts'
import { billOfMaterials, noticesText } from '#build/bundle/notices.ts'

const root = resolve(import.meta.dirname, '../../..')
const built = join(root, 'out/licences')
const parcel = { name: 'a', version: '1.0.0', licence: 'MIT', description: '', texts: ['Copyright A'] }
const own = { version: '0.1.0', electron: '45.4.1' }

describe('the package of a module', () => {
  it.each([
    ['/home/x/skein/node_modules/svelte/src/index.js', 'svelte'],
    ['C:\\skein\\node_modules\\@lucide\\svelte\\dist\\icon.js', '@lucide/svelte'],
    ['/skein/node_modules/keytar/node_modules/node-addon-api/x.js?commonjs', 'node-addon-api'],
    ['/skein/node_modules/katex/dist/katex.min.css?inline#x', 'katex'],
    ['/skein/main/index.ts', undefined],
    ['\0virtual:vite', undefined],
  ])('is read from its id: %s is %s', (id, name) => {
    expect(packageOfModule(id)).toBe(name)
  })
})

describe('a licence', () => {
  it.each([
    'MIT',
    '(MPL-2.0 OR Apache-2.0)',
    'MIT AND ISC',
    '(MIT OR GPL-3.0-only) AND ISC',
    'GPL-2.0 OR (MIT AND 0BSD)',
  ])('is satisfied by a notice: %s', (expression) => {
    expect(isPermissive(expression)).toBe(true)
  })

  it.each([
    'GPL-3.0-only',
    'MIT AND GPL-3.0-only',
    'SEE LICENSE IN x',
    '',
    'MIT ISC',
    '(MIT',
    'LGPL-2.1 OR',
    'UNLICENSED',
  ])('is not satisfied by a notice: %s', (expression) => {
    expect(isPermissive(expression)).toBe(false)
  })

  it('that requires more than a notice stops the build with the name of its package', () => {
    expect(() => noticesText([parcel, { ...parcel, name: 'b', licence: 'AGPL-3.0-only' }])).toThrow(LicenceError)
    expect(() => noticesText([{ ...parcel, name: 'b', licence: 'AGPL-3.0-only' }])).toThrow('b is under AGPL-3.0-only')
  })

  it('is recognized by its text in a package that does not name it', () => {
    expect(readPackage(root, 'svelte-toolbelt')).toMatchObject({ licence: 'MIT' })
  })

  it('has its text in the notices, also for the fonts', () => {
    const inter = readPackage(root, '@fontsource-variable/inter')
    expect(noticesText([parcel, inter])).toContain('SIL OPEN FONT LICENSE')
    expect(noticesText([parcel, inter])).toContain('Copyright A')
  })
})

describe('the bill of materials', () => {
  it('has each package with its address, licence and checksum, and is the same for the same program', () => {
    const lock = { packages: { 'node_modules/a': { integrity: `sha512-${Buffer.from('sum').toString('base64')}` } } }
    const bill = billOfMaterials([parcel, { ...parcel, name: '@scope/b' }], lock, own)
    expect(bill).toEqual(billOfMaterials([parcel, { ...parcel, name: '@scope/b' }], lock, own))
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: [
        {
          purl: 'pkg:npm/a@1.0.0',
          licenses: [{ expression: 'MIT' }],
          hashes: [{ alg: 'SHA-512', content: Buffer.from('sum').toString('hex') }],
        },
        { purl: 'pkg:npm/%40scope/b@1.0.0' },
        { purl: 'pkg:npm/electron@45.4.1' },
      ],
    })
    expect((bill as { serialNumber: string }).serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(billOfMaterials([parcel], lock, own)).not.toMatchObject({
      serialNumber: (bill as { serialNumber: string }).serialNumber,
    })
  })

  // `npm test` has built it.
  it.runIf(existsSync(built))('of the build names the parts of the program, in the versions of the lock file', () => {
    const bill = z
      .object({
        components: z.array(
          z.object({ name: z.string(), version: z.string(), hashes: z.array(z.unknown()).optional() }),
        ),
      })
      .parse(JSON.parse(readFileSync(join(built, 'bom.cdx.json'), 'utf8')))
    const names = bill.components.map(({ name }) => name)
    for (const name of [
      'svelte',
      'zod',
      'fastify',
      'katex',
      'better-sqlite3',
      'keytar',
      'electron',
      'twemoji-colr-font',
    ]) {
      expect(names).toContain(name)
    }
    for (const name of ['vite', 'eslint', 'vitest', 'electron-builder', '@playwright/test'])
      expect(names).not.toContain(name)
    const lock = z
      .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
      .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
    for (const { name, version, hashes } of bill.components.filter((component) => component.name !== 'electron')) {
      expect([name, lock.packages[`node_modules/${name}`]?.version]).toEqual([name, version])
      expect(hashes, name).toHaveLength(1)
    }
    const notices = readFileSync(join(built, 'notices.txt'), 'utf8')
    for (const { name, version } of bill.components.filter((component) => component.name !== 'electron')) {
      expect(notices).toContain(`\n${name} ${version} (`)
    }
  })
})
