import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { engineFolder, mutated, type Mutation } from './mutation.ts'

const root = resolve(import.meta.dirname, '../..')
/** The parts of the project that the engine's tests and the simulation need. */
const copied = ['main', 'preload', 'server', 'shared', 'i18n', 'browser-host', 'renderer', 'build', 'tests']
const copiedFiles = ['package.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts']
const leftOut = ['tests/e2e', 'tests/mutations'].map((path) => join(root, path))
/** The parts of the project that decide whether a mutation is noticed. */
const judging = [
  engineFolder,
  'preload',
  'shared',
  'i18n',
  'server',
  'tests/engine',
  'tests/recordings',
  'tests/simulation',
  'tests/support',
  'tests/unit/main/engine',
]

/** A hash of the engine and of all code that judges it, in the working tree. */
export function treeHash(): string {
  const hash = createHash('sha256')
  for (const folder of judging) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    for (const file of files.sort()) hash.update(relative(root, file)).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** A copy of the project in a temporary folder, whose engine contains one mutation at a time. */
export class Workplace {
  readonly folder: string

  constructor() {
    this.folder = mkdtempSync(join(realpathSync(tmpdir()), 'skein-mutations-'))
    for (const name of [...copied, ...copiedFiles]) {
      cpSync(join(root, name), join(this.folder, name), {
        recursive: true,
        filter: (source) => !leftOut.includes(source),
      })
    }
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'), 'junction')
  }

  /** Runs `work` while the engine contains the mutation. */
  async with<T>(mutation: Mutation, work: () => Promise<T>): Promise<T> {
    const file = join(this.folder, engineFolder, mutation.file)
    const source = readFileSync(file, 'utf8')
    writeFileSync(file, mutated(source, mutation))
    try {
      return await work()
    } finally {
      writeFileSync(file, source)
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
