import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closeDataFolder } from '#shell/start/data-folder.ts'

it.skipIf(process.platform === 'win32')('a data folder that others can read is restricted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-private-'))
  chmodSync(folder, 0o755)
  expect(closeDataFolder(folder)).toBeUndefined()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  rmSync(folder, { recursive: true })
  // A missing folder is reported, and does not prevent the start.
  expect(closeDataFolder(folder)).toContain(folder)
})
