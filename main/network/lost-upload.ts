/** Electron has no codes for these two. */
const lostBody = /^(?:mojo result not ok(?:: \d+)?|two startReading calls\?\?\?)$/

/**
 * What Electron says when a body in chunks cannot go on: its request was given up or broke while a chunk was on its way,
 * or Chromium wanted to send the request again, which such a body cannot bear (W3). Electron's private stream
 * (lib/common/api/net-client-request.ts, `ChunkedBodyStream`) says it where nobody can listen; the request itself tells
 * of its end besides. `shell/uncaught.ts` lets just these pass without a word to the user.
 */
export function isLostUpload(error: unknown): boolean {
  return error instanceof Error && lostBody.test(error.message)
}
