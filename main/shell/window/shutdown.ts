import type { DesktopPlatform } from '../system/desktop-platform.ts'

/** Why the program ends: by the user or an update, or with the whole system. */
export type EndCause = 'quit' | 'system'

/**
 * The deadline of the work at the end, milliseconds. A system that shuts down waits some seconds for all programs
 * together, then kills them; stored data is complete even then, and only tidying is cut short.
 */
export function endBoundMs(cause: EndCause): number {
  return cause === 'system' ? 1_500 : 5_000
}

/**
 * The deadline of the system for taking over an update after the work at the end, milliseconds. After it, the update is
 * installed at a later end.
 */
export const stagingBoundMs = 60_000

/**
 * The source of the event that the system shuts down. Windows sends it to windows and quits nothing itself; after its
 * question whether the session may end (`query-session-end`) another program can still refuse. Other systems send it to
 * the program.
 */
export function endReporter(platform: DesktopPlatform): 'window' | 'powerMonitor' {
  return platform === 'win32' ? 'window' : 'powerMonitor'
}

export interface ShutdownPorts {
  /** The work before the end. */
  readonly work: () => Promise<void>
  /** Hands an update over after the work; null if none is ready. Not called at a shutdown of the system. */
  readonly stage?: () => Promise<void> | null
  /** Requests the end, for which `beforeQuit` is called. */
  readonly quit: () => void
  /** Ends the program at once. */
  readonly exit: () => void
  readonly log: (level: 'info' | 'warn', message: string) => void
}

/** Ends the program: runs the final work once, within a deadline. */
export class Shutdown {
  readonly #ports: ShutdownPorts
  #isQuitting = false
  #state: 'running' | 'working' | 'done' = 'running'
  #cause: EndCause = 'quit'
  #timer: ReturnType<typeof setTimeout> | undefined
  #last: (() => void) | undefined

  constructor(ports: ShutdownPorts) {
    this.#ports = ports
  }

  /** Whether the end has begun: windows then close instead of hiding. */
  get isQuitting(): boolean {
    return this.#isQuitting
  }

  /** Announces that an update is about to close the windows and quit. */
  announce(): void {
    this.#isQuitting = true
  }

  /** Ends the program with `last`, which ends it in its own way, after the final work. */
  endBy(last: () => void): void {
    this.#last = last
    this.#ports.quit()
  }

  /**
   * Handles a request for the end.
   * @returns whether the request has to wait; `quit` is called again after the work
   */
  beforeQuit(): 'wait' | 'go' {
    this.#isQuitting = true
    if (this.#state === 'done') return 'go'
    if (this.#state === 'running') this.#begin()
    return 'wait'
  }

  /** Notes that the system shuts down. An end that has begun gets the shorter deadline. */
  systemEnds(): void {
    if (this.#cause === 'system') return
    this.#cause = 'system'
    if (this.#timer !== undefined) this.#limit()
    this.#ports.log('info', 'the system ends')
    this.#ports.quit()
  }

  #begin(): void {
    this.#state = 'working'
    this.#limit()
    const { work, quit, log } = this.#ports
    const done = () => {
      if (this.#state === 'done') return
      this.#state = 'done'
      log('info', 'Skein quits')
      // A shutdown of the system waits for nothing else.
      if (this.#last === undefined || this.#cause === 'system') quit()
      else this.#last()
    }
    work()
      .catch((error: unknown) => {
        log('warn', `not everything was tidied before the end: ${String(error)}`)
      })
      .then(() => this.#stage())
      .then(done, (error: unknown) => {
        log('warn', `no update is installed at this end: ${String(error)}`)
        done()
      })
  }

  async #stage(): Promise<void> {
    const staging = this.#cause === 'system' ? null : (this.#ports.stage?.() ?? null)
    if (staging === null) return
    this.#limit(stagingBoundMs)
    await staging
    this.#limit()
  }

  /** Sets the deadline. It stays set after the work, since windows and threads may hang then. */
  #limit(bound = endBoundMs(this.#cause)): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#ports.log('warn', `the end took longer than ${bound} ms, and is not waited for`)
      this.#ports.exit()
    }, bound)
  }
}
