import { Worker, type Transferable } from 'node:worker_threads'
import {
  callId,
  isMessage,
  plainErrors,
  WorkerCallError,
  type AnswerMessage,
  type CallerMessage,
  type CallMap,
  type CallName,
  type ErrorForm,
  type Message,
} from './worker-messages.ts'

/** The options of `WorkerCalls`. */
export interface WorkerOptions<FromWorker extends Message> {
  /** The worker's program. */
  readonly file: string | URL
  /** The name in debuggers. */
  readonly name: string
  /** Returns the data of a worker. It is called at each start of one. */
  readonly workerData?: () => unknown
  /** A call starts a worker if none is running. Otherwise the call fails, and the owner must call `start`. */
  readonly startsOnCall?: boolean
  /**
   * The number of workers to which a call is given, one after the other, while they end without an answer; the
   * default is 1. A call with transferred buffers is given to one worker only.
   */
  readonly attempts?: number
  /** The worker keeps the process alive only while a call is pending. */
  readonly isUnrefWhenIdle?: boolean
  /** The form in which errors of the worker's handlers cross; the default keeps their message. */
  readonly errors?: ErrorForm
  /** Receives the worker's messages that do not answer a call. */
  readonly onMessage?: (message: FromWorker) => void
  /**
   * It is called when a worker has ended, after its pending calls were settled. The owner's restart policy belongs
   * here: `start` may be called now or later. `error` ended the worker; undefined if it ended by itself.
   */
  readonly onEnd?: (error: Error | undefined) => void
  /** Receives a message of the worker that has no known form and was ignored. */
  readonly onMalformed?: (message: unknown) => void
}

/** The options of one call. */
export interface CallOptions {
  /** Aborting cancels the call: it fails at once, and the worker is notified. */
  readonly signal?: AbortSignal
  /** The call fails if there is no answer after this time. The worker is notified, and a later answer is ignored. */
  readonly deadlineMs?: number
  /** Buffers of the input that are moved to the worker instead of copied. */
  readonly transfer?: readonly Transferable[]
}

interface Pending {
  readonly message: Extract<CallerMessage, { type: 'call' }>
  attemptsLeft: number
  resolve(output: unknown): void
  reject(error: Error): void
}

/**
 * The caller's side of a worker thread. It starts the worker, matches answers with pending calls, and settles every
 * call, even if the worker ends. `serveCalls` is the worker's side.
 *
 * `C` names the calls; `ToWorker` and `FromWorker` are the messages beside them.
 */
export class WorkerCalls<C extends CallMap<C>, ToWorker extends Message = never, FromWorker extends Message = never> {
  readonly #options: WorkerOptions<FromWorker>
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | undefined
  #nextId = 1
  /** The error that ended the last worker. */
  #lastError: Error | undefined
  #isClosed = false
  #closing: Promise<void> | undefined

  constructor(options: WorkerOptions<FromWorker>) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  /**
   * Starts a worker unless one is running. A worker that cannot be started ends at once, and `onEnd` gets the error.
   */
  start(): void {
    if (this.#isClosed || this.#worker !== undefined) return
    const { file, name, workerData } = this.#options
    let worker: Worker
    try {
      worker = new Worker(file, { name, workerData: workerData?.() })
    } catch (error) {
      setImmediate(() => {
        if (this.#worker === undefined) this.#onEnd(error instanceof Error ? error : new Error(String(error)))
      })
      return
    }
    this.#worker = worker
    let cause: Error | undefined
    worker.on('message', (message: unknown) => {
      if (worker === this.#worker) this.#receive(message)
    })
    worker.on('messageerror', (error) => {
      this.#options.onMalformed?.(error)
    })
    worker.on('error', (error: unknown) => {
      cause = error instanceof Error ? error : new Error(String(error))
    })
    worker.on('exit', () => {
      if (worker !== this.#worker) return
      this.#worker = undefined
      this.#onEnd(cause)
    })
    this.#keepAlive()
  }

  /**
   * Calls the worker.
   * @throws WorkerCallError if no answer comes, the result of `errors` if the handler fails, and `DataCloneError` if
   * the input cannot be sent
   */
  call<N extends CallName<C>>(name: N, input: C[N]['input'], options: CallOptions = {}): Promise<C[N]['output']> {
    const { signal, deadlineMs, transfer = [] } = options
    if (this.#isClosed) return Promise.reject(closedError())
    if (signal?.aborted === true) return Promise.reject(cancelledError())
    if (this.#worker === undefined) {
      if (this.#options.startsOnCall !== true) return Promise.reject(endedError(this.#lastError))
      this.start()
    }
    return new Promise((resolve: (output: unknown) => void, reject) => {
      const id = this.#nextId
      this.#nextId += 1
      const message = { type: 'call', id, name, input } as const
      const giveUp = (error: Error) => {
        this.#pending.get(id)?.reject(error)
        this.#send({ type: 'cancel', id })
      }
      const cancel = () => {
        giveUp(cancelledError())
      }
      const timer =
        deadlineMs === undefined
          ? undefined
          : setTimeout(() => {
              giveUp(new WorkerCallError('deadline', `no answer within ${deadlineMs} ms`))
            }, deadlineMs)
      signal?.addEventListener('abort', cancel, { once: true })
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
        this.#pending.delete(id)
        this.#keepAlive()
      }
      this.#pending.set(id, {
        message,
        attemptsLeft: transfer.length > 0 ? 0 : (this.#options.attempts ?? 1) - 1,
        resolve(output) {
          settle()
          resolve(output)
        },
        reject(error) {
          settle()
          reject(error)
        },
      })
      this.#keepAlive()
      try {
        this.#send(message, transfer)
      } catch (error) {
        settle()
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
  }

  /** Sends a message that is not a call. It does nothing if no worker runs. */
  post(message: ToWorker, transfer: readonly Transferable[] = []): void {
    this.#send(message, transfer)
  }

  /**
   * Ends the worker for good. With a farewell, the worker has `withinMs` to end by itself after that message, and may
   * still answer pending calls. Without one, pending calls fail at once. Closing again changes nothing.
   */
  close(farewell?: { readonly message: ToWorker; readonly withinMs: number }): Promise<void> {
    if (this.#closing !== undefined) return this.#closing
    this.#isClosed = true
    this.#closing = this.#end(farewell)
    return this.#closing
  }

  async #end(farewell: { readonly message: ToWorker; readonly withinMs: number } | undefined): Promise<void> {
    const worker = this.#worker
    if (worker === undefined || farewell === undefined) this.#rejectAll(closedError())
    if (worker === undefined) return
    if (farewell !== undefined) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, farewell.withinMs)
        worker.once('exit', () => {
          clearTimeout(timer)
          resolve()
        })
        this.post(farewell.message)
      })
    }
    await worker.terminate()
  }

  #send(message: CallerMessage | ToWorker, transfer: readonly Transferable[] = []): void {
    this.#worker?.postMessage(message, [...transfer])
  }

  #receive(value: unknown): void {
    const { onMessage, onMalformed, errors = plainErrors } = this.#options
    if (!isMessage(value)) {
      onMalformed?.(value)
      return
    }
    if (value.type !== 'answer' && value.type !== 'failure') {
      // The message comes from the worker that this object started, whose messages are those of `FromWorker`.
      onMessage?.(value as FromWorker)
      return
    }
    const id = callId(value)
    if (id === undefined || id < 1 || id >= this.#nextId) {
      onMalformed?.(value)
      return
    }
    // An answer without a pending call came after the call was given up.
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    const message = value as AnswerMessage
    if (message.type === 'answer') pending.resolve(message.output)
    else pending.reject(errors.toError(message.error))
  }

  #onEnd(error: Error | undefined): void {
    this.#lastError = error
    if (this.#isClosed) this.#rejectAll(closedError())
    const again: Pending[] = []
    for (const pending of [...this.#pending.values()]) {
      if (pending.attemptsLeft > 0) again.push(pending)
      else pending.reject(endedError(error))
    }
    if (again.length > 0) this.start()
    for (const pending of again) {
      pending.attemptsLeft -= 1
      this.#send(pending.message)
    }
    this.#options.onEnd?.(error)
  }

  #rejectAll(error: Error): void {
    for (const pending of [...this.#pending.values()]) pending.reject(error)
  }

  #keepAlive(): void {
    if (this.#options.isUnrefWhenIdle !== true) return
    if (this.#pending.size === 0) this.#worker?.unref()
    else this.#worker?.ref()
  }
}

function closedError(): WorkerCallError {
  return new WorkerCallError('closed', 'the worker was closed')
}

function cancelledError(): WorkerCallError {
  return new WorkerCallError('cancelled', 'the call was cancelled')
}

function endedError(cause: Error | undefined): WorkerCallError {
  return new WorkerCallError('ended', cause?.message ?? 'the thread has ended', cause)
}
