/**
 * Ends the thread after an unhandled rejection, as after an uncaught error, so that its owner observes the end and
 * starts another. Electron's default only prints a warning to the terminal.
 */
export function endOnRejection(): void {
  process.on('unhandledRejection', (reason) => {
    throw reason
  })
}
