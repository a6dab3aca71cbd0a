/** The person is absent after this time without an input, milliseconds. */
export const idleAfterMs = 120_000
/** The interval in which an absent person's return to another program is noticed. */
const returnAfterMs = 5_000
/** The interval in which Linux is asked whether its screen is locked: it sends no event (powerMonitor, `lock-screen`). */
const lockAskedMs = 10_000
/** Inputs that were on their way when the screen was locked are older than the lock. */
const afterLockMs = 2_000
/** A difference between the wall clock and the monotonic one beyond this was a sleep of the system. */
const sleptMs = 60_000

export interface ActivityPorts {
  /** Whole seconds since the last input in the system; null if the system does not tell. */
  readonly systemIdleSeconds: () => number | null
  /** Whether the screen is locked now, if the system tells when it is asked. */
  readonly isScreenLocked: () => boolean
  /** Whether the system sends events of its lock, so that nobody has to ask. */
  readonly hasLockEvents: boolean
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  /** Milliseconds of the wall clock, which can be set. */
  readonly now: () => number
  /** Runs `task` once; the returned function cancels it. */
  readonly schedule: (delayMs: number, task: () => void) => () => void
  readonly onChange: (isPresent: boolean) => void
  /** Whether the person has chosen not to be disturbed; read at each question. Never, if there is no such choice. */
  readonly isQuietChosen?: () => boolean
}

/** Events of the system about the person in front of it. */
export type SystemEvent = 'lock' | 'unlock' | 'suspend' | 'resume' | 'session_left' | 'session_entered'

/**
 * The person's activity, for everything that depends on it. Present means: there was an input in the last two minutes, in
 * any program, and the system is neither locked nor asleep nor shows another user's session. After a sleep only a newer
 * input counts, since a system can wake by itself.
 *
 * Some desktops (Wayland) tell no idle time, or always zero: an idle time counts once it has been above zero, and until
 * then the page's inputs are all there is. The start of the program counts as an input.
 */
export class UserActivity {
  readonly #ports: ActivityPorts
  #isLocked = false
  /** Whether the system said that it is locked when it was asked. */
  #saidLocked = false
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
   * Whether nothing may draw the person's attention, be it present or absent: no notification, no sound, no flashing; all is still
   * counted. That is the person's choice in Skein. The systems' own modes are not told by Electron; they hold notifications
   * back themselves.
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

  /** Notes that a window has got the focus, which the system can also do by itself after it was unlocked or woke up. */
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
        this.#saidLocked = false
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

  /** Whether an event has said that nobody is there until another event comes. */
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

  /** Notes a sleep that the system did not tell of: the wall clock went on while the monotonic one stood. */
  #noteSleep(): void {
    const { now, elapsed } = this.#ports
    const difference = now() - elapsed()
    if (difference - this.#clockDifference > sleptMs && !this.#isAsleep) this.#countsFrom = elapsed()
    this.#clockDifference = difference
  }

  #isScreenLocked(): boolean {
    const isLocked = this.#ports.isScreenLocked()
    if (isLocked) this.#saidLocked = true
    else if (this.#isLocked && this.#saidLocked) this.#isLocked = false
    return isLocked
  }

  /** When the last input was that counts, on the monotonic clock; -Infinity if there was none. */
  #lastInput(): number {
    const inPage = this.#pageInputAt > this.#countsFrom ? this.#pageInputAt : -Infinity
    const seconds = this.#ports.systemIdleSeconds()
    if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return inPage
    if (seconds > 0) this.#hasIdleTime = true
    if (!this.#hasIdleTime) return inPage
    const now = this.#ports.elapsed()
    // Seconds are rounded down, so the input may be a second older.
    const isNewer = now - (seconds + 1) * 1000 > this.#countsFrom
    return Math.max(inPage, isNewer ? now - seconds * 1000 : -Infinity)
  }
}
