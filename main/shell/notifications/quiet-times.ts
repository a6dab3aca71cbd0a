import { choiceOf, quietAt, type Quiet, type QuietChoice, type QuietWish } from '#shared/time/quiet-time.ts'

/**
 * The longest time between two looks at the clock, milliseconds: timers stand still while the system sleeps, and the
 * clock can be set.
 */
const longestMs = 30_000

export interface QuietPorts {
  /** The user's choices; read on each use. */
  readonly choice: () => QuietChoice
  /** The clock of the computer, UNIX milliseconds. */
  readonly now: () => number
  /** Runs `task` once; the returned function cancels it. */
  readonly schedule: (delayMs: number, task: () => void) => () => void
  /** Called when do-not-disturb begins, ends, or gets another end. */
  readonly onChange: (quiet: Quiet | null) => void
}

/**
 * The do-not-disturb of this computer: by hand with or without an end, and by weekly hours. It ends by itself, also
 * after a sleep or a restart, because only the choices are stored. Electron does not report the systems' own modes, and
 * the systems hold notifications back by themselves.
 */
export class QuietTimes {
  readonly #ports: QuietPorts
  #reported: Quiet | null = null
  #cancel: () => void = () => undefined

  constructor(ports: QuietPorts) {
    this.#ports = ports
  }

  /** The do-not-disturb that goes on; null for none. */
  get current(): Quiet | null {
    return quietAt(this.#ports.choice(), this.#ports.now())
  }

  /** Returns the choices by which a wish of the user holds from now on. */
  choiceOf(wish: QuietWish): Partial<QuietChoice> {
    return choiceOf(wish, this.#ports.choice(), this.#ports.now())
  }

  start(): void {
    this.look()
  }

  resume(): void {
    this.look()
  }

  stop(): void {
    this.#cancel()
  }

  /** Looks at the choices and at the clock. Call it after a change of the choices. */
  look(): void {
    this.#cancel()
    const { now, schedule, onChange } = this.#ports
    const { current } = this
    const leftMs = current?.until == null ? longestMs : current.until - now()
    this.#cancel = schedule(Math.max(1, Math.min(leftMs, longestMs)), () => {
      this.look()
    })
    if (current?.by === this.#reported?.by && current?.until === this.#reported?.until) return
    this.#reported = current
    onChange(current)
  }
}
