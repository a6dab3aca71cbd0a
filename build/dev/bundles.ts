import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createBuilder, type ViteBuilder } from 'vite'

const root = resolve(import.meta.dirname, '../..')

/** The bundles that the running program consists of, by the names of their environments in `vite.config.ts`. */
const files: Readonly<Record<string, string>> = {
  preload: 'out/preload/index.cjs',
  engine: 'out/engine/thread.cjs',
  ingest: 'out/ingest/thread.cjs',
  reader: 'out/reader/thread.cjs',
  export: 'out/export/thread.cjs',
  main: 'out/main/index.js',
}

/** Builds the bundles of the program repeatedly. */
export class Bundles {
  readonly #builder: Promise<ViteBuilder>
  #hashes: ReadonlyMap<string, string>

  constructor() {
    this.#builder = createBuilder({
      configFile: resolve(root, 'vite.config.ts'),
      logLevel: 'error',
      clearScreen: false,
    })
    this.#hashes = hashes()
  }

  /**
   * Builds all bundles.
   *
   * @returns the names of the changed ones: changing a comment or a type changes none
   * @throws the error of the build; some existing bundles may have been replaced
   */
  async build(): Promise<readonly string[]> {
    const builder = await this.#builder
    await Promise.all(
      Object.keys(files).map((name) => {
        const environment = builder.environments[name]
        if (environment === undefined) throw new Error(`vite.config.ts has no environment “${name}”`)
        return builder.build(environment)
      }),
    )
    const before = this.#hashes
    this.#hashes = hashes()
    return [...this.#hashes].flatMap(([name, hash]) => (before.get(name) === hash ? [] : [name]))
  }
}

function hashes(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(files).map(([name, file]) => {
      try {
        return [
          name,
          createHash('sha256')
            .update(readFileSync(resolve(root, file)))
            .digest('hex'),
        ]
      } catch {
        // The bundle does not exist yet.
        return [name, '']
      }
    }),
  )
}
