import { globSync, readFileSync } from 'node:fs'
import { matchesGlob, resolve, sep } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

it('each file of tests is in one project of Vitest', () => {
  const config = readFileSync(resolve(root, 'vitest.config.ts'), 'utf8')
  const patterns = [...config.matchAll(/'(tests\/[^']*\.test\.ts)'/g)].map(([, pattern = '']) => pattern)
  const files = globSync('tests/**/*.test.ts', { cwd: root }).map((file) => file.replaceAll(sep, '/'))
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => patterns.filter((pattern) => matchesGlob(file, pattern)).length !== 1)).toEqual([])
})
