/**
 * Runs work that no request waits for. What goes wrong there, such as a full disk, is told on standard error and must
 * not end the server: the next round tries again. Returns what the work returned; undefined where it failed.
 */
export function inBackground<T>(what: string, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    process.stderr.write(`skein server: ${what} failed: ${error instanceof Error ? error.message : String(error)}\n`)
    return undefined
  }
}
