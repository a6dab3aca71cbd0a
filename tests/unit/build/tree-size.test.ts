import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

/** The bytes that all files of the repository may take, of which every clone has a copy. The number may only fall. */
const most = 30_000_000

const listed = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })

test.skipIf(listed.status !== 0)(`the files of the repository take at most ${most / 1_000_000} MB`, () => {
  const sizes = listed.stdout
    .split('\0')
    .filter((name) => name !== '')
    .map((name) => statSync(join(root, name), { throwIfNoEntry: false })?.size ?? 0)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most)
})
