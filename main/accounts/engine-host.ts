import { Worker } from 'node:worker_threads'
import type { Failure, Result } from '../../preload/contract/values.ts'
import type { AccountStatus, DesktopNotification, LogLevel, Signal } from '../engine/ports.ts'
import type { EngineOptions, FromEngine, PostedRequest, ToEngine } from '../engine/thread/protocol.ts'
import type { Gate, GateRequest } from '../network/gate.ts'
import type { Outgoing } from './outgoing.ts'
import { recentDeaths, restartPlan } from './restart-plan.ts'

const closeTimeoutMs = 5_000

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

const closing: Failure = { code: 'CLOSED', message: 'This account is being closed.' }
const restarting: Failure = {
  code: 'ENGINE_RESTARTING',
  message: 'Skein is restarting this account. Try again in a moment.',
}

const nothingKnown: AccountStatus = {
  connection: { state: 'starting' },
  heldUntil: null,
  organization: '',
  unread: 0,
  mentions: 0,
  badge: 0,
  failed: 0,
  email: null,
}

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
  /** The engine died, of this. What it was told of stays on disk. */
  onDied(cause: string): void
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
  /** When it died, UNIX milliseconds. */
  #deaths: number[] = []
  /** What the thread said last that ended it. */
  #cause = ''
  #status: AccountStatus = nothingKnown
  #isClosing = false
  #fatal: Failure | null = null
  #retries = 0
  /** The gate sends nothing before, UNIX milliseconds. */
  #heldUntil = 0
  #startTimer: ReturnType<typeof setTimeout> | undefined
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
    this.#cause = ''
    const options: EngineOptions = { ...this.#options, engineEpoch: this.#epoch }
    const worker = new Worker(this.#files.engine, { workerData: options, name: `engine ${this.#options.accountId}` })
    this.#worker = worker
    worker.on('message', (message: FromEngine) => {
      if (worker === this.#worker) this.#receive(message)
    })
    worker.on('error', (error: unknown) => {
      this.#cause = error instanceof Error ? error.message : String(error)
      this.#events.onLog(
        'error',
        `engine thread: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
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
    if (worker === undefined) return Promise.resolve({ ok: false, error: this.#isClosing ? closing : restarting })
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
      this.#deaths = []
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
    clearTimeout(this.#startTimer)
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
        this.#tell(message.status)
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
        if (message.code === 'ENGINE_START') {
          // No trouble of the disk, which it would have named: an error of its own, as any that ends it later.
          this.#cause = message.message
          this.#events.onLog('error', `the engine could not start: ${message.message}`)
          return
        }
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
    this.#startIn(Math.min(slowestRetryMs, firstRetryMs * 2 ** this.#retries))
    this.#retries += 1
  }

  #startIn(delayMs: number): void {
    clearTimeout(this.#startTimer)
    this.#startTimer = setTimeout(() => {
      this.#startAgain()
    }, delayMs)
    this.#startTimer.unref()
  }

  #startAgain(): void {
    clearTimeout(this.#startTimer)
    this.#fatal = null
    this.start()
    this.#events.onRestarted()
  }

  #tell(status: AccountStatus): void {
    this.#status = status
    this.#events.onStatus(status)
  }

  #reportRefused(reason: string): void {
    this.#events.onStatus({ ...nothingKnown, connection: { state: 'refused', reason } })
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
    this.#onDeath()
  }

  #onDeath(): void {
    const now = Date.now()
    this.#deaths = [...recentDeaths(this.#deaths, now), now]
    this.#events.onDied(this.#cause === '' ? 'its thread has ended' : this.#cause)
    const plan = restartPlan(this.#deaths, now)
    switch (plan.kind) {
      case 'give_up': {
        const message = `Skein’s part for this account has failed ${plan.times} times in a few minutes. What you wrote waits on this computer. Try again, or save a report for whoever helps you.`
        this.#fatal = { code: 'ENGINE_FAILED', message }
        this.#events.onLog('error', `the engine has died ${plan.times} times and is given up`)
        this.#tell({ ...this.#status, connection: { state: 'refused', reason: message, isFailing: true } })
        return
      }
      case 'restart':
        this.#events.onLog('warn', `the engine thread died and is started again in ${plan.afterMs} ms`)
        if (plan.afterMs === 0) {
          this.#startAgain()
          return
        }
        this.#tell({ ...this.#status, connection: { state: 'starting' } })
        this.#startIn(plan.afterMs)
        return
    }
  }
}
