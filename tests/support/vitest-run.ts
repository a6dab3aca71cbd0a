import { openRunFolder } from './run-folder.ts'

/** Vitest's global set-up: the temporary folders of all workers lie in one, which goes at the end. */
export function setup(): () => void {
  return openRunFolder()
}
