import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createBuilder } from 'vite'

const root = resolve(import.meta.dirname, '../../..')
const pseudoWords = resolve(root, 'tests/support/pseudo-words.ts')

/**
 * The folder of the page with the pseudo-locale instead of English. The first worker of a run builds it, the others
 * wait for it; it is removed with the folder of the run.
 */
export async function pseudoPageFolder(): Promise<string> {
  const folder = join(tmpdir(), 'skein-pseudo-page')
  const [page, ended] = [join(folder, 'page'), join(folder, 'ended')]
  if (isMade(folder)) {
    try {
      await build(page)
    } finally {
      writeFileSync(ended, '')
    }
  }
  while (!existsSync(ended)) await pause(100)
  if (!existsSync(join(page, 'index.html'))) throw new Error('the page with the pseudo-locale could not be built')
  return page
}

/** Whether this call, of all workers, created the folder. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function build(folder: string): Promise<void> {
  const builder = await createBuilder({
    configFile: resolve(root, 'vite.config.ts'),
    logLevel: 'warn',
    environments: { client: { build: { outDir: folder, minify: false } } },
    plugins: [
      {
        name: 'pseudo-locale',
        enforce: 'pre',
        transform(code, id) {
          if (!id.replaceAll('\\', '/').endsWith('/i18n/en/catalogue.ts')) return null
          const plain = code.replace('export const englishCatalogue', 'const plainCatalogue')
          if (plain === code) throw new Error('the catalogue of English is not where it was')
          return `import { pseudoWords } from ${JSON.stringify(pseudoWords)}\n${plain}\nexport const englishCatalogue = pseudoWords(plainCatalogue)\n`
        },
      },
    ],
  })
  const { client } = builder.environments
  if (client === undefined) throw new Error('there is no page to build')
  await builder.build(client)
}
