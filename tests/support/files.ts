import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder without disk latency, if the system has one: tests stop processes, not the power. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A path for a database of one test. */
export function temporaryDatabase(): string {
  return join(mkdtempSync(join(memory, 'skein-engine-')), 'cache.sqlite')
}

/** Removes a database of `temporaryDatabase` and its companion files. */
export function removeDatabase(path: string): void {
  rmSync(dirname(path), { recursive: true, force: true })
}
