import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A path for a database of one test. */
export function temporaryDatabase(): string {
  return join(mkdtempSync(join(tmpdir(), 'skein-engine-')), 'cache.sqlite')
}
