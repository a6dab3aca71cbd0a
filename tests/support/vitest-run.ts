import { openRunFolder } from './run-folder.ts'

/** Vitest's global set-up: the temporary folders of all workers are in one, which is removed at the end. */
export function setup(): () => void {
  return openRunFolder()
}
