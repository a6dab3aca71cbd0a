import type { TransportResponse } from '#engine/ports.ts'
import type { Gate, GateListener, GateRequest } from '#network/gate.ts'

/** A gate that calls `answer` instead of a network, and passes the bytes on in chunks. */
export function answeringGate(answer: (request: GateRequest) => Promise<TransportResponse>, pieceBytes: number): Gate {
  const gate: Pick<Gate, 'request' | 'setEmail'> = {
    request(request: GateRequest, listener: GateListener) {
      void answer(request).then((response) => {
        listener.onHead({ status: response.status, headers: response.headers, redirect: null })
        const bytes = Buffer.from(response.body)
        for (let start = 0; start < bytes.length; start += pieceBytes) {
          listener.onChunk(bytes.subarray(start, start + pieceBytes))
        }
        listener.onEnd()
      })
      return () => undefined
    },
    setEmail: () => undefined,
  }
  return gate as Gate // the part that an engine host uses
}
