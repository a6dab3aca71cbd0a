import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** So much of the end of a log is read. */
const tailBytes = 96 * 1024

/** The last lines of a file, as many as stand in its end; none where it cannot be read. */
export function lastLines(file: string): readonly string[] {
  let handle: number | undefined
  try {
    handle = openSync(file, 'r')
    const { size } = fstatSync(handle)
    const length = Math.min(size, tailBytes)
    const bytes = Buffer.alloc(length)
    const read = readSync(handle, bytes, 0, length, size - length)
    const lines = bytes.toString('utf8', 0, read).split(/\r?\n/)
    // The first one is cut, where it is not the first of the file.
    if (size > length) lines.shift()
    if (lines.at(-1) === '') lines.pop()
    return lines
  } catch {
    return []
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
