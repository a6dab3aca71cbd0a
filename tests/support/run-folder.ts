/** A folder for all temporary files of a test run, which is removed at its end. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'skein-run-'

/** The run's folder without disk latency, for workers: see `memoryFolder`. */
const memoryVariable = 'SKEIN_TEST_MEMORY'
/** Node's variable for the folder of compiled sources. */
const compileVariable = 'NODE_COMPILE_CACHE'

/** A folder without disk latency, if the system has one: tests stop processes, not the power. */
export function memoryFolder(): string {
  return process.env[memoryVariable] ?? (existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // another user's process
  }
}

/** Removes the folders of runs whose process ended without a teardown, for instance by a signal. */
function removeDeadRuns(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^skein-run-(\d+)-/.exec(name)?.[1] ?? 'none')
    if (!Number.isInteger(pid) || isAlive(pid)) continue
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {
      // the folder belongs to another user
    }
  }
}

/**
 * Creates the folders of this run, and sets them as the temporary folders of this process and its children. The
 * processes and threads of a run share one cache of compiled sources.
 *
 * @returns a function that removes the folders; open files are left to the next run
 */
export function openRunFolder(): () => void {
  const made = [...new Set([tmpdir(), memoryFolder()])].map((parent) => {
    removeDeadRuns(parent)
    return mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  })
  const [disk, memory] = [made[0], made.at(-1)]
  const before = { ...process.env }
  // POSIX reads the first, Windows the others.
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = disk
  process.env[memoryVariable] = memory
  process.env[compileVariable] = join(disk ?? tmpdir(), 'compiled')
  return () => {
    for (const name of ['TMPDIR', 'TEMP', 'TMP', memoryVariable, compileVariable]) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name)
      else process.env[name] = before[name]
    }
    for (const folder of made) {
      try {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
      } catch {
        // a process that is still ending holds a file open
      }
    }
  }
}
