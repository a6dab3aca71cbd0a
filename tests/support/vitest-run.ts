import { chooseSeed } from './random.ts'
import { openRunFolder } from './run-folder.ts'

/** Vitest's global set-up: one seed for all workers, and one folder for their temporary files, which is removed. */
export function setup(): () => void {
  if (process.env.SKEIN_SEED === undefined) console.log(`seed of the randomised tests: SKEIN_SEED=${chooseSeed()}`)
  return openRunFolder()
}
