import { gt } from 'semver'
import type { UpdateChoice, UpdateNews, UpdateStep, UpdateWay } from '#contract/app.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { LogLevel } from '#engine/ports.ts'
import { ReleaseError, type Release } from './release.ts'

const minuteMs = 60_000

/** The delay of the first check after a start, when the accounts have caught up, milliseconds. */
export const firstCheckMs = minuteMs
/** The usual interval of checks, milliseconds. */
export const usualCheckMs = 6 * 60 * minuteMs
const firstRetryMs = 15 * minuteMs

/**
 * The time until the next check. Times vary by a quarter, so that computers do not check all at once.
 * @param failures the number of checks and downloads in a row that failed
 * @param chance 0 to 1
 * @returns milliseconds
 */
export function nextCheckMs(step: 'first' | 'next', failures: number, chance: number): number {
  if (step === 'first') return firstCheckMs * (1 + chance)
  const usual = failures === 0 ? usualCheckMs : Math.min(firstRetryMs * 2 ** Math.min(failures - 1, 10), usualCheckMs)
  return usual * (0.75 + chance / 2)
}

/** Downloads a release and installs it. */
export interface UpdateInstaller {
  /**
   * Downloads a release and verifies it. From then on it is installed when the program ends.
   * @param onPart gets the progress, 0 to 1
   * @returns false if the release is not for this computer: it requires a newer system, or is not rolled out to all yet
   */
  fetch(release: Release, onPart: (part: number) => void): Promise<boolean>
  /** Sets whether the downloaded release is installed when the program ends. */
  installAtEnd(isWanted: boolean): void
  /**
   * Stages the downloaded release on macOS, where the system then installs it at the next end regardless of later
   * choices; so this is the last step before the end. Null if nothing needs staging.
   */
  stage?(): Promise<void> | null
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
  /** Creates the installer, before the first download. */
  readonly installer: () => Promise<UpdateInstaller>
  /** Shuts the program down, and calls `last` as the final step. */
  readonly endBy: (last: () => void) => void
  readonly onChanged: () => void
  readonly log: (level: LogLevel, message: string) => void
  readonly now: () => number
  readonly chance: () => number
}

/** The number of steps of the progress that the page shows. */
const parts = 100

/**
 * Updates Skein: checks for releases, downloads them in the background, and installs them when the user quits. It opens
 * no dialogs and never restarts Skein without a request.
 */
export class Updates {
  readonly #ports: UpdatesPorts
  #step: UpdateStep = { kind: 'idle', checkedAt: null }
  #failures = 0
  #isBusy = false
  #isHeldBack = false
  /** Whether the user requested the release that is being fetched or is ready. */
  #isWanted = false
  /** The downloaded version; a further download deletes it. */
  #fetched: string | null = null
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
    if (isFetched(this.#step)) this.#goFetched(this.#step.version)
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
    if (!isFetched(this.#step) || installer === undefined || this.#isBusy) return
    const { version } = this.#step
    const end = () => {
      this.#ports.log('info', `Skein ends, to start again as ${version}`)
      this.#ports.endBy(() => {
        installer.installNow()
      })
    }
    const staging = installer.stage?.() ?? null
    if (staging === null) end()
    else void this.#endAfter(staging, version, end)
  }

  /**
   * Stages the fetched release before the program ends, if it is to be installed then. Null if nothing needs staging;
   * never rejects.
   */
  stageAtEnd(): Promise<void> | null {
    if (this.#fetched === null || !this.#isForEnd()) return null
    const staging = this.#installer?.stage?.() ?? null
    return (
      staging?.catch((error: unknown) => {
        this.#ports.log('warn', `the update is not installed at this end: ${textOf(error)}`)
      }) ?? null
    )
  }

  /**
   * Postpones the installation to the next end. Called when the program ends without the user's quitting, by a shutdown
   * of the system or a restart of Skein: an interrupted installer would leave no working program.
   */
  holdBack(): void {
    this.#isHeldBack = true
    this.#applyChoice()
  }

  #applyChoice(): void {
    this.#installer?.installAtEnd(this.#isForEnd())
  }

  #isForEnd(): boolean {
    return !this.#isHeldBack && this.#isChosen()
  }

  #isChosen(): boolean {
    return this.#isWanted || this.#ports.choice() === 'install'
  }

  #goFetched(version: string): void {
    this.#go({ kind: this.#isChosen() ? 'ready' : 'kept', version })
  }

  async #endAfter(staging: Promise<void>, version: string, end: () => void): Promise<void> {
    this.#isBusy = true
    this.#go({ kind: 'staging', version })
    try {
      await staging
      end()
    } catch (error) {
      this.#failures += 1
      this.#ports.log('warn', `the update is not installed: ${textOf(error)}`)
      this.#go({ kind: 'failed', failure: failureOf(error) })
      this.#plan('next')
    } finally {
      this.#isBusy = false
    }
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
      this.#ports.log('warn', `no update: ${textOf(error)}`)
      // A ready release stays ready, regardless of the server's present offer.
      if (isFetched(before) && error instanceof ReleaseError) this.#goFetched(before.version)
      else this.#go({ kind: 'failed', failure: failureOf(error) })
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
    if (isFetched(before) && before.version === version) {
      if (isWanted) this.#isWanted = true
      this.#applyChoice()
      this.#goFetched(version)
      return
    }
    if (way.kind !== 'install' || !(isWanted || choice() === 'install')) {
      this.#go({ kind: 'notified', version })
      return
    }
    log('info', `fetching Skein ${version}`)
    this.#isWanted = isWanted
    this.#installer ??= await this.#ports.installer()
    this.#applyChoice()
    this.#go({ kind: 'fetching', version, part: 0 })
    this.#fetched = null
    const isForThis = await this.#installer.fetch(release, (part) => {
      const shown = Math.floor(part * parts) / parts
      if (this.#step.kind === 'fetching' && shown > this.#step.part) this.#go({ ...this.#step, part: shown })
    })
    if (!isForThis) {
      this.#go({ kind: 'idle', checkedAt: this.#ports.now() })
      return
    }
    this.#fetched = version
    log('info', `Skein ${version} is there, and installed ${this.#isChosen() ? 'when the program ends' : 'on request'}`)
    this.#goFetched(version)
  }

  #go(step: UpdateStep): void {
    this.#step = step
    this.#ports.onChanged()
  }
}

function isFetched(step: UpdateStep): step is Extract<UpdateStep, { kind: 'ready' | 'kept' }> {
  return step.kind === 'ready' || step.kind === 'kept'
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
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
    case 'STAGING':
      return { code: 'UPDATE_NOT_TAKEN' }
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
