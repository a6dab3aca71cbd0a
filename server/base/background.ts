/**
 * Runs work that no request waits for. A failure there, such as a full disk, is written to standard error and does not
 * end the server; the next round tries again. Returns the result of the work, or undefined if it failed.
 */
export function inBackground<T>(what: string, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    process.stderr.write(`skein server: ${what} failed: ${error instanceof Error ? error.message : String(error)}\n`)
    return undefined
  }
}
