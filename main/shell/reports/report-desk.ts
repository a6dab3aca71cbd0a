import { writeFile } from 'node:fs/promises'
import { hostname, release, userInfo } from 'node:os'
import { app, dialog, shell, type BrowserWindow } from 'electron'
import type { AccountSummary } from '#contract/accounts.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { reportFileName, reportText, type Failures } from './report.ts'
import { lastLines, logFileIn } from './log.ts'
import type { KnownWords } from './redaction.ts'

export interface ReportPorts {
  readonly logFolder: string
  readonly failures: Failures
  readonly accounts: () => readonly AccountSummary[]
}

/** Creates reports, and saves the shown one unchanged at a path that the user chooses. */
export class ReportDesk {
  readonly #ports: ReportPorts
  readonly #startedAt = Date.now()
  #shown: { readonly id: number; readonly text: string } = { id: 0, text: '' }

  constructor(ports: ReportPorts) {
    this.#ports = ports
  }

  /** Creates a report, which replaces the previous one. */
  make(): { readonly id: number; readonly text: string } {
    const { logFolder, failures, accounts } = this.#ports
    const text = reportText({
      now: Date.now(),
      startedAt: this.#startedAt,
      version: app.getVersion(),
      system: `${process.platform} ${release()} (${process.arch})`,
      runtimes: runtimes(),
      accounts: accounts().map(({ id, connection }) => ({ tag: id.slice(0, 8), state: connection.state })),
      counts: failures.counts,
      failures: failures.kept,
      logLines: lastLines(logFileIn(logFolder)),
      known: this.known(),
    })
    this.#shown = { id: this.#shown.id + 1, text }
    return this.#shown
  }

  /** Asks for a path, then writes the shown report. `path` is null if the user cancelled. */
  async save(id: number, window: BrowserWindow | null): Promise<Result<{ readonly path: string | null }>> {
    const { text } = this.#shown
    if (id !== this.#shown.id) return failed({ code: 'OLD_REPORT' })
    const options = { title: catalogue.dialogs.reportTitle, defaultPath: reportFileName(Date.now()) }
    const { canceled, filePath } =
      window === null ? await dialog.showSaveDialog(options) : await dialog.showSaveDialog(window, options)
    if (canceled || filePath === '') return { ok: true, value: { path: null } }
    try {
      await writeFile(filePath, text, { flush: true })
      return { ok: true, value: { path: filePath } }
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      return failed({ code: 'REPORT_NOT_SAVED', values: { detail } })
    }
  }

  /** Shows the log in the system's file manager. */
  showLog(): void {
    shell.showItemInFolder(logFileIn(this.#ports.logFolder))
  }

  /** The texts that no report and no logged error of the page may contain. */
  known(): KnownWords {
    const accounts = this.#ports.accounts()
    const servers = accounts.flatMap(({ server }) => (URL.canParse(server) ? new URL(server) : []))
    const { username, homedir } = user()
    return {
      emails: accounts.map(({ email }) => email),
      // The host with its port is first, because otherwise the port would remain.
      servers: servers.flatMap(({ host, hostname: name }) => [host, name]),
      names: [...accounts.map(({ organization }) => organization), username, hostname()],
      home: homedir,
    }
  }
}

function runtimes(): readonly (readonly [string, string])[] {
  const { electron, chrome, node } = process.versions as Readonly<Record<string, string | undefined>> // `electron` and `chrome` are Electron's own
  const named = [
    ['Electron', electron],
    ['Chromium', chrome],
    ['Node', node],
  ] as const
  return named.flatMap(([name, version]) => (version === undefined ? [] : [[name, version] as const]))
}

/** The user's name and home folder; empty if the system does not know the user. */
function user(): { readonly username: string; readonly homedir: string } {
  try {
    return userInfo()
  } catch {
    return { username: '', homedir: '' }
  }
}

function failed(error: Failure): Result<never> {
  return { ok: false, error }
}
