import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a private file, which is on the disk when this returns. */
export function writeDurably(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600, flush: true })
}

/** Replaces a file by another one that nothing has open. The disk has the old file or the whole new one. */
export function replaceDurably(from: string, path: string): void {
  flush(openSync(from, 'r+'))
  renameSync(from, path)
  // Windows cannot flush a folder, and does not need it.
  if (process.platform !== 'win32') flush(openSync(dirname(path), 'r'))
}

function flush(file: number): void {
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
