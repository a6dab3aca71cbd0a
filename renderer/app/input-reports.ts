import type { Bridge } from '#contract/bridge.ts'

/** The interval between reports while the user is known to be present, in milliseconds. */
const reportAfterMs = 20_000

export interface InputPorts {
  readonly bridge: Bridge
  /** Returns whether the main process considers the user present. */
  readonly isUserPresent: () => boolean
  /** Returns the time of a monotonic clock, in milliseconds. */
  readonly now: () => number
}

/**
 * Reports the user's inputs to the main process. The first input after an absence is reported at once, so that reading
 * continues. Systems without an idle time have no other sign of the user.
 */
export class InputReports {
  readonly #ports: InputPorts
  #reportedAt = -Infinity
  #wasPresent = true
  /** The last position of the pointer. Chromium also sends moves when the page moves below a pointer that does not. */
  #pointer = ''

  constructor(ports: InputPorts) {
    this.#ports = ports
  }

  /** Listens to the inputs of a window for its lifetime. */
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

  /** Notes a position of the pointer in screen coordinates. A change of it counts as an input. */
  moved(x: number, y: number): void {
    const pointer = `${x} ${y}`
    const isFirst = this.#pointer === ''
    if (pointer === this.#pointer) return
    this.#pointer = pointer
    if (!isFirst) this.note()
  }

  /** Notes an input and reports it unless a report was sent shortly before. */
  note(): void {
    const isPresent = this.#ports.isUserPresent()
    const now = this.#ports.now()
    const hasLeft = this.#wasPresent && !isPresent
    this.#wasPresent = isPresent
    // The user counts as absent until the answer to the report of a return arrives, so the pause is shorter then.
    const pauseMs = isPresent ? reportAfterMs : 1_000
    if (!hasLeft && now - this.#reportedAt < pauseMs) return
    this.#reportedAt = now
    void this.#ports.bridge.call('app.input', {})
  }
}
