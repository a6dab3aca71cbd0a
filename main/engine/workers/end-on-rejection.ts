/**
 * Ends the thread after an unhandled rejection, like after an uncaught error: its owner observes the end and starts
 * another. Electron by default only prints a warning to the terminal.
 */
export function endOnRejection(): void {
  process.on('unhandledRejection', (reason) => {
    throw reason
  })
}
