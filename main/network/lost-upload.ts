import type { LogLevel } from '../engine/ports.ts'

/** Electron has no codes for these two. */
const lostBody = /^(?:mojo result not ok(?:: \d+)?|two startReading calls\?\?\?)$/

/**
 * What Electron says when a body in chunks cannot go on: its request was given up or broke while a chunk was on its way,
 * or Chromium wanted to send the request again, which such a body cannot bear (W3). Electron's private stream
 * (lib/common/api/net-client-request.ts, `ChunkedBodyStream`) says it where nobody can listen; the request itself tells
 * of its end besides.
 */
export function isLostUpload(error: unknown): boolean {
  return error instanceof Error && lostBody.test(error.message)
}

/**
 * Keeps just these exceptions from ending the program, and lets all others take their way as if nobody listened. The
 * returned function stops that.
 */
export function surviveLostUploads(log: (level: LogLevel, message: string) => void): () => void {
  const onUncaught = (error: unknown) => {
    if (isLostUpload(error)) {
      log('warn', `a body in chunks was lost: ${String(error)}`)
      return
    }
    // Without this listener it meets what it would have met: Node ends the process, Electron shows its own dialog.
    process.off('uncaughtException', onUncaught)
    setImmediate(() => {
      setImmediate(() => process.on('uncaughtException', onUncaught))
      throw error
    })
  }
  process.on('uncaughtException', onUncaught)
  return () => {
    process.off('uncaughtException', onUncaught)
  }
}
