import { FailureError } from '#engine/values/failures.ts'
import { httpRequest, type HttpHead, type HttpRequest } from './http.ts'
import type { NetFailure } from './net-errors.ts'

/**
 * A whole small answer as text.
 * @throws HttpFailure
 */
export function httpText(request: HttpRequest): Promise<HttpHead & { readonly body: string }> {
  return new Promise((resolve, reject) => {
    let head: HttpHead | undefined
    const chunks: Uint8Array[] = []
    httpRequest(request, {
      onHead(value) {
        head = value
      },
      onChunk(bytes) {
        chunks.push(bytes)
      },
      onEnd() {
        if (head !== undefined) resolve({ ...head, body: Buffer.concat(chunks).toString('utf8') })
      },
      onFailure(failure) {
        reject(new HttpFailure(failure))
      },
    })
  })
}

/** A request without a complete answer. */
export class HttpFailure extends FailureError {
  constructor(failure: NetFailure) {
    super(failure.reason)
    this.name = 'HttpFailure'
  }
}
