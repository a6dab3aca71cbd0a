import type { BrowserWindow } from 'electron'
import type { AccountSummary } from '#contract/accounts.ts'
import type { Notice } from '#contract/app.ts'
import type { Result } from '#contract/base/failures.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import type { LogLevel } from '#engine/ports.ts'
import { askAboutHang, askAfterFaults, notifyOfReport } from './crash-dialogs.ts'
import { CrashWatch } from './crash-watch.ts'
import { Failures } from './report.ts'
import { PageErrors, type PageError } from './page-errors.ts'
import { ReportDesk } from './report-desk.ts'
import { surviveErrors } from './uncaught.ts'

export interface CrashDeskPorts {
  readonly log: (level: LogLevel, message: string) => void
  readonly logFolder: string
  readonly accounts: () => readonly AccountSummary[]
  readonly window: () => BrowserWindow | null
  readonly isEnding: () => boolean
  readonly notify: (notice: Notice) => void
  /** Reports a failed start, and ends the program. */
  readonly failStart: (error: unknown) => void
  /** Reloads the page in the window. */
  readonly load: (window: BrowserWindow) => void
}

/** Reports failures to the log, the report and the user, with a way to continue. */
export class CrashDesk {
  readonly #ports: CrashDeskPorts
  readonly #failures = new Failures()
  readonly #reports: ReportDesk
  readonly #pageErrors: PageErrors
  readonly #watch: CrashWatch
  readonly #survival: ReturnType<typeof surviveErrors>

  constructor(ports: CrashDeskPorts) {
    this.#ports = ports
    const { log, logFolder, accounts, isEnding, notify, failStart, load } = ports
    const note = (part: string, what: string) => {
      this.#failures.note(part, what)
    }
    this.#survival = surviveErrors({
      log,
      notify,
      failStart,
      note: (what) => {
        note('main', what)
      },
    })
    this.#reports = new ReportDesk({ logFolder, failures: this.#failures, accounts })
    this.#pageErrors = new PageErrors({
      log,
      note: (what) => {
        note('page', what)
      },
      known: () => this.#reports.known(),
      now: Date.now,
    })
    this.#watch = new CrashWatch({
      log,
      note,
      isEnding,
      load,
      notify,
      askAfterFaults,
      askAboutHang,
      saveReport: () => this.#saveWithoutPage(),
    })
    this.#watch.watchProcesses()
  }

  /** Watches a new window. */
  watch(window: BrowserWindow): void {
    this.#watch.watch(window)
  }

  /** Called after the first window has opened: from then on errors do not end the program. */
  start(): void {
    this.#survival.started()
  }

  engineDied(accountId: string, cause: string): void {
    this.#failures.note(`engine [${accountId.slice(0, 8)}]`, cause)
  }

  pageError(error: PageError): void {
    this.#pageErrors.add(error)
  }

  report(): { readonly id: number; readonly text: string } {
    return this.#reports.make()
  }

  saveReport(id: number): Promise<Result<{ readonly path: string | null }>> {
    return this.#reports.save(id, this.#ports.window())
  }

  showLog(): void {
    this.#reports.showLog()
  }

  /** Reloads the page at its own request, for example after a failure of its code. */
  reload(): void {
    const window = this.#ports.window()
    if (window !== null) this.#watch.reload(window)
  }

  async #saveWithoutPage(): Promise<void> {
    const result = await this.#reports.save(this.#reports.make().id, null)
    if (!result.ok) await notifyOfReport(sentenceOf(result.error))
    else if (result.value.path !== null) {
      await notifyOfReport(catalogue.dialogs.reportSaved(result.value.path))
    }
  }
}
