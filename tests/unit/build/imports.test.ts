import { readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sources, textOf } from './papers.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The folders of package.json's `imports`, such as `main/engine/`; folders inside others come first. */
const modules = Object.entries(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }).imports,
)
  .map(([subpath, folder]) => ({ subpath: subpath.slice(0, -1), folder: folder.slice('./'.length, -1) }))
  .toSorted((one, other) => other.folder.length - one.folder.length)

function moduleOf(file: string): string | undefined {
  return modules.find(({ folder }) => file.startsWith(folder))?.subpath
}

/** The relative imports of a source that lead to another module, or climb more than two folders. */
function farImports(file: string, source: string): string[] {
  const from = moduleOf(file)
  if (from === undefined) return []
  return [...source.matchAll(/^ *(?:import|export|\} from)[^'\n]*'(\.[^'\n]*)'/gm)]
    .map(([, path = '']) => path)
    .filter((path) => {
      const target = normalize(join(dirname(file), path)).replaceAll('\\', '/')
      return path.startsWith('../../../') || moduleOf(target) !== from
    })
}

describe('an import', () => {
  it('names another module by its subpath', () => {
    const far = sources.flatMap((file) => farImports(file, textOf(file)).map((path) => `${file}: ${path}`))
    expect(far).toEqual([])
  })

  it.each([
    ['tests/unit/a.test.ts', `import { b } from '../../main/engine/b.ts'`],
    ['main/shell/a.ts', `} from '../engine/b.ts'`],
    ['renderer/a/b/c/d.ts', `import '../../../e.ts'`],
  ])('is found in %s: %s', (file, source) => {
    expect(farImports(file, source)).toHaveLength(1)
  })
})
