import type { Failure } from '#contract/failures.ts'
import type { Outbox } from './actions/outbox.ts'
import type { Core } from './core/core.ts'
import type { Signal } from './ports.ts'
import type { OwnTexts } from './own-texts.ts'
import type { PresenceReporter } from './sync/presence-reporter.ts'
import type { Poller } from './sync/queue/poller.ts'
import type { FlagRevalidator } from './sync/revalidation/flag-revalidator.ts'
import type { RowRevalidator } from './sync/revalidation/row-revalidator.ts'
import type { View } from './views/view.ts'

/** The parts of the engine that react to signals. */
export interface SignalParts {
  readonly poller: Poller
  readonly outbox: Outbox
  readonly ownTexts: OwnTexts
  readonly flagRevalidator: FlagRevalidator
  readonly rowRevalidator: RowRevalidator<View>
  readonly presence: PresenceReporter
  /** Called when the window gains or loses the focus. */
  readonly onFocus: (isFocused: boolean) => void
}

/** Handles main's signals about the user, the machine and the keychain. `reason` comes with `no_key`. */
export function receiveSignal(core: Core, parts: SignalParts, signal: Signal, reason?: Failure): void {
  const { poller, outbox, presence } = parts
  switch (signal) {
    case 'retry':
      tryNow(core, parts)
      return
    case 'resume':
    case 'key_changed':
      poller.retry()
      outbox.run()
      return
    case 'focused':
    case 'blurred':
      parts.onFocus(signal === 'focused')
      // A user who focuses the window is present.
      if (signal === 'focused') presence.setActive(true)
      return
    case 'present':
    case 'absent':
      if (signal === 'absent') parts.onFocus(false)
      presence.setActive(signal === 'present')
      return
    case 'waiting_for_keychain':
      if (!poller.isOnline) poller.setConnection({ state: 'waiting_for_keychain' })
      return
    case 'no_key':
      poller.halt({ state: 'signed_out', reason: reason ?? { code: 'KEY_NOT_IN_KEYCHAIN' } })
      return
  }
}

/** Handles a retry of the user: the engine's own pauses end, those that the server requested do not. */
function tryNow(core: Core, { poller, outbox, ownTexts, flagRevalidator, rowRevalidator }: SignalParts): void {
  if (core.rateLimitedUntil > core.ports.clock.now()) {
    poller.goOn()
    return
  }
  poller.retry()
  outbox.retry()
  ownTexts.retry()
  flagRevalidator.run()
  rowRevalidator.run()
}
