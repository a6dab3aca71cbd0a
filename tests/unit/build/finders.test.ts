import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { findByTests, NoSuchTest } from '../../mutations/finders.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'skein-finders-'))
const file = 'tests/sums.test.ts'

afterEach(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

it('a finder finds the test of a mistake again by its name, and an unknown name is an error', async () => {
  mkdirSync(join(folder, 'tests'))
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'vitest.config.ts'), "export default { test: { projects: [{ test: { name: 'node' } }] } }")
  writeFileSync(
    join(folder, file),
    `import { describe, expect, it } from 'vitest'
    describe('sums', () => {
      it('[A1] are right', () => expect(1 + 1).toBe(2))
      describe('of more', () => it('[A2] (are wrong)', () => expect(1 + 1).toBe(3)))
    })`,
  )
  const found = await findByTests(folder, [file])
  expect(found).toEqual({ kind: 'test', file, name: 'sums > of more > [A2] (are wrong)' })
  expect(await findByTests(folder, [file], 'sums > of more > [A2] (are wrong)')).toEqual(found)
  expect(await findByTests(folder, [file], 'sums > [A1] are right')).toBe(null)
  await expect(findByTests(folder, [file], 'sums of more [A2] (are wrong)')).rejects.toThrow(NoSuchTest)
}, 120_000)
