import type { FromEngine, PostedRequest, ToEngine } from '#engine/thread/protocol.ts'
import type { Gate, GateRequest } from '#network/gate.ts'
import type { Outgoing } from './outgoing.ts'

/** Sends the requests of an engine thread through the gate, and the answers back in chunks. */
export class EngineRequests {
  readonly #gate: Gate
  readonly #outgoing: Outgoing
  readonly #post: (message: ToEngine, transfer?: readonly ArrayBuffer[]) => void
  /** The abort controllers of the requests in flight. */
  readonly #aborts = new Map<number, () => void>()

  constructor(gate: Gate, outgoing: Outgoing, post: (message: ToEngine, transfer?: readonly ArrayBuffer[]) => void) {
    this.#gate = gate
    this.#outgoing = outgoing
    this.#post = post
  }

  forward({ id, request }: Extract<FromEngine, { type: 'request' }>): void {
    this.#aborts.set(
      id,
      this.#gate.request(this.#withFile(id, request), {
        onHead: (head) => {
          this.#post({ type: 'head', id, status: head.status, headers: head.headers })
        },
        onChunk: (bytes) => {
          const copy = new Uint8Array(bytes)
          this.#post({ type: 'chunk', id, bytes: copy }, [copy.buffer])
        },
        onEnd: () => {
          this.#aborts.delete(id)
          this.#post({ type: 'end', id })
        },
        onFailure: (failure) => {
          this.#aborts.delete(id)
          this.#post({ type: 'failed', id, ...failure })
        },
      }),
    )
  }

  abort(id: number): void {
    this.#aborts.get(id)?.()
    this.#aborts.delete(id)
  }

  /** Aborts all requests after the engine has ended. */
  abortAll(): void {
    for (const abort of this.#aborts.values()) abort()
    this.#aborts.clear()
  }

  /** Replaces a file's id in `outgoing/` by its path, which only main knows. */
  #withFile(id: number, request: PostedRequest): GateRequest {
    const { upload, ...rest } = request
    if (upload === undefined) return rest
    return {
      ...rest,
      upload: {
        path: this.#outgoing.pathOf(upload.attachmentId),
        name: upload.name,
        type: upload.type,
        onProgress: (sentBytes) => {
          this.#post({ type: 'progress', id, sentBytes })
        },
      },
    }
  }
}
