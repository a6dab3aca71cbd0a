import { sentenceOf } from '#i18n/catalogue.ts'
import { Gate, type GateRequest } from '#network/gate.ts'
import type { ProxyLogin } from '#network/proxy/proxy-login.ts'
import type { NetFailure } from '#network/net-errors.ts'

/** The gate of an account at `origin`. */
export function gateTo(origin: string, accountId = 'a', proxyLogin?: ProxyLogin): Gate {
  const gate = new Gate({
    accountId,
    origin,
    userAgent: 'Skein/test',
    ...(proxyLogin === undefined ? {} : { proxyLogin }),
  })
  gate.setCredentials({ email: 'iris@alder.example', apiKey: 'k' })
  return gate
}

export class GateFailure extends Error {
  readonly failure: NetFailure

  constructor(failure: NetFailure) {
    super(sentenceOf(failure.reason))
    this.failure = failure
  }
}

export interface Asked {
  /**
   * The whole answer.
   * @throws GateFailure
   */
  readonly answer: Promise<{ readonly status: number; readonly bytes: number }>
  readonly giveUp: () => void
}

/** Sends a request through the gate; unset options are those of an ordinary call. */
export function ask(gate: Gate, request: Partial<GateRequest>): Asked {
  let giveUp: () => void = () => undefined
  const answer = new Promise<{ status: number; bytes: number }>((resolve, reject) => {
    let status = 0
    let bytes = 0
    giveUp = gate.request(
      { method: 'POST', path: '/', form: {}, priority: 'foreground', timeoutMs: 30_000, maxBytes: 1e9, ...request },
      {
        onHead: (head) => (status = head.status),
        onChunk: (chunk) => (bytes += chunk.byteLength),
        onEnd: () => {
          resolve({ status, bytes })
        },
        onFailure: (failure) => {
          reject(new GateFailure(failure))
        },
      },
    )
  })
  return { answer, giveUp }
}
