import type { Failure, Result } from '#contract/base/failures.ts'
import type { Quiet } from '#shared/time/quiet-time.ts'
import type { EngineCalls } from '#engine/engine-calls.ts'
import type { WindowId, AccountStatus, DesktopNotification, LogLevel, Signal } from '#engine/ports.ts'
import { plainAccess, type FileAccess } from '#engine/values/file-access.ts'
import type { EngineOptions, EngineWorkerCalls, FromEngine, ToEngine } from '#engine/thread/protocol.ts'
import { WorkerCalls } from '#engine/workers/worker-calls.ts'
import { WorkerCallError } from '#engine/workers/worker-messages.ts'
import type { Gate } from '#network/gate.ts'
import { EngineRequests } from './engine-requests.ts'
import type { Outgoing } from './outgoing.ts'

/** The time for which a death of an engine counts, milliseconds. */
export const deathsCountMs = 300_000
/**
 * The delays before restarts, milliseconds. The first restart is immediate, since a single crash may be an accident.
 */
const pausesMs = [0, 1_000, 2_000, 4_000] as const

export type RestartPlan =
  | { readonly kind: 'restart'; readonly afterMs: number }
  /** `times` is the number of recent deaths. The user is notified and can restart the engine. */
  | { readonly kind: 'give_up'; readonly times: number }

/** The reaction to the last of these deaths, given in UNIX milliseconds. */
export function restartPlan(deaths: readonly number[], now: number): RestartPlan {
  const times = recentDeaths(deaths, now).length
  const afterMs = pausesMs[Math.max(0, times - 1)]
  return afterMs === undefined ? { kind: 'give_up', times } : { kind: 'restart', afterMs }
}

export function recentDeaths(deaths: readonly number[], now: number): number[] {
  // After the clock was set back, times in the future do not count.
  return deaths.filter((at) => at > now - deathsCountMs && at <= now)
}

const closeTimeoutMs = 5_000
/** An engine deletes its event queue within two seconds; the sign-out continues if the thread does not answer. */
const releaseTimeoutMs = 5_000

/** Temporary reasons for which an engine cannot open its file; other reasons persist. */
const passingFailures: ReadonlySet<string> = new Set([
  'LOCKED_DATABASE',
  'READ_ONLY_DATABASE',
  'DISK_FULL',
  'UNUSABLE_DATABASE',
])
/** The first delay before such an engine is restarted, with exponential backoff, milliseconds. */
const firstRetryMs = 2_000
const slowestRetryMs = 60_000

const closing: Failure = { code: 'CLOSED' }
const restarting: Failure = { code: 'ENGINE_RESTARTING' }
const restarted: Failure = { code: 'ENGINE_RESTARTED' }
const unanswered: Failure = { code: 'INTERNAL' }

const nothingKnown: AccountStatus = {
  connection: { state: 'starting' },
  rateLimitedUntil: null,
  organization: '',
  unread: 0,
  mentions: 0,
  badge: 0,
  clock: 'system',
  word: 'stream',
  failed: 0,
  unsent: 0,
  name: null,
  language: null,
  email: null,
}

/** The programs of an engine's threads. */
export interface EngineFiles {
  readonly engine: URL
  readonly ingest: URL
  readonly reader: URL
}

export interface EngineHostEvents {
  /** Called with an update for a window, as JSON text. */
  onUpdate(text: string, to: WindowId): void
  onStatus(status: AccountStatus): void
  /** Called when a new engine has replaced a dead one: views must be opened again. */
  onRestarted(): void
  /** Called when the engine died; `cause` is the reason. The data on disk is intact. */
  onDied(cause: string): void
  onLog(level: LogLevel, message: string): void
  onNotify(notification: DesktopNotification): void
  onWithdraw(messageIds: readonly number[]): void
}

/** What the host of an engine needs of the encryption of files. */
export interface HostEncryption {
  /** Whether the key must be read from the keychain before the engine starts. */
  isKeyNeeded(database: string): boolean
  /** Reads the key; a failure is part of the next engine's end. `onWaiting` is called when the keychain shows a prompt. */
  load(onWaiting: () => void): Promise<void>
  access(): FileAccess
  /** Why a file cannot be opened that needs the key. */
  failureFor(failure: Failure): Failure
}

const noEncryption: HostEncryption = {
  isKeyNeeded: () => false,
  load: () => Promise.resolve(),
  access: () => plainAccess,
  failureFor: (failure) => failure,
}

/** Starts, monitors and restarts the engine thread of one account, and connects it with the gate. */
export class EngineHost {
  readonly #database: string
  readonly #encryption: HostEncryption
  readonly #gate: Gate
  readonly #outgoing: Outgoing
  readonly #events: EngineHostEvents
  readonly #requests: EngineRequests
  readonly #worker: WorkerCalls<EngineWorkerCalls, ToEngine, FromEngine>
  #epoch = 0
  /** The times of the engine's deaths, UNIX milliseconds. */
  #deaths: number[] = []
  /** The last error that the thread reported. */
  #cause = ''
  #status: AccountStatus = nothingKnown
  #isClosing = false
  #fatal: Failure | null = null
  #retries = 0
  /** The end of the gate's rate limit, UNIX milliseconds. */
  #rateLimitedUntil = 0
  /** Whether the engine ends so that another one starts. */
  #isRestarting = false
  /** Whether the key of the file is being read. */
  #isWaitingForKey = false
  /** Called when an engine that was started anew runs or has ended; undefined while none is. */
  #onStarted: (() => void) | undefined
  #startTimer: ReturnType<typeof setTimeout> | undefined
  /** Whether the user looks at the window; a new engine assumes false. */
  #isFocused = false
  /** Whether the user is present; a new engine assumes false. */
  #isPresent = false
  #quiet: Quiet | null = null
  readonly #language: () => string

  constructor(options: {
    files: EngineFiles
    accountId: string
    database: string
    /** The language by which names are sorted (BCP 47). */
    language: () => string
    /** If it is absent, the file stays as it is. */
    encryption?: HostEncryption
    gate: Gate
    outgoing: Outgoing
    events: EngineHostEvents
  }) {
    this.#gate = options.gate
    this.#outgoing = options.outgoing
    this.#language = options.language
    this.#events = options.events
    this.#requests = new EngineRequests(options.gate, options.outgoing, (message, transfer) => {
      this.#worker.post(message, transfer)
    })
    const { accountId, database, encryption = noEncryption, files } = options
    this.#database = database
    this.#encryption = encryption
    this.#worker = new WorkerCalls({
      file: files.engine,
      name: `engine ${accountId}`,
      workerData: () =>
        ({
          accountId,
          database,
          fileAccess: encryption.access(),
          ingestFile: files.ingest.href,
          readerFile: files.reader.href,
          engineEpoch: this.#epoch,
          language: options.language(),
        }) satisfies EngineOptions,
      onMessage: (message) => {
        this.#receive(message)
      },
      onEnd: (error) => {
        this.#onEnd(error)
      },
      onMalformed: (message) => {
        this.#events.onLog('warn', `the engine thread sent an unknown message: ${String(message)}`)
      },
    })
  }

  /** Starts the engine; if its file is encrypted, as soon as the keychain has answered. */
  start(): void {
    if (this.#encryption.isKeyNeeded(this.#database)) void this.#startWithKey()
    else this.#begin()
  }

  async #startWithKey(): Promise<void> {
    if (this.#isWaitingForKey) return
    this.#isWaitingForKey = true
    await this.#encryption.load(() => {
      this.#events.onStatus({ ...nothingKnown, connection: { state: 'waiting_for_keychain' } })
    })
    this.#isWaitingForKey = false
    if (this.#isClosing) return
    this.#begin()
    this.#events.onRestarted()
  }

  #begin(): void {
    this.#epoch += 1
    this.#cause = ''
    this.#worker.start()
    // A rate limit of the gate outlives an engine.
    if (this.#rateLimitedUntil > Date.now()) this.#worker.post({ type: 'rate_limited', until: this.#rateLimitedUntil })
    if (this.#isPresent) this.#worker.post({ type: 'signal', signal: 'present' })
    if (this.#isFocused) this.#worker.post({ type: 'signal', signal: 'focused' })
    if (this.#quiet !== null) this.#worker.post({ type: 'quiet', quiet: this.#quiet })
  }

  /** Calls the engine. If there is none, or it ends before its answer, the result is a failure. */
  async call<N extends keyof EngineCalls>(
    name: N,
    input: EngineCalls[N]['input'],
    from?: WindowId,
  ): Promise<Result<EngineCalls[N]['output']>> {
    if (this.#fatal !== null) return { ok: false, error: this.#fatal }
    if (this.isDown) return { ok: false, error: this.#isClosing ? closing : restarting }
    try {
      const deadline = name === 'queue.release' ? { deadlineMs: releaseTimeoutMs } : {}
      return await this.#worker.call(name, { from, input }, deadline)
    } catch (error) {
      return { ok: false, error: this.#noAnswer(name, error) }
    }
  }

  #noAnswer(name: string, error: unknown): Failure {
    const reason = error instanceof WorkerCallError ? error.code : 'failed'
    if (reason === 'closed') return closing
    if (reason === 'ended') return restarted
    this.#events.onLog('error', `${name} was not answered: ${String(error)}`)
    return unanswered
  }

  /** Whether no engine runs or is starting. */
  get isDown(): boolean {
    return !this.#worker.isRunning
  }

  /** Sends a signal; `reason` belongs to `no_key`. `retry` also starts an engine that could not be started. */
  signal(signal: Signal, reason?: Failure): void {
    if (signal === 'focused' || signal === 'blurred') this.#isFocused = signal === 'focused'
    if (signal === 'present' || signal === 'absent') this.#isPresent = signal === 'present'
    if (signal === 'retry' && this.#isWaitingForKey) return
    if (signal === 'retry' && this.isDown && !this.#isClosing) {
      this.#deaths = []
      this.#startAgain()
      return
    }
    this.#worker.post({ type: 'signal', signal, ...(reason === undefined ? {} : { reason }) })
  }

  /** Sends the do-not-disturb of this computer, for this engine and its successors; null ends it. */
  setQuiet(quiet: Quiet | null): void {
    this.#quiet = quiet
    this.#worker.post({ type: 'quiet', quiet })
  }

  /** Sends the language by which names are sorted now. */
  sendLanguage(): void {
    this.#worker.post({ type: 'language', language: this.#language() })
  }

  /** Sends the engine the end of the gate's rate limit, UNIX milliseconds. */
  hold(until: number): void {
    this.#rateLimitedUntil = Math.max(this.#rateLimitedUntil, until)
    this.#worker.post({ type: 'rate_limited', until })
  }

  /** Starts the engine anew, so that it converts its file. It settles when the engine runs or has failed. */
  async restart(): Promise<void> {
    if (this.#isClosing) return
    const started = new Promise<void>((resolve) => {
      this.#onStarted = resolve
    })
    if (this.isDown) this.#startAgain()
    else {
      this.#isRestarting = true
      this.#worker.post({ type: 'close' })
    }
    await started
  }

  #settleStart(): void {
    this.#onStarted?.()
    this.#onStarted = undefined
  }

  /** Lets the engine close its file, then ends the thread. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#startTimer)
    await this.#worker.close({ message: { type: 'close' }, withinMs: closeTimeoutMs })
  }

  #receive(message: FromEngine): void {
    switch (message.type) {
      case 'ready':
        this.#retries = 0
        if (!this.#isRestarting) this.#settleStart()
        return
      case 'closed':
        return
      case 'update':
        this.#events.onUpdate(message.text, message.to)
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
        this.#requests.forward(message)
        return
      case 'abort':
        this.#requests.abort(message.id)
        return
      case 'fatal': {
        if (message.failure.code === 'ENGINE_START') {
          // The error has no code, so it is a fault of the engine and not of the disk, and counts as a death.
          this.#cause = message.message
          this.#events.onLog('error', `the engine could not start: ${message.message}`)
          return
        }
        this.#fatal = this.#encryption.failureFor(message.failure)
        this.#events.onLog('error', `engine cannot start: ${this.#fatal.code} ${message.message}`)
        this.#reportRefused(this.#fatal)
        return
      }
    }
  }

  /** Schedules another start for a file that may be usable later. */
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

  #reportRefused(reason: Failure): void {
    this.#events.onStatus({ ...nothingKnown, connection: { state: 'refused', reason } })
  }

  /** Aborts the requests of a dead engine, and starts a new one if a restart may help. */
  #onEnd(error: Error | undefined): void {
    if (error !== undefined) {
      this.#cause = error.message
      this.#events.onLog('error', `engine thread: ${error.stack ?? error.message}`)
    }
    this.#requests.abortAll()
    if (this.#isClosing) {
      this.#settleStart()
      return
    }
    if (this.#isRestarting) {
      this.#isRestarting = false
      this.#tell({ ...this.#status, connection: { state: 'starting' } })
      this.#startAgain()
      return
    }
    this.#settleStart()
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
        const failure: Failure = { code: 'ENGINE_FAILED', values: { times: plan.times } }
        this.#fatal = failure
        this.#events.onLog('error', `the engine has died ${plan.times} times and is given up`)
        this.#tell({ ...this.#status, connection: { state: 'refused', reason: failure, isFailing: true } })
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
