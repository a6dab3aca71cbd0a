import { Worker } from 'node:worker_threads'
import type { Connection, Failure, Result } from '../../preload/contract.ts'
import type {
  AccountStatus,
  DesktopNotification,
  EngineOptions,
  FromEngine,
  PostedRequest,
  Signal,
  ToEngine,
} from '../engine/protocol.ts'
import type { LogLevel } from '../engine/ports.ts'
import type { Gate, GateRequest } from '../network/gate.ts'
import type { Outgoing } from './outgoing.ts'

const closeTimeoutMs = 5_000
/** An engine that dies again and again is given up after so many times in a minute. */
const restartsPerMinute = 5

/** What keeps an engine from opening its file for now; anything else does not change by itself. */
const passingFailures: ReadonlySet<string> = new Set([
  'LOCKED_DATABASE',
  'READ_ONLY_DATABASE',
  'DISK_FULL',
  'UNUSABLE_DATABASE',
])
/** Such an engine is started again after this, then less and less often. */
const firstRetryMs = 2_000
const slowestRetryMs = 60_000

/** The programs of an engine's threads. */
export interface EngineFiles {
  readonly engine: URL
  readonly ingest: URL
  readonly reader: URL
}

export interface EngineHostEvents {
  onUpdate(text: string): void
  onStatus(status: AccountStatus): void
  /** The engine died and a new one runs: views must be opened again. */
  onRestarted(): void
  onLog(level: LogLevel, message: string): void
  onNotify(notification: DesktopNotification): void
  onWithdraw(messageIds: readonly number[]): void
}

/** Starts, watches and restarts the engine thread of one account, and connects it with the gate. */
export class EngineHost {
  readonly #files: EngineFiles
  readonly #gate: Gate
  readonly #outgoing: Outgoing
  readonly #events: EngineHostEvents
  readonly #options: Omit<EngineOptions, 'engineEpoch'>
  #worker: Worker | undefined
  #epoch = 0
  #nextCall = 1
  readonly #calls = new Map<number, (result: Result<unknown>) => void>()
  readonly #requests = new Map<number, () => void>()
  #starts: number[] = []
  #isClosing = false
  #fatal: Failure | null = null
  #retries = 0
  /** The gate sends nothing before, UNIX milliseconds. */
  #heldUntil = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  /** The user looks at the window; a new engine takes it that nobody does. */
  #isFocused = false

  constructor(options: {
    files: EngineFiles
    accountId: string
    database: string
    gate: Gate
    outgoing: Outgoing
    events: EngineHostEvents
  }) {
    this.#files = options.files
    this.#gate = options.gate
    this.#outgoing = options.outgoing
    this.#events = options.events
    this.#options = {
      accountId: options.accountId,
      database: options.database,
      ingestFile: options.files.ingest.href,
      readerFile: options.files.reader.href,
    }
  }

  start(): void {
    this.#epoch += 1
    this.#starts.push(Date.now())
    const options: EngineOptions = { ...this.#options, engineEpoch: this.#epoch }
    const worker = new Worker(this.#files.engine, { workerData: options, name: `engine ${this.#options.accountId}` })
    this.#worker = worker
    worker.on('message', (message: FromEngine) => {
      if (worker === this.#worker) this.#receive(message)
    })
    worker.on('error', (error: Error) => {
      this.#events.onLog('error', `engine thread: ${error.stack ?? error.message}`)
    })
    worker.on('exit', () => {
      if (worker === this.#worker) this.#onExit()
    })
    // The gate waits on, whichever engine asks.
    if (this.#heldUntil > Date.now()) this.#post({ type: 'held', until: this.#heldUntil })
    if (this.#isFocused) this.#post({ type: 'signal', signal: 'focused' })
  }

  call(name: string, input: unknown): Promise<Result<unknown>> {
    const worker = this.#worker
    if (this.#fatal !== null) return Promise.resolve({ ok: false, error: this.#fatal })
    if (worker === undefined) {
      return Promise.resolve({ ok: false, error: { code: 'CLOSED', message: 'This account is being closed.' } })
    }
    const id = this.#nextCall
    this.#nextCall += 1
    return new Promise((resolve) => {
      this.#calls.set(id, resolve)
      this.#post({ type: 'call', id, name, input })
    })
  }

  /** No engine runs, and none is being started. */
  get isDown(): boolean {
    return this.#worker === undefined
  }

  /** `reason` is a sentence for people. With `retry` an engine that could not be started is started again. */
  signal(signal: Signal, reason?: string): void {
    if (signal === 'focused' || signal === 'blurred') this.#isFocused = signal === 'focused'
    if (signal === 'retry' && this.#worker === undefined && !this.#isClosing) {
      this.#startAgain()
      return
    }
    this.#post({ type: 'signal', signal, ...(reason === undefined ? {} : { reason }) })
  }

  /** The gate sends nothing before this moment, UNIX milliseconds. */
  hold(until: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, until)
    this.#post({ type: 'held', until })
  }

  /** Lets the engine close its file, then ends the thread. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#isClosing = true
    clearTimeout(this.#retryTimer)
    if (worker === undefined) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, closeTimeoutMs)
      worker.once('exit', () => {
        clearTimeout(timer)
        resolve()
      })
      this.#post({ type: 'close' })
    })
    await worker.terminate()
    this.#worker = undefined
  }

  #post(message: ToEngine, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, [...transfer])
  }

  #receive(message: FromEngine): void {
    switch (message.type) {
      case 'ready':
        this.#retries = 0
        return
      case 'closed':
        return
      case 'reply':
        this.#calls.get(message.id)?.(message.result)
        this.#calls.delete(message.id)
        return
      case 'update':
        this.#events.onUpdate(message.text)
        return
      case 'status':
        if (message.status.email !== null) this.#gate.setEmail(message.status.email)
        this.#events.onStatus(message.status)
        return
      case 'keep_attachments':
        this.#outgoing.keep(message.ids)
        return
      case 'notify':
        this.#events.onNotify(message.notification)
        return
      case 'withdraw':
        this.#events.onWithdraw(message.messageIds)
        return
      case 'log':
        this.#events.onLog(message.level, message.message)
        return
      case 'request':
        this.#forward(message)
        return
      case 'abort':
        this.#requests.get(message.id)?.()
        this.#requests.delete(message.id)
        return
      case 'fatal': {
        this.#fatal = { code: message.code, message: message.message }
        this.#events.onLog('error', `engine cannot start: ${message.code} ${message.message}`)
        this.#reportRefused(message.message)
        return
      }
    }
  }

  #forward({ id, request }: Extract<FromEngine, { type: 'request' }>): void {
    this.#requests.set(
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
          this.#requests.delete(id)
          this.#post({ type: 'end', id })
        },
        onFailure: (failure) => {
          this.#requests.delete(id)
          this.#post({ type: 'failed', id, ...failure })
        },
      }),
    )
  }

  /** The engine knows a file by its name in `outgoing/`; where that lies is nobody else's affair. */
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

  /** A file that cannot be opened now may be opened later (C6). */
  #retryLater(): void {
    const delayMs = Math.min(slowestRetryMs, firstRetryMs * 2 ** this.#retries)
    this.#retries += 1
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => {
      this.#startAgain()
    }, delayMs)
    this.#retryTimer.unref()
  }

  #startAgain(): void {
    clearTimeout(this.#retryTimer)
    this.#fatal = null
    this.#starts = []
    this.start()
    this.#events.onRestarted()
  }

  #reportRefused(reason: string): void {
    const connection: Connection = { state: 'refused', reason }
    this.#events.onStatus({
      connection,
      heldUntil: null,
      organization: '',
      unread: 0,
      mentions: 0,
      badge: 0,
      failed: 0,
      email: null,
    })
  }

  /** A dead engine's requests are given up, its callers answered, and a new one is started. */
  #onExit(): void {
    for (const abort of this.#requests.values()) abort()
    this.#requests.clear()
    for (const resolve of this.#calls.values()) {
      resolve({
        ok: false,
        error: { code: 'ENGINE_RESTARTED', message: 'Skein had to restart this account. Try again.' },
      })
    }
    this.#calls.clear()
    this.#worker = undefined
    if (this.#isClosing) return
    if (this.#fatal !== null) {
      if (passingFailures.has(this.#fatal.code)) this.#retryLater()
      return
    }
    this.#starts = this.#starts.filter((time) => time > Date.now() - 60_000)
    if (this.#starts.length >= restartsPerMinute) {
      const message =
        'This account keeps failing. Try again, or quit Skein and start it again; the log has the details.'
      this.#fatal = { code: 'ENGINE_FAILED', message }
      this.#reportRefused(message)
      return
    }
    this.#events.onLog('warn', 'the engine thread died and is started again')
    this.start()
    this.#events.onRestarted()
  }
}
