import { mkdirSync, closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import log from 'electron-log/node'
import { clientLimits } from '#shared/client-limits.ts'
import type { LogLevel } from '#engine/ports.ts'

const maxFileBytes = clientLimits.logFile.most
const mostCharacters = clientLimits.logLine.most

/** Patterns of secrets, which a log never contains. */
const secrets: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(authorization:?\s*["']?basic\s+)[a-z0-9+/=_-]+/gi, '$1[redacted]'],
  [/(["']?(?:api_key|apiKey|password|secret|key)["']?\s*[:=]\s*["']?)[^"',\s}&]+/gi, '$1[redacted]'],
]

/** The text with its secrets replaced. */
export function redact(text: string): string {
  return secrets.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), text)
}

/** The path of the log file in a folder. */
export function logFileIn(folder: string): string {
  return join(folder, 'skein.log')
}

/**
 * Opens the log file (`skein.log`, rotated once to `skein.old.log` at 2 MiB). Every line is redacted and bounded. A
 * failed write, for example on a full disk, loses lines but never ends the program.
 */
export function openLog(folder: string): (level: LogLevel, message: string) => void {
  log.transports.console.level = process.env.SKEIN_VERBOSE === '1' ? 'debug' : false
  log.transports.file.resolvePathFn = () => logFileIn(folder)
  log.transports.file.maxSize = maxFileBytes
  log.transports.file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  log.transports.file.level = 'info'
  log.transports.file.format = '{y}-{m}-{d} {h}:{i}:{s}.{ms} {level} {text}'
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    // electron-log detects the failure itself and drops its lines.
  }
  return (level, message) => {
    try {
      log[level](bounded(redact(message.slice(0, 2 * mostCharacters))))
    } catch (error) {
      // Only the terminal, if one exists, can still show the error.
      process.stderr.write(`skein: the log cannot be written: ${String(error)}\n`, () => undefined)
    }
  }
}

function bounded(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)} …` : text
}

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
