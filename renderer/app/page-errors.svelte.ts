import type { Bridge } from '#contract/bridge.ts'
import type { Input } from '#contract/calls.ts'
import { clientLimits } from '#shared/client-limits.ts'

type Kind = Input<'app.pageError'>['kind']

/** The number of errors that a page reports in its lifetime, since they repeat. */
const mostTold = 50
/** An error in every frame is reported once in this time. */
const sameAgainMs = 10_000

/** Sends uncaught errors of the page to the log, and shows that there was one. */
export class PageErrors {
  readonly #bridge: Bridge
  readonly #now: () => number
  /** Whether there was an error that the user has not dismissed. */
  isNotified = $state.raw(false)
  #told = 0
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

  note(kind: Kind, error: unknown): void {
    const { message, stack } = wordsOf(error)
    const now = this.#now()
    const isSame = message === this.#last && now - this.#lastAt < sameAgainMs
    if (isSame || this.#told >= mostTold) return
    this.#told += 1
    this.#last = message
    this.#lastAt = now
    // A failed report is ignored: reporting it would recurse.
    this.#bridge.call('app.pageError', { kind, message, stack }).catch(() => undefined)
  }
}

/** A layout that needed another round, which the browser reports as an error. */
function isHarmless({ message, error }: ErrorEvent): boolean {
  return error == null && message.startsWith('ResizeObserver loop')
}

/** The message and stack of any thrown value, within the limits of the call. */
export function wordsOf(error: unknown): { readonly message: string; readonly stack: string } {
  const most = clientLimits.pageErrorText.most
  let message = 'something that is no error'
  let stack = ''
  try {
    message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    stack = error instanceof Error && typeof error.stack === 'string' ? error.stack : ''
  } catch {
    // An object whose properties throw.
  }
  return { message: message.slice(0, most), stack: stack.slice(0, most) }
}
