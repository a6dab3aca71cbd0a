import { chmodSync, copyFileSync, renameSync, rmSync } from 'node:fs'

/**
 * Replaces a program by another in one step: after any failure one of the two exists completely. The old one may be
 * running.
 * @throws the error of the file system, with the old program untouched
 */
export function replaceProgram(target: string, replacement: string): void {
  chmodSync(replacement, 0o755)
  try {
    renameSync(replacement, target)
    return
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
  }
  // From another disk the file is copied beside the old one first, so that a full disk loses nothing.
  const beside = `${target}.new`
  try {
    copyFileSync(replacement, beside)
    renameSync(beside, target)
  } catch (error) {
    rmSync(beside, { recursive: true, force: true })
    throw error
  }
  rmSync(replacement, { force: true })
}
