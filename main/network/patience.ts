/** The timeouts of a request, in milliseconds. */
export interface TimeLimits {
  /** The idle timeout; it restarts with each chunk of a body in either direction. */
  readonly silenceMs: number
  /** The total timeout; only for calls with a small answer. */
  readonly totalMs?: number
}

/** The slowest supported upload rate. */
const slowestBytesPerMs = 4
/** The maximum of sent bytes in buffers of this computer and of the devices on the way to the server. */
const mostUnderWay = 1024 * 1024

/** Aborts a request after its timeouts. The timers pause while the server is not expected to act. */
export class Patience {
  readonly #limits: TimeLimits
  readonly #onOver: () => void
  /** The bytes sent since the last received data. */
  #underWay = 0
  #silence: NodeJS.Timeout | undefined
  #total: NodeJS.Timeout | undefined
  #isHeld = false
  #isOver = false

  constructor(limits: TimeLimits, onOver: () => void) {
    this.#limits = limits
    this.#onOver = onOver
    this.#start()
  }

  /** Restarts the idle timeout after received data. */
  came(): void {
    this.#underWay = 0
    this.#renew()
  }

  /** Notes sent bytes, which arrive at the server at an unknown time. */
  left(bytes: number): void {
    this.#underWay = Math.min(this.#underWay + bytes, mostUnderWay)
    this.#renew()
  }

  /** Pauses the timers while the answer is not read or the user types a password. */
  hold(): void {
    this.#isHeld = true
    this.#clear()
  }

  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#start()
  }

  end(): void {
    this.#isOver = true
    this.#clear()
  }

  #renew(): void {
    if (this.#isHeld || this.#isOver) return
    clearTimeout(this.#silence)
    this.#silence = this.#timer(this.#silenceMs)
  }

  get #silenceMs(): number {
    return this.#limits.silenceMs + this.#underWay / slowestBytesPerMs
  }

  #start(): void {
    if (this.#isOver) return
    const { totalMs } = this.#limits
    this.#silence = this.#timer(this.#silenceMs)
    if (totalMs !== undefined) this.#total = this.#timer(totalMs)
  }

  #timer(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.end()
      this.#onOver()
    }, delayMs)
  }

  #clear(): void {
    clearTimeout(this.#silence)
    clearTimeout(this.#total)
  }
}
