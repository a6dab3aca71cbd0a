/** The messages of two errors for which Electron has no codes. */
const lostBody = /^(?:mojo result not ok(?:: \d+)?|two startReading calls\?\?\?)$/

/**
 * Whether an uncaught error is Electron's error about a chunked body whose request was aborted or broke during a chunk,
 * or that Chromium tried to resend. Electron's private stream (lib/common/api/net-client-request.ts,
 * `ChunkedBodyStream`) emits it without a possible listener. The request reports its own end as well, so
 * `shell/uncaught.ts` does not notify the user.
 */
export function isLostUpload(error: unknown): boolean {
  return error instanceof Error && lostBody.test(error.message)
}
