import type { MessagePort } from 'node:worker_threads'
import {
  callId,
  isMessage,
  plainErrors,
  type AnswerMessage,
  type CallerMessage,
  type CallMap,
  type CallName,
  type ErrorForm,
  type Message,
} from './worker-messages.ts'

/** Answers one kind of call. `signal` is aborted when the caller no longer needs the answer. */
export type Handler<C extends CallMap<C>, N extends CallName<C>> = (
  input: C[N]['input'],
  signal: AbortSignal,
) => C[N]['output'] | Promise<C[N]['output']>

/** One handler for each call. */
export type Handlers<C extends CallMap<C>> = { readonly [N in CallName<C>]: Handler<C, N> }

/** The options of `serveCalls`. */
export interface ServeOptions<C extends CallMap<C>, ToWorker extends Message> {
  readonly port: MessagePort
  /** One handler for each call, or one function for all of them. */
  readonly handlers: Handlers<C> | ((name: CallName<C>, input: unknown, signal: AbortSignal) => unknown)
  /** The form in which errors of the handlers cross to the caller; the default keeps their message. */
  readonly errors?: ErrorForm
  /** Calls are answered one at a time, the oldest first. A call that is cancelled before its turn is left out. */
  readonly isSerial?: boolean
  /** Receives the caller's messages that are not calls. */
  readonly onMessage?: (message: ToWorker) => void
  /**
   * Receives the error of a message that has no known form, or for which `onMessage` threw. Without this function the
   * error ends the thread.
   */
  readonly onFailure?: (error: unknown) => void
  /** `onIdle` is called when no call was running for this time. */
  readonly idle?: { readonly afterMs: number; readonly onIdle: () => void }
}

/** The worker's side of `WorkerCalls`. It answers each call that comes through the port, with an output or an error. */
export function serveCalls<C extends CallMap<C>, ToWorker extends Message = never>(
  options: ServeOptions<C, ToWorker>,
): void {
  const { port, handlers, errors = plainErrors, isSerial = false, idle } = options
  type Call = Extract<CallerMessage, { type: 'call' }>
  /** The calls that are not answered yet, including those that wait for their turn. */
  const calls = new Map<number, AbortController>()
  let turn = Promise.resolve()
  let idleTimer: ReturnType<typeof setTimeout> | undefined

  const waitIdle = () => {
    clearTimeout(idleTimer)
    if (idle !== undefined && calls.size === 0) idleTimer = setTimeout(idle.onIdle, idle.afterMs)
  }
  const answer = async ({ id, name, input }: Call, signal: AbortSignal): Promise<void> => {
    const post = (message: AnswerMessage) => {
      if (!signal.aborted) port.postMessage(message)
    }
    try {
      if (!signal.aborted) post({ type: 'answer', id, output: await handle(handlers, name, input, signal) })
    } catch (error) {
      post({ type: 'failure', id, error: errors.toData(error) })
    } finally {
      calls.delete(id)
      waitIdle()
    }
  }
  const receive = (value: unknown) => {
    const id = isMessage(value) ? callId(value) : undefined
    if (!isMessage(value)) throw new Error('a message without a type')
    if (value.type !== 'call' && value.type !== 'cancel') {
      // The message comes from the thread that started this one, whose messages are those of `ToWorker`.
      options.onMessage?.(value as ToWorker)
      return
    }
    if (id === undefined) throw new Error(`a message “${value.type}” without an id`)
    if (value.type === 'cancel') {
      calls.get(id)?.abort()
      return
    }
    const controller = new AbortController()
    calls.set(id, controller)
    clearTimeout(idleTimer)
    const call = value as Call
    if (isSerial) turn = turn.then(() => answer(call, controller.signal))
    else void answer(call, controller.signal)
  }
  port.on('message', (value: unknown) => {
    try {
      receive(value)
    } catch (error) {
      if (options.onFailure === undefined) throw error
      options.onFailure(error)
    }
  })
  port.on('messageerror', (error) => {
    options.onFailure?.(error)
  })
  waitIdle()
}

function handle<C extends CallMap<C>>(
  handlers: ServeOptions<C, never>['handlers'],
  name: string,
  input: unknown,
  signal: AbortSignal,
): unknown {
  // An unknown name fails below, so that the assertion is checked.
  const known = name as CallName<C>
  if (typeof handlers === 'function') return handlers(known, input, signal)
  if (!Object.hasOwn(handlers, name)) throw new Error(`the worker knows no call “${name}”`)
  return handlers[known](input, signal)
}

/** Speeds up the driver of SQLite, which finds the C library in a report of the process. */
export function leaveNetworkOutOfReports(): void {
  // The types of Node lack this property.
  Object.assign(process.report, { excludeNetwork: true })
}

/**
 * Ends the thread after an unhandled rejection, as after an uncaught error, so that its owner observes the end and
 * starts another. Electron's default only prints a warning to the terminal.
 */
export function endOnRejection(): void {
  process.on('unhandledRejection', (reason) => {
    throw reason
  })
}
