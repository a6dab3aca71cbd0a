import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const sourceFolders = ['main', 'preload', 'renderer', 'server', 'shared', 'i18n', 'browser-host', 'build']

const mostLines = 600
const mostFiles = 20

/** Folders that may contain more source files, with their number and the reason. The number may only fall. */
const fullFolders: Readonly<Record<string, { readonly most: number; readonly why: string }>> = {
  'main/engine/store/migrations': { most: 40, why: 'one file a step of the schema' },
}

interface Folder {
  /** Path from the root, with slashes. */
  readonly path: string
  readonly files: readonly string[]
}

/** A folder and all folders below it, with their source files. */
function foldersBelow(path: string): Folder[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /\.(ts|svelte|css|[cm]?js)$/.test(entry.name))
  const folders = entries.filter((entry) => entry.isDirectory())
  return [
    { path, files: files.map(({ name }) => name) },
    ...folders.flatMap(({ name }) => foldersBelow(`${path}/${name}`)),
  ]
}

describe('the sources', () => {
  const folders = sourceFolders.flatMap(foldersBelow)

  it(`have at most ${mostLines} lines in a file`, () => {
    const long = folders
      .flatMap(({ path, files }) => files.map((name) => `${path}/${name}`))
      .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1 > mostLines)
    expect(long).toEqual([])
  })

  it(`have at most ${mostFiles} files in a folder, with a falling number of exceptions`, () => {
    const full = folders.filter(({ path, files }) => files.length > (fullFolders[path]?.most ?? mostFiles))
    expect(full.map(({ path, files }) => `${path}: ${files.length}`)).toEqual([])
    const needless = Object.keys(fullFolders).filter((path) => {
      const count = folders.find((folder) => folder.path === path)?.files.length ?? 0
      return count <= mostFiles
    })
    expect(needless, 'exceptions that are no longer needed').toEqual([])
  })
})
