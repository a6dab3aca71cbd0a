import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

const others = 0o077

/**
 * Creates an empty file that only its owner can access, or removes other users' access to an existing one; SQLite's
 * additional files (`-wal`, `-shm`, `-journal`) take its mode. An existing file is never opened, because closing it
 * would end the locks that this process has on it. Windows has no modes. Failures are left to SQLite, which reports
 * their reason.
 */
export function createPrivately(path: string): void {
  if (process.platform === 'win32' || path === ':memory:') return
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    closeToOthers(path)
  }
}

function closeToOthers(path: string): void {
  try {
    const { mode } = statSync(path)
    if ((mode & others) !== 0) chmodSync(path, mode & 0o700)
  } catch {
    return
  }
}
