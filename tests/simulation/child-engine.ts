import { Engine } from '#engine/engine.ts'
import {
  TransportError,
  type AccountStatus,
  type EngineClock,
  type Transport,
  type TransportRequest,
} from '#engine/ports.ts'
import { textFailure } from '#support/text-failure.ts'
import { testWindow } from '#support/test-window.ts'

/** What a process with an engine is told about its account and its file. */
export interface ChildOrder {
  readonly url: string
  readonly email: string
  readonly apiKey: string
  readonly database: string
  readonly engineEpoch: number
  /** UNIX milliseconds at which the accelerated clock equalled the real one. */
  readonly began: number
}

/** How the engine of a process runs. */
interface ChildOptions extends ChildOrder {
  /** The acceleration of time. */
  readonly speed: number
  /** The next random number. */
  readonly next: () => number
  /** Called before each request. */
  readonly onRequest: (request: TransportRequest) => void
  /** Called when an answer is complete, before the engine has it. */
  readonly onAnswer?: (request: TransportRequest) => void
  readonly onStatus: (status: AccountStatus) => void
}

/** Starts an engine in this process, which calls a server over HTTP. */
export function childEngine(options: ChildOptions): { readonly engine: Engine; readonly clock: EngineClock } {
  const { began, speed } = options
  const clock: EngineClock = {
    now: () => began + (Date.now() - began) * speed,
    elapsed: () => performance.now(),
    schedule(delayMs, task) {
      const timer = setTimeout(task, delayMs / speed)
      return () => {
        clearTimeout(timer)
      }
    },
  }
  const engine = new Engine({
    transport: httpTransport(options),
    clock,
    random: { next: options.next },
    database: options.database,
    engineEpoch: options.engineEpoch,
    accountId: 'kill',
    publish(update) {
      if (update.type === 'views') void engine.call('app.acknowledge', { batch: update.batch }, testWindow)
    },
    status: options.onStatus,
    log: () => undefined,
    keepAttachments: () => undefined,
    notify: () => undefined,
    withdraw: () => undefined,
    restart: () => undefined,
  })
  engine.start()
  return { engine, clock }
}

function httpTransport({ url, email, apiKey, speed, onRequest, onAnswer }: ChildOptions): Transport {
  return {
    async request(request, signal) {
      onRequest(request)
      const form = new URLSearchParams(request.form)
      const isGet = request.method === 'GET'
      const query = isGet ? `?${form.toString()}` : ''
      const timeout = AbortSignal.timeout(Math.ceil(request.timeoutMs / speed))
      try {
        const response = await fetch(url + request.path + query, {
          method: request.method,
          headers: {
            authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
            'user-agent': 'Skein/0.1.0 (test)',
          },
          ...(isGet ? {} : { body: form }),
          signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        })
        const body = await response.text()
        onAnswer?.(request)
        return { status: response.status, headers: Object.fromEntries(response.headers), body }
      } catch (error) {
        if (signal?.aborted === true) throw new TransportError('aborted', textFailure('given up'), false)
        throw new TransportError('broken', textFailure(String(error)), false)
      }
    },
  }
}
