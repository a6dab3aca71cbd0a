import type { Bridge } from '../../preload/contract/bridge.ts'
import type { Input } from '../../preload/contract/calls.ts'
import { clientLimits } from '../../shared/client-limits.ts'

type Kind = Input<'app.pageError'>['kind']

/** A page tells of so many errors while it lives; after that it says the same again. */
const mostTold = 50
/** An error that comes with every frame is told once in this time. */
const sameAgainMs = 10_000

/** Sends what failed in the page to the log, and says that something did. */
export class PageErrors {
  readonly #bridge: Bridge
  readonly #now: () => number
  /** Something failed, and nobody has put it away since. */
  isTold = $state.raw(false)
  #told = 0
  #last = ''
  #lastAt = -Infinity

  constructor(bridge: Bridge, now: () => number = () => performance.now()) {
    this.#bridge = bridge
    this.#now = now
  }

  /** Hears what nobody catches. The page lives as long as this does. */
  listen(target: EventTarget): void {
    target.addEventListener('error', (event) => {
      if (!(event instanceof ErrorEvent) || isHarmless(event)) return
      this.isTold = true
      this.note('error', event.error ?? event.message)
    })
    target.addEventListener('unhandledrejection', (event) => {
      if (!(event instanceof PromiseRejectionEvent)) return
      this.isTold = true
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
    // Whether main hears it or not: there is nobody else to tell, least of all this class again.
    this.#bridge.call('app.pageError', { kind, message, stack }).catch(() => undefined)
  }
}

/** A layout that needed another round; the browser says it as an error of the window. */
function isHarmless({ message, error }: ErrorEvent): boolean {
  return error == null && message.startsWith('ResizeObserver loop')
}

/** What can be said of whatever was thrown, within the bounds of the call. */
export function wordsOf(error: unknown): { readonly message: string; readonly stack: string } {
  const most = clientLimits.pageErrorText.most
  let message = 'something that is no error'
  let stack = ''
  try {
    message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    stack = error instanceof Error && typeof error.stack === 'string' ? error.stack : ''
  } catch {
    // An object whose words cannot be read.
  }
  return { message: message.slice(0, most), stack: stack.slice(0, most) }
}
