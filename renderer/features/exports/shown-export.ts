import type { ExportStatus } from '#contract/message-exports.ts'
import type { ProgramCalls } from '../../bridge/program-calls.ts'
import type { AccountsModel } from '../../state/accounts-model.svelte.ts'
import { exportLine, type ExportLineState } from './export-line.ts'

/** The export that runs or has ended, as the program's state has it. */
export class ShownExport {
  readonly #accounts: Pick<AccountsModel, 'state'>
  readonly #program: Pick<ProgramCalls, 'endExport'>

  constructor(accounts: Pick<AccountsModel, 'state'>, program: Pick<ProgramCalls, 'endExport'>) {
    this.#accounts = accounts
    this.#program = program
  }

  /** What the line shows; null if there is no export. */
  get line(): ExportLineState | null {
    const status = this.#status
    return status === null ? null : exportLine(status)
  }

  /** Cancels the running export, shows the folder of an ended one, or dismisses it. */
  async end(act: 'cancel' | 'show' | 'dismiss'): Promise<void> {
    const status = this.#status
    if (status !== null) await this.#program.endExport(act, status.id)
  }

  get #status(): ExportStatus | null {
    return this.#accounts.state?.exporting ?? null
  }
}
