import type { Bridge } from '#contract/bridge.ts'

/** The interval of reports while the user is known to be present, milliseconds. */
const reportAfterMs = 20_000

export interface InputPorts {
  readonly bridge: Bridge
  readonly isUserPresent: () => boolean
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

/**
 * Reports inputs of the user: the first one after an absence at once, so that reading goes on. Systems without an idle
 * time have no other sign of the user.
 */
export class InputReports {
  readonly #ports: InputPorts
  #reportedAt = -Infinity
  #wasPresent = true
  /** Where the pointer was: Chromium also sends moves when the page moves below a pointer at rest. */
  #pointer = ''

  constructor(ports: InputPorts) {
    this.#ports = ports
  }

  listen(window: Window): void {
    const options = { capture: true, passive: true } as const
    for (const type of ['keydown', 'pointerdown', 'wheel'] as const) {
      window.addEventListener(
        type,
        () => {
          this.note()
        },
        options,
      )
    }
    window.addEventListener(
      'pointermove',
      ({ screenX, screenY }) => {
        this.moved(screenX, screenY)
      },
      options,
    )
  }

  /** Notes where the pointer is, by the screen. */
  moved(x: number, y: number): void {
    const pointer = `${x} ${y}`
    const isFirst = this.#pointer === ''
    if (pointer === this.#pointer) return
    this.#pointer = pointer
    if (!isFirst) this.note()
  }

  /** Notes an input. */
  note(): void {
    const isPresent = this.#ports.isUserPresent()
    const now = this.#ports.now()
    const hasLeft = this.#wasPresent && !isPresent
    this.#wasPresent = isPresent
    // While the answer to a report about a return is on its way, the user counts as absent a moment longer.
    const pauseMs = isPresent ? reportAfterMs : 1_000
    if (!hasLeft && now - this.#reportedAt < pauseMs) return
    this.#reportedAt = now
    void this.#ports.bridge.call('app.input', {})
  }
}
