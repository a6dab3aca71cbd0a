import type { Bridge } from '#contract/bridge.ts'
import type { Input } from '#contract/calls.ts'
import { clientLimits } from '#shared/client-limits.ts'

type Kind = Input<'app.pageError'>['kind']

/** The largest number of errors that a page reports in its lifetime. */
const mostReported = 50
/** The time in which an equal error is reported once, in milliseconds. An error may come with every frame. */
const sameAgainMs = 10_000

/** Sends uncaught errors of the page to the log and makes the window show that an error happened. */
export class PageErrors {
  readonly #bridge: Bridge
  readonly #now: () => number
  /** Whether there was an error whose notice the user has not dismissed. */
  isNotified = $state.raw(false)
  #reported = 0
  #last = ''
  #lastAt = -Infinity

  constructor(bridge: Bridge, now: () => number = () => performance.now()) {
    this.#bridge = bridge
    this.#now = now
  }

  /** Listens to uncaught errors for the lifetime of the page. */
  listen(target: EventTarget): void {
    target.addEventListener('error', (event) => {
      if (!(event instanceof ErrorEvent) || isHarmless(event)) return
      this.isNotified = true
      this.note('error', event.error ?? event.message)
    })
    target.addEventListener('unhandledrejection', (event) => {
      if (!(event instanceof PromiseRejectionEvent)) return
      this.isNotified = true
      this.note('rejection', event.reason)
    })
  }

  /** Reports an error unless it repeats the last one or the page has reported too many. */
  note(kind: Kind, error: unknown): void {
    const { message, stack } = errorText(error)
    const now = this.#now()
    const isSame = message === this.#last && now - this.#lastAt < sameAgainMs
    if (isSame || this.#reported >= mostReported) return
    this.#reported += 1
    this.#last = message
    this.#lastAt = now
    // A failed report is ignored: reporting it would recurse.
    this.#bridge.call('app.pageError', { kind, message, stack }).catch(() => undefined)
  }
}

/** Returns whether an error only means that a layout needed another round, which the browser reports as an error. */
function isHarmless({ message, error }: ErrorEvent): boolean {
  return error == null && message.startsWith('ResizeObserver loop')
}

/** Returns the message and the stack of any thrown value, cut to the limits of the call. */
export function errorText(error: unknown): { readonly message: string; readonly stack: string } {
  const most = clientLimits.pageErrorText.most
  let message = 'something that is no error'
  let stack = ''
  try {
    message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    stack = error instanceof Error && typeof error.stack === 'string' ? error.stack : ''
  } catch {
    // The properties of the thrown object throw, too.
  }
  return { message: message.slice(0, most), stack: stack.slice(0, most) }
}
