import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { bsdText, isPermissive, LicenceError, mitText, readPackage, type BundledPackage } from './bundled-packages.ts'

/** Native modules and Electron, which are not part of a bundle. */
const besideBundles = ['better-sqlite3', 'keytar']

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      /** The name in the registry, if the folder has another one. */
      name: z.string().optional(),
      version: z.string().optional(),
      integrity: z.string().optional(),
    }),
  ),
})

export type Lock = z.infer<typeof lockSchema>

/** Parts of the program other than npm packages. */
const others = `SQLite
The SQLite library is in the public domain (https://sqlite.org/copyright.html). It is compiled into better-sqlite3.

SQLite3 Multiple Ciphers
It is compiled into better-sqlite3, too.
Copyright (c) 2006-2026 Ulrich Telle
Copyright (c) 2023-2024 Frank Denis (libaegis)
Copyright (c) 2015 Thomas Pornin
Copyright 2013-2014 RAD Game Tools and Valve Software
Copyright 2010-2014 Rich Geldreich and Tenacious Software LLC
Copyright 2016 Martin Raiber

${mitText}

Copyright (C) 2005, 2007 Olivier Gay <olivier.gay@a3.epfl.ch>
All rights reserved.

${bsdText}

Electron, Chromium and Node.js
Skein runs on Electron. Its licence is in LICENSE.electron.txt, those of Chromium and all that Chromium brings in
LICENSES.chromium.html, beside the program.`

/**
 * The notices of all parts of the program, for its users.
 * @throws LicenceError if a notice does not satisfy a licence
 */
export function noticesText(packages: readonly BundledPackage[]): string {
  for (const { name, licence } of packages) {
    if (isPermissive(licence)) continue
    throw new LicenceError(
      `${name} is under ${licence}. Whether Skein may hold it must be decided by people; it is not packaged.`,
    )
  }
  const parts = packages.map(
    ({ name, version, licence, texts }) => `${name} ${version} (${licence})\n${'-'.repeat(72)}\n${texts.join('\n\n')}`,
  )
  return `Skein contains what others wrote. These are their notices.\n\n${[...parts, others].join(`\n\n${'='.repeat(72)}\n\n`)}\n`
}

/**
 * A bill of materials in CycloneDX 1.6 (cyclonedx.org/docs/1.6/json): the parts of the program with the checksums of
 * the lock file. It is the same for the same program, byte by byte.
 */
export function billOfMaterials(
  packages: readonly BundledPackage[],
  lock: Lock,
  own: { readonly version: string; readonly electron: string },
): object {
  const components = packages.map(({ name, version, licence, description }) => {
    const integrity = lock.packages[`node_modules/${name}`]?.integrity
    const purl = `pkg:npm/${(lock.packages[`node_modules/${name}`]?.name ?? name).replace('@', '%40')}@${version}`
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      description,
      licenses: [{ expression: licence }],
      purl,
      ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
    }
  })
  const electron = {
    type: 'framework',
    'bom-ref': `pkg:npm/electron@${own.electron}`,
    name: 'electron',
    version: own.electron,
    licenses: [{ expression: 'MIT' }],
    purl: `pkg:npm/electron@${own.electron}`,
  }
  const all = [...components, electron]
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf(JSON.stringify([own, all])),
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'skein',
        name: 'Skein',
        version: own.version,
        licenses: [{ expression: 'Apache-2.0' }],
      },
    },
    components: all,
    dependencies: [{ ref: 'skein', dependsOn: all.map((component) => component['bom-ref']) }],
  }
}

/** Converts `sha512-…` of a lock file to the hexadecimal form of CycloneDX. */
function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = '', sum = ''] = integrity.split('-', 2)
  const alg = algorithm === 'sha512' ? 'SHA-512' : 'SHA-1'
  return { alg, content: Buffer.from(sum, 'base64').toString('hex') }
}

function serialOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Writes `notices.txt` and `bom.cdx.json` of a build.
 * @param names the packages whose modules the bundles hold
 */
export function writeNotices(root: string, folder: string, names: Iterable<string>): void {
  const all = [...new Set([...names, ...besideBundles])].sort()
  const packages = all.map((name) => readPackage(root, name))
  const manifest = z
    .object({ version: z.string(), devDependencies: z.object({ electron: z.string() }) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const lock = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const own = { version: manifest.version, electron: manifest.devDependencies.electron }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'notices.txt'), noticesText(packages))
  writeFileSync(join(folder, 'bom.cdx.json'), `${JSON.stringify(billOfMaterials(packages, lock, own), null, 2)}\n`)
}
