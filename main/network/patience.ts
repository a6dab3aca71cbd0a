/** Limits of time for one request, in milliseconds. */
export interface TimeLimits {
  /** How long nothing may come or go; it begins anew with each piece of a body, up or down (W4). */
  readonly silenceMs: number
  /** How long it may take in all; only for calls whose answer is small. */
  readonly totalMs?: number
}

/** So slow may a line be. */
const slowestBytesPerMs = 4
/** So much that has left may still be on its way, in this computer and in devices between it and the server. */
const mostUnderWay = 1024 * 1024

/** Ends a request that is silent for too long. It stands still while the silence is this side's own. */
export class Patience {
  readonly #limits: TimeLimits
  readonly #onOver: () => void
  /** Bytes that have left since something came. */
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

  /** Something came. */
  came(): void {
    this.#underWay = 0
    this.#renew()
  }

  /** So many bytes have left this program; how long they take to the server, nobody is told. */
  left(bytes: number): void {
    this.#underWay = Math.min(this.#underWay + bytes, mostUnderWay)
    this.#renew()
  }

  /** Nothing can come now: nobody reads, or somebody is being asked for a password. */
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
