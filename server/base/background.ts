/**
 * Runs work that no request waits for, and returns its result. If it fails, for example because the disk is full, the
 * error is written to standard error, the result is undefined, and the server continues.
 */
export function inBackground<T>(what: string, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    process.stderr.write(`skein server: ${what} failed: ${error instanceof Error ? error.message : String(error)}\n`)
    return undefined
  }
}
