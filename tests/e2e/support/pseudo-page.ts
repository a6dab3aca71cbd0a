import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createBuilder } from 'vite'

const root = resolve(import.meta.dirname, '../../..')
const pseudoWords = resolve(root, 'tests/support/pseudo-words.ts')

/** Builds the page with the pseudo-locale in the place of English. Returns the folder. */
export async function buildPseudoPage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'skein-pseudo-page-'))
  const builder = await createBuilder({
    configFile: resolve(root, 'vite.config.ts'),
    logLevel: 'warn',
    environments: { client: { build: { outDir: folder, minify: false } } },
    plugins: [
      {
        name: 'pseudo-locale',
        enforce: 'pre',
        transform(code, id) {
          if (!id.replaceAll('\\', '/').endsWith('/words/en/catalogue.ts')) return null
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
  return folder
}
