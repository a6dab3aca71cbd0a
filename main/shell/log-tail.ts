import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The bytes that are read from the end of a log. */
const tailBytes = 96 * 1024

/** The last lines of a file within `tailBytes`; none if the file cannot be read. */
export function lastLines(file: string): readonly string[] {
  let handle: number | undefined
  try {
    handle = openSync(file, 'r')
    const { size } = fstatSync(handle)
    const length = Math.min(size, tailBytes)
    const bytes = Buffer.alloc(length)
    const read = readSync(handle, bytes, 0, length, size - length)
    const lines = bytes.toString('utf8', 0, read).split(/\r?\n/)
    // The first line is incomplete, unless it is the file's first.
    if (size > length) lines.shift()
    if (lines.at(-1) === '') lines.pop()
    return lines
  } catch {
    return []
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
