import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { memoryFolder } from './run-folder.ts'

const made = new Set<string>()

/** A path for a database of one test; it is removed after the tests of its file. */
export function temporaryDatabase(): string {
  const path = join(mkdtempSync(join(memoryFolder(), 'skein-engine-')), 'cache.sqlite')
  made.add(path)
  return path
}

/** Removes a database of `temporaryDatabase` and its companion files. */
export function removeDatabase(path: string): void {
  made.delete(path)
  rmSync(dirname(path), { recursive: true, force: true })
}

/** Removes all databases of this file's tests, since thousands of them would fill the memory of a small machine. */
export function removeLeftDatabases(): void {
  for (const path of [...made]) removeDatabase(path)
}
