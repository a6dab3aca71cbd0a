import type { ClockChoice, Connection } from '#contract/accounts.ts'
import type { AccountStatus } from '../ports.ts'
import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import type { Change } from '../state/changes.ts'
import type { UserSettings } from '../store/documents/user-settings.ts'
import type { FailuresProjection } from '../projections/failures.ts'
import type { PreferencesProjection } from '../projections/preferences.ts'
import type { UnreadProjection } from '../projections/unread.ts'

/** The projections that the status sums up. */
interface StatusSources {
  readonly unread: UnreadProjection
  readonly preferences: PreferencesProjection
  readonly failures: FailuresProjection
}

/** The user's time format; `system` before the first registration and if the setting leaves it to the system. */
function clockOf(isRegistered: boolean, userSettings: Pick<UserSettings, 'twenty_four_hour_time'>): ClockChoice {
  const choice = isRegistered ? userSettings.twenty_four_hour_time : null
  if (choice === null) return 'system'
  return choice ? '24' : '12'
}

/** Reports the account's status to main after each change. */
export class StatusReporter implements Service {
  readonly #core: Core
  readonly #unread: UnreadProjection
  readonly #preferences: PreferencesProjection
  readonly #failures: FailuresProjection
  readonly #connection: () => Connection
  #reported = ''

  constructor(core: Core, { unread, preferences, failures }: StatusSources, connection: () => Connection) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
    this.#failures = failures
    this.#connection = connection
  }

  start(): void {
    this.#report()
  }

  onCommit(changes: readonly Change[]): void {
    // Counting all unread messages for each part of a registration's list takes far longer than storing the list.
    const isPart = changes.some((change) => change.kind === 'unread_replaced' && change.put.length > 0)
    if (!isPart) this.#report()
  }

  onConnection(): void {
    this.#report()
  }

  #report(): void {
    const totals = this.#unread.totals()
    const { accountState, rateLimitedUntil, capabilities, ports, store } = this.#core
    const { organization, selfId } = accountState
    const { userSettings } = this.#preferences
    const status = {
      connection: this.#connection(),
      rateLimitedUntil: rateLimitedUntil > ports.clock.now() ? rateLimitedUntil : null,
      organization: organization?.name ?? '',
      unread: totals.unread,
      mentions: totals.mentions,
      badge: totals.badge,
      clock: clockOf(organization !== undefined, userSettings),
      word: capabilities.channelWord ? 'channel' : 'stream',
      failed: this.#failures.total,
      unsent: store.outbox.countOfKind('send'),
      name: organization === undefined ? null : accountState.person(selfId).name,
      language: organization === undefined ? null : userSettings.default_language,
      email: organization?.selfEmail ?? null,
    } satisfies AccountStatus
    const text = JSON.stringify(status)
    if (text === this.#reported) return
    this.#reported = text
    ports.status(status)
  }
}
