import type { PersonName } from '#contract/base/values.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { PreferencesProjection } from '../../projections/preferences.ts'

/** At most this many people are named; others are left out. */
const most = 3

/** The people who are typing in the shown conversation. A notification without an end expires by the clock (O5). */
export class TypingProjection {
  readonly #core: ReadCore
  readonly #preferences: PreferencesProjection
  readonly #onEnd: () => void
  #cancel: () => void = () => undefined

  /** @param onEnd called when a notification has expired */
  constructor(core: ReadCore, preferences: PreferencesProjection, onEnd: () => void) {
    this.#core = core
    this.#preferences = preferences
    this.#onEnd = onEnd
  }

  /** Returns the people who are typing, in the order in which they started. Muted people are left out. */
  in(conversation: string): readonly PersonName[] {
    const { accountState, ports } = this.#core
    this.#cancel()
    if (this.#preferences.userSettings.receives_typing_notifications === false) return []
    const now = ports.clock.now()
    const end = accountState.typing.endIn(conversation, now)
    if (end === null) return []
    this.#cancel = ports.clock.schedule(end - now, this.#onEnd)
    return accountState.typing
      .in(conversation, now)
      .filter((id) => !this.#preferences.isPersonMuted(id))
      .slice(0, most)
      .map((id) => {
        const { name } = accountState.person(id)
        return { id, name }
      })
  }

  close(): void {
    this.#cancel()
  }
}
