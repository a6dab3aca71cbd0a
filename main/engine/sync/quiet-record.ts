import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import type { Change } from '../state/changes.ts'

interface QuietPorts {
  /** Whether the connection is up, the client has caught up, and the server has all drafts. */
  readonly isUpToDate: () => boolean
  /** Called after each change that the connection panel shows. */
  readonly onNoted: () => void
}

/** Records since when everything has been sent and is up to date. */
export class QuietRecord implements Service {
  readonly #core: Core
  readonly #ports: QuietPorts
  #since: number | null = null
  #isStopped = false

  constructor(core: Core, ports: QuietPorts) {
    this.#core = core
    this.#ports = ports
  }

  /** The time in UNIX milliseconds; null while anything is pending. */
  get since(): number | null {
    return this.#since
  }

  onCommit(changes: readonly Change[]): void {
    if (changes.some(({ kind }) => kind === 'outbox' || kind === 'drafts' || kind === 'waiting')) this.note()
  }

  onConnection(): void {
    this.note()
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Updates the time after a change of the connection, of catching up, or of what is pending. */
  note(): void {
    if (this.#isStopped) return
    // If the database cannot be read, the connection is offline, and `isUpToDate` comes before the query.
    const isQuiet = this.#ports.isUpToDate() && this.#core.store.outbox.oldestAt() === null
    if (!isQuiet) this.#since = null
    else this.#since ??= this.#core.ports.clock.now()
    this.#ports.onNoted()
  }
}
