import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRunFolder } from './run-folder.ts'

/**
 * Vitest's global set-up: the temporary folders of all workers lie in one, which goes at the end. The hundreds of
 * processes and threads of the tests compile the sources once.
 */
export function setup(): () => void {
  const remove = openRunFolder()
  process.env.NODE_COMPILE_CACHE = mkdtempSync(join(tmpdir(), 'compiled-'))
  return remove
}
