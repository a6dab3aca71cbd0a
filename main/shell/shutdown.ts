import type { DesktopPlatform } from './desktop-platform.ts'

/** Why the program ends: by the user or an update, or with the whole system. */
export type EndCause = 'quit' | 'system'

/**
 * How long the work at the end may take. A system that ends waits some seconds for all programs together, then kills them;
 * what is on disk by then is whole anyway, and only the tidying is cut short.
 */
export function endBoundMs(cause: EndCause): number {
  return cause === 'system' ? 1_500 : 5_000
}

/** How long the system may take over an update after the work at the end; what it has not taken then is installed at a later end. */
export const stagingBoundMs = 60_000

/**
 * Who tells that the system ends. Windows tells windows, and quits nothing by itself; its question whether the session may
 * end (`query-session-end`) can still be answered with no by another program. The others tell the program.
 */
export function endIsToldBy(platform: DesktopPlatform): 'window' | 'powerMonitor' {
  return platform === 'win32' ? 'window' : 'powerMonitor'
}

export interface ShutdownPorts {
  /** The work before the end. */
  readonly work: () => Promise<void>
  /** Hands an update over when the work is done; null if there is none. Not called when the system ends. */
  readonly stage?: () => Promise<void> | null
  /** Asks for the end; `beforeQuit` is called for it. */
  readonly quit: () => void
  /** Ends the program at once. */
  readonly exit: () => void
  readonly log: (level: 'info' | 'warn', message: string) => void
}

/** Ends the program: runs the final work once, with a deadline after which the program ends regardless. */
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

  /** Whether the end has begun: closing windows are not hidden any more. */
  get isQuitting(): boolean {
    return this.#isQuitting
  }

  /** An update is about to close the windows and quit then. */
  announce(): void {
    this.#isQuitting = true
  }

  /** Ends in order, by `last` after the work: by something that ends the program in its own way. */
  endBy(last: () => void): void {
    this.#last = last
    this.#ports.quit()
  }

  /** Something asks for the end. @returns whether it has to wait: `quit` is called again when the work is done */
  beforeQuit(): 'wait' | 'go' {
    this.#isQuitting = true
    if (this.#state === 'done') return 'go'
    if (this.#state === 'running') this.#begin()
    return 'wait'
  }

  /** The system ends, and Skein with it; an end that has begun has less time from now on. */
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
      // At a system shutdown nothing else is waited for.
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

  /** Not cleared when the work is done: windows and threads may hang after it. */
  #limit(bound = endBoundMs(this.#cause)): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#ports.log('warn', `the end took longer than ${bound} ms, and is not waited for`)
      this.#ports.exit()
    }, bound)
  }
}
