import { gt } from 'semver'
import type { Failure } from '../../../preload/contract/failures.ts'
import type { UpdateNews, UpdateStep, UpdateWay } from '../../../preload/contract/app-state.ts'
import type { UpdateChoice } from '../../../preload/contract/settings.ts'
import type { LogLevel } from '../../engine/ports.ts'
import { ReleaseError, type Release } from './release.ts'
import { nextCheckMs } from './schedule.ts'

/** Downloads a release and installs it. */
export interface UpdateInstaller {
  /**
   * Downloads a release and verifies it. From then on it is installed when the program ends.
   * @param onPart gets the progress, 0 to 1
   * @returns false if the release is not for this computer: it requires a newer system, or is not rolled out to all yet
   */
  fetch(release: Release, onPart: (part: number) => void): Promise<boolean>
  /** Whether the downloaded release is installed when the program ends. */
  installAtEnd(isWanted: boolean): void
  /** Installs at once and starts the new version, which ends the program. */
  installNow(): void
}

export interface UpdatesPorts {
  readonly way: UpdateWay
  readonly version: string
  /** The download page; null if it is unknown. */
  readonly page: string | null
  readonly choice: () => UpdateChoice
  readonly newestRelease: () => Promise<Release>
  /** Made when there is something to fetch. */
  readonly installer: () => Promise<UpdateInstaller>
  /** Shuts the program down, and calls `last` as the final step. */
  readonly endBy: (last: () => void) => void
  readonly onChanged: () => void
  readonly log: (level: LogLevel, message: string) => void
  readonly now: () => number
  readonly chance: () => number
}

/** The number of progress steps that the page gets. */
const parts = 100

/**
 * Updates Skein automatically: checks for releases, downloads them in the background, and installs them when the user quits. It
 * opens no dialogs and restarts nothing by itself.
 */
export class Updates {
  readonly #ports: UpdatesPorts
  #step: UpdateStep = { kind: 'idle', checkedAt: null }
  #failures = 0
  #isBusy = false
  #isHeldBack = false
  /** Whether the user asked for the release that is being fetched or is ready. */
  #isWanted = false
  #installer: UpdateInstaller | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ports: UpdatesPorts) {
    this.#ports = ports
  }

  get news(): UpdateNews {
    return { way: this.#ports.way, step: this.#step, page: this.#ports.page }
  }

  /** Starts the periodic checks. */
  start(): void {
    this.#plan('first')
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Applies a changed setting. A fetched release is kept, and installed if updates are enabled again. */
  choiceChanged(): void {
    this.#isWanted = false
    this.#applyChoice()
    this.#plan('first')
  }

  /** Checks for a release at the user's request. */
  check(): Promise<void> {
    return this.#look(false)
  }

  /** Fetches the announced release at the user's request. */
  fetch(): Promise<void> {
    return this.#look(true)
  }

  /** Installs the fetched release now, at the user's request. */
  restart(): void {
    const installer = this.#installer
    if (this.#step.kind !== 'ready' || installer === undefined) return
    this.#ports.log('info', `Skein ends, to start again as ${this.#step.version}`)
    this.#ports.endBy(() => {
      installer.installNow()
    })
  }

  /**
   * The program ends for another reason than the user's quitting: a shutdown of the system or a restart of Skein. An installer
   * that is killed halfway would leave no working program, so the release is installed at the next end.
   */
  holdBack(): void {
    this.#isHeldBack = true
    this.#applyChoice()
  }

  #applyChoice(): void {
    this.#installer?.installAtEnd(!this.#isHeldBack && (this.#isWanted || this.#ports.choice() === 'install'))
  }

  #plan(step: 'first' | 'next'): void {
    clearTimeout(this.#timer)
    if (this.#ports.way.kind === 'none' || this.#ports.choice() === 'never') return
    this.#timer = setTimeout(
      () => {
        void this.#look(false)
      },
      nextCheckMs(step, this.#failures, this.#ports.chance()),
    )
  }

  async #look(isWanted: boolean): Promise<void> {
    if (this.#isBusy || this.#ports.way.kind === 'none') return
    this.#isBusy = true
    const before = this.#step
    try {
      this.#go({ kind: 'checking' })
      const release = await this.#ports.newestRelease()
      await this.#take(release, before, isWanted)
      this.#failures = 0
    } catch (error) {
      this.#failures += 1
      this.#ports.log('warn', `no update: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      // A ready release remains ready, whatever the server offers now.
      this.#go(
        before.kind === 'ready' && error instanceof ReleaseError
          ? before
          : { kind: 'failed', failure: failureOf(error) },
      )
    } finally {
      this.#isBusy = false
      this.#plan('next')
    }
  }

  async #take(release: Release, before: UpdateStep, isWanted: boolean): Promise<void> {
    const { version } = release
    const { way, choice, log } = this.#ports
    if (!gt(version, this.#ports.version)) {
      this.#go({ kind: 'idle', checkedAt: this.#ports.now() })
      return
    }
    if (before.kind === 'ready' && before.version === version) {
      this.#go(before)
      return
    }
    if (way.kind !== 'install' || !(isWanted || choice() === 'install')) {
      this.#go({ kind: 'told', version })
      return
    }
    log('info', `fetching Skein ${version}`)
    this.#isWanted = isWanted
    this.#installer ??= await this.#ports.installer()
    this.#applyChoice()
    this.#go({ kind: 'fetching', version, part: 0 })
    const isForThis = await this.#installer.fetch(release, (part) => {
      const shown = Math.floor(part * parts) / parts
      if (this.#step.kind === 'fetching' && shown > this.#step.part) this.#go({ ...this.#step, part: shown })
    })
    if (!isForThis) {
      this.#go({ kind: 'idle', checkedAt: this.#ports.now() })
      return
    }
    log('info', `Skein ${version} is installed when the program ends`)
    this.#go({ kind: 'ready', version })
  }

  #go(step: UpdateStep): void {
    this.#step = step
    this.#ports.onChanged()
  }
}

/** The failure for an error code of electron-updater or the file system. */
function failureOf(error: unknown): Failure {
  if (error instanceof ReleaseError) return error.failure
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  switch (code) {
    case 'ERR_CHECKSUM_MISMATCH':
      return { code: 'UPDATE_DAMAGED' }
    case 'ERR_UPDATER_INVALID_SIGNATURE':
      return { code: 'UPDATE_NOT_SIGNED' }
    case 'ENOSPC':
      return { code: 'UPDATE_DISK_FULL' }
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return { code: 'UPDATE_NOT_WRITABLE' }
    default:
      return { code: 'UPDATE_NOT_FETCHED' }
  }
}
