/**
 * A promise of a thread that failed, and that nobody waits for, ends the thread like any error of it: what starts it
 * learns of the end, and starts another. Electron by itself would only write a warning to the terminal.
 */
export function endOnRejection(): void {
  process.on('unhandledRejection', (reason) => {
    throw reason
  })
}
