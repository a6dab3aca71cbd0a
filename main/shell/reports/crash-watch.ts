import { app, type BrowserWindow } from 'electron'
import type { Notice } from '#contract/app.ts'
import type { LogLevel } from '#engine/ports.ts'
import {
  isLoadFault,
  planForPage,
  planForProcess,
  recentFaults,
  type GoneProcess,
  type PageFault,
} from './crash-plan.ts'
import type { FaultAnswer } from './crash-dialogs.ts'

export interface CrashPorts {
  readonly log: (level: LogLevel, message: string) => void
  readonly note: (part: string, what: string) => void
  /** Whether the program is ending; an ended process is no fault then. */
  readonly isEnding: () => boolean
  /** Reloads the page in the window. */
  readonly load: (window: BrowserWindow) => void
  readonly askAfterFaults: (sentence: string) => Promise<FaultAnswer>
  readonly askAboutHang: (window: BrowserWindow, signal: AbortSignal) => Promise<'wait' | 'load'>
  readonly saveReport: () => Promise<void>
  /** Sends a notice to the page. */
  readonly notify: (notice: Notice) => void
}

/** The time within which a terminated renderer process ends, milliseconds. */
const endingTakesMs = 10_000

/** Watches the page of a window and the other processes of Chromium. `crash-plan.ts` decides the reaction. */
export class CrashWatch {
  readonly #ports: CrashPorts
  #faults: readonly number[] = []
  #isAsking = false
  #endedAt = -Infinity
  #gpuFaults = 0

  constructor(ports: CrashPorts) {
    this.#ports = ports
  }

  watchProcesses(): void {
    app.on('child-process-gone', (_event, { type, reason, name, serviceName, exitCode }) => {
      const gone: GoneProcess = { type, reason, name: name ?? serviceName ?? '' }
      if (type === 'GPU' && reason !== 'clean-exit') this.#gpuFaults += 1
      const { isFault, notice } = planForProcess(gone, this.#gpuFaults)
      if (!isFault || this.#ports.isEnding()) return
      const what = [type, gone.name].filter((word) => word !== '').join(' ')
      this.#ports.log('error', `process ${what} is gone: ${reason}, status ${exitCode}`)
      this.#ports.note(what, `${reason}, status ${exitCode}`)
      if (notice !== null) this.#ports.notify(notice)
    })
  }

  watch(window: BrowserWindow): void {
    const { webContents } = window
    webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      this.#onFault(window, reason, `status ${exitCode}`)
    })
    webContents.on('did-fail-load', (_event, errorCode, errorDescription, _address, isMainFrame) => {
      if (isLoadFault(errorCode, isMainFrame)) this.#onFault(window, 'load-failed', `${errorCode} ${errorDescription}`)
    })
    webContents.on('preload-error', (_event, _path, error) => {
      this.#onFault(window, 'preload-failed', error.stack ?? error.message)
    })
    let question: AbortController | undefined
    window.on('unresponsive', () => {
      if (question !== undefined || this.#isAsking || this.#ports.isEnding()) return
      this.#ports.log('warn', 'the page does not answer')
      question = new AbortController()
      void this.#askAboutHang(window, question.signal).finally(() => {
        question = undefined
      })
    })
    window.on('responsive', () => {
      this.#ports.log('info', 'the page answers again')
      question?.abort()
    })
  }

  /** Reloads the page at the user's request. */
  reload(window: BrowserWindow): void {
    this.#ports.log('info', 'the page is loaded anew')
    this.#ports.load(window)
  }

  async #askAboutHang(window: BrowserWindow, signal: AbortSignal): Promise<void> {
    const answer = await this.#ports.askAboutHang(window, signal)
    if (answer === 'wait' || signal.aborted || window.isDestroyed()) return
    this.#ports.note('window', 'did not answer, loaded anew')
    this.#endedAt = Date.now()
    // A page that hangs cannot end its own process.
    window.webContents.forcefullyCrashRenderer()
    this.reload(window)
  }

  #onFault(window: BrowserWindow, fault: PageFault, detail: string): void {
    const now = Date.now()
    const { log, note, isEnding } = this.#ports
    if (now - this.#endedAt < endingTakesMs) {
      this.#endedAt = -Infinity
      return
    }
    this.#faults = [...recentFaults(this.#faults, now), now]
    const plan = planForPage(fault, { faults: this.#faults, now, isEnding: isEnding() })
    if (plan.act === 'none') return
    log('error', `the page of the window is gone: ${fault}, ${detail}`)
    note('window', `${fault}, ${detail}`)
    switch (plan.act) {
      case 'load':
        this.#loadSoon(window)
        return
      case 'notify':
        void this.#ask(window, plan.sentence)
        return
    }
  }

  /** Reloads in a later turn of the event loop: a load during the event crashes the program (electron#19887). */
  #loadSoon(window: BrowserWindow): void {
    setImmediate(() => {
      if (!window.isDestroyed() && !this.#ports.isEnding()) this.#ports.load(window)
    })
  }

  async #ask(window: BrowserWindow, sentence: string): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      let answer = await this.#ports.askAfterFaults(sentence)
      while (answer === 'report') {
        await this.#ports.saveReport()
        answer = await this.#ports.askAfterFaults(sentence)
      }
      this.#faults = []
      if (answer === 'again') this.#loadSoon(window)
      else app.quit()
    } finally {
      this.#isAsking = false
    }
  }
}
