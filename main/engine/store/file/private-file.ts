import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

const others = 0o077

/**
 * Creates an empty file that its owner alone can access, or takes other users' access to an existing one away. SQLite's additional
 * files (`-wal`, `-shm`, `-journal`) take its mode. An existing file is never opened: closing it would end the locks that this
 * process holds on it. Windows has no modes. Failures are left to SQLite, which fails with a reason.
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
