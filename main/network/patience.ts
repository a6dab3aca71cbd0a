/** The timeouts of a request, in milliseconds. */
export interface TimeLimits {
  /** The idle timeout; it restarts with each chunk of a body in either direction. */
  readonly silenceMs: number
  /** The total timeout; only for calls with a small answer. */
  readonly totalMs?: number
}

/** The slowest supported upload rate. */
const slowestBytesPerMs = 4
/** The most sent bytes that may still be in buffers of this computer and of devices on the way to the server. */
const mostUnderWay = 1024 * 1024

/** Aborts a request after its timeouts. The timer is paused while this side is the one that waits. */
export class Patience {
  readonly #limits: TimeLimits
  readonly #onOver: () => void
  /** Bytes sent since the last received data. */
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

  /** Notes sent bytes; when they reach the server is unknown. */
  left(bytes: number): void {
    this.#underWay = Math.min(this.#underWay + bytes, mostUnderWay)
    this.#renew()
  }

  /** Pauses the timer: the answer is not being read, or the user is asked for a password. */
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
