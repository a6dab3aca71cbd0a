/** The messages of two errors for which Electron has no codes. */
const lostBody = /^(?:mojo result not ok(?:: \d+)?|two startReading calls\?\?\?)$/

/**
 * Whether an uncaught error is Electron's for a chunked body that cannot continue: its request was aborted or broke while a
 * chunk was in flight, or Chromium tried to resend the request, which a chunked body does not allow. Electron's private
 * stream (lib/common/api/net-client-request.ts, `ChunkedBodyStream`) emits it without a possible listener; the request
 * reports its own end as well. `shell/uncaught.ts` does not tell the user of these errors.
 */
export function isLostUpload(error: unknown): boolean {
  return error instanceof Error && lostBody.test(error.message)
}
