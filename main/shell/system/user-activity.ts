/** The user counts as absent after this time without input, milliseconds. */
export const idleAfterMs = 120_000
/** The interval of queries for an absent user's return in another program, milliseconds. */
const returnAfterMs = 5_000
/**
 * The interval of queries for the screen lock on Linux, which sends no event (powerMonitor, `lock-screen`),
 * milliseconds.
 */
const lockAskedMs = 10_000
/** Inputs within this time after the lock belong to the time before it, milliseconds. */
const afterLockMs = 2_000
/** A difference between the wall clock and the monotonic clock above this is a sleep of the system, milliseconds. */
const sleptMs = 60_000

export interface ActivityPorts {
  /** Whole seconds since the last input in the system; null if the system does not report it. */
  readonly systemIdleSeconds: () => number | null
  /** Whether the screen is locked now; false if the system does not answer the query. */
  readonly isScreenLocked: () => boolean
  /** Whether the system sends events of its lock, so that no queries are necessary. */
  readonly hasLockEvents: boolean
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  /** Milliseconds of the wall clock, which can be set. */
  readonly now: () => number
  /** Runs `task` once; the returned function cancels it. */
  readonly schedule: (delayMs: number, task: () => void) => () => void
  readonly onChange: (isPresent: boolean) => void
  /** Whether do-not-disturb goes on, by the user's choice; read on each use. Absent means never. */
  readonly isQuietChosen?: () => boolean
}

/** Events of the system about the user's session. */
export type SystemEvent = 'lock' | 'unlock' | 'suspend' | 'resume' | 'session_left' | 'session_entered'

/**
 * The user's activity. A user is present after an input in the last two minutes in any program, unless the system is
 * locked, asleep or shows another user's session. The start of the program counts as an input. After a sleep only a
 * newer input counts, since systems also wake up without a user.
 *
 * Some desktops (Wayland) report no idle time or always zero: the idle time counts only after it has been above zero
 * once; until then only inputs in the page count.
 */
export class UserActivity {
  readonly #ports: ActivityPorts
  #isLocked = false
  /** Whether the system was locked at the last query. */
  #wasLocked = false
  #lockedAt = -Infinity
  #isAsleep = false
  #isElsewhere = false
  #hasIdleTime = false
  #pageInputAt: number
  /** Only inputs after this moment count. */
  #countsFrom = -Infinity
  #clockDifference: number
  #isPresent = true
  #cancel: () => void = () => undefined

  constructor(ports: ActivityPorts) {
    this.#ports = ports
    this.#pageInputAt = ports.elapsed()
    this.#clockDifference = ports.now() - ports.elapsed()
    this.#check()
  }

  get isPresent(): boolean {
    return this.#isPresent
  }

  /**
   * Whether notifications, sounds and flashing are off by the user's choice; counts continue. The systems hold back
   * notifications by modes of their own.
   */
  get isDoNotDisturb(): boolean {
    return this.#ports.isQuietChosen?.() ?? false
  }

  /** Notes an input in one of the program's windows: the screen cannot be locked. */
  noteInput(): void {
    const now = this.#ports.elapsed()
    if (this.#isLocked && now - this.#lockedAt < afterLockMs) return
    this.#noteSleep()
    this.#isLocked = false
    this.#isAsleep = false
    this.#isElsewhere = false
    this.#noteInputAt(now)
    this.#check()
  }

  /** Notes that a window has the focus, which the system also gives after an unlock or a resume. */
  noteFocus(): void {
    this.#noteSleep()
    if (!this.#isHeld && this.#countsFrom === -Infinity) this.#noteInputAt(this.#ports.elapsed())
    this.#check()
  }

  /** Notes an event of the system. */
  note(event: SystemEvent): void {
    const now = this.#ports.elapsed()
    switch (event) {
      case 'lock':
        this.#isLocked = true
        this.#wasLocked = false
        this.#lockedAt = now
        break
      case 'unlock':
        this.#isLocked = false
        this.#noteInputAt(now)
        break
      case 'suspend':
        this.#isAsleep = true
        break
      case 'resume':
        this.#isAsleep = false
        this.#countsFrom = now
        break
      case 'session_left':
        this.#isElsewhere = true
        break
      case 'session_entered':
        this.#isElsewhere = false
        this.#noteInputAt(now)
        break
    }
    this.#check()
  }

  close(): void {
    this.#cancel()
  }

  /** Whether an event has reported the user's absence; it holds until the next event. */
  get #isHeld(): boolean {
    return this.#isLocked || this.#isAsleep || this.#isElsewhere
  }

  #noteInputAt(at: number): void {
    this.#pageInputAt = at
    this.#countsFrom = -Infinity
  }

  #check(): void {
    this.#cancel()
    this.#noteSleep()
    const quietMs = this.#ports.elapsed() - this.#lastInput()
    const isScreenLocked = this.#isScreenLocked()
    const isPresent = !this.#isHeld && !isScreenLocked && quietMs < idleAfterMs
    this.#cancel = this.#ports.schedule(this.#nextCheckMs(isPresent, quietMs), () => {
      this.#check()
    })
    if (isPresent === this.#isPresent) return
    this.#isPresent = isPresent
    this.#ports.onChange(isPresent)
  }

  #nextCheckMs(isPresent: boolean, quietMs: number): number {
    if (!isPresent) return this.#isHeld ? lockAskedMs : returnAfterMs
    const untilIdle = Math.max(1_000, idleAfterMs - quietMs)
    return this.#ports.hasLockEvents ? untilIdle : Math.min(untilIdle, lockAskedMs)
  }

  /** Detects a sleep that the system did not report: the wall clock advanced while the monotonic clock stood still. */
  #noteSleep(): void {
    const { now, elapsed } = this.#ports
    const difference = now() - elapsed()
    if (difference - this.#clockDifference > sleptMs && !this.#isAsleep) this.#countsFrom = elapsed()
    this.#clockDifference = difference
  }

  #isScreenLocked(): boolean {
    const isLocked = this.#ports.isScreenLocked()
    if (isLocked) this.#wasLocked = true
    else if (this.#isLocked && this.#wasLocked) this.#isLocked = false
    return isLocked
  }

  /** The time of the last input that counts, on the monotonic clock; -Infinity if there is none. */
  #lastInput(): number {
    const inPage = this.#pageInputAt > this.#countsFrom ? this.#pageInputAt : -Infinity
    const seconds = this.#ports.systemIdleSeconds()
    if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return inPage
    if (seconds > 0) this.#hasIdleTime = true
    if (!this.#hasIdleTime) return inPage
    const now = this.#ports.elapsed()
    // Seconds are rounded down, so the input may be up to one second older.
    const isNewer = now - (seconds + 1) * 1000 > this.#countsFrom
    return Math.max(inPage, isNewer ? now - seconds * 1000 : -Infinity)
  }
}
