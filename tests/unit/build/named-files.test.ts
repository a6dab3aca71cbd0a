import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const folders = ['main', 'preload', 'renderer', 'server', 'shared', 'words', 'host', 'build', 'docs', 'tests']

/** Names that are no file of the repository, with the reason. */
const elsewhere: ReadonlySet<string> = new Set([
  // Written while Skein runs or is packaged.
  'account.json',
  'bom.cdx.json',
  // Electron's own types.
  'electron.d.ts',
])

const known: readonly string[] = [
  ...readdirSync(root),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  ),
]

/** Whether a name is the end of a path, whole names each. */
function isKnown(name: string): boolean {
  return elsewhere.has(name) || known.some((path) => path === name || path.endsWith(`/${name}`))
}

describe('ARCHITECTURE.md', () => {
  it('names files that are there', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    const named = [...text.matchAll(/`([\w./@-]+\.(?:ts|svelte|cjs|mjs|css|json))`/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter((name) => !isKnown(name))).toEqual([])
  })
})
