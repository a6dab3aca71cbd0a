import { textFailure } from './text-failure.ts'
import { TransportError, type Transport, type TransportRequest } from '#engine/ports.ts'
import type { Account, TestServer } from './test-server.ts'

/** The faults of a request; none by default. */
export interface Fault {
  /** A fault before the server gets the request, which never arrives. */
  readonly before?: 'unreachable' | 'broken'
  /** A fault after the server has handled the request: the answer never arrives. */
  readonly after?: 'broken'
  readonly delayMs?: number
  /** The delay of the answer, milliseconds: it describes an earlier state when it arrives. */
  readonly answerDelayMs?: number
  /**
   * The delay, in milliseconds, after which the request is handled again and the second answer arrives, as if a network
   * stack had resent it.
   */
  readonly resentAfterMs?: number
  /** The status of an answer without the server. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export type FaultFor = (request: TransportRequest) => Fault | undefined

/** A transport into a test server, with faults. */
export function testTransport(server: TestServer, account: Account, faultFor: FaultFor = () => undefined): Transport {
  return {
    async request(request, signal) {
      const abandoned = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new TransportError('aborted', textFailure('given up'), false))
        })
      })
      const work = async () => {
        const fault = faultFor(request) ?? {}
        if (fault.delayMs !== undefined) {
          await new Promise<void>((resolve) => server.clock.schedule(fault.delayMs ?? 0, resolve))
        }
        const isDown = () => !server.isUp
        if (fault.before === 'unreachable' || isDown()) {
          throw new TransportError('unreachable', textFailure('The server cannot be reached.'), true)
        }
        if (fault.before === 'broken') throw new TransportError('broken', textFailure('The connection broke.'), false)
        if (fault.status !== undefined) {
          return { status: fault.status, headers: fault.headers ?? {}, body: '<html>no</html>' }
        }
        let response = await server.raw(account, request)
        if (fault.resentAfterMs !== undefined) {
          await new Promise<void>((resolve) => server.clock.schedule(fault.resentAfterMs ?? 0, resolve))
          if (isDown()) throw new TransportError('broken', textFailure('The connection broke.'), false)
          response = await server.raw(account, request)
        }
        if (fault.answerDelayMs !== undefined) {
          await new Promise<void>((resolve) => server.clock.schedule(fault.answerDelayMs ?? 0, resolve))
        }
        if (fault.after === 'broken') throw new TransportError('broken', textFailure('The connection broke.'), false)
        return response
      }
      if (signal?.aborted === true) throw new TransportError('aborted', textFailure('given up'), true)
      let calmed = (): void => undefined
      const timeout = new Promise<never>((_, reject) => {
        calmed = server.clock.schedule(request.timeoutMs, () => {
          reject(new TransportError('timeout', textFailure('The server took too long to respond.'), false))
        })
      })
      abandoned.catch(() => undefined)
      timeout.catch(() => undefined)
      const result = work()
      result.catch(() => undefined)
      // The timer is cancelled, since it would keep the answer in memory until it runs.
      return Promise.race([result, abandoned, timeout]).finally(calmed)
    },
  }
}
