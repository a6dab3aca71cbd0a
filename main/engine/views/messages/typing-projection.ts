import type { PersonName } from '#contract/values.ts'
import type { ReadCore } from '../../read-core.ts'
import type { PreferencesProjection } from '../../projections/preferences.ts'

/** The people who are named; who else is typing is not. */
const most = 3

/** Who is typing in the shown conversation. A notification that no end follows ends by the clock (O5). */
export class TypingProjection {
  readonly #core: ReadCore
  readonly #preferences: PreferencesProjection
  readonly #onEnd: () => void
  #cancel: () => void = () => undefined

  /** @param onEnd called when somebody's notification has ended */
  constructor(core: ReadCore, preferences: PreferencesProjection, onEnd: () => void) {
    this.#core = core
    this.#preferences = preferences
    this.#onEnd = onEnd
  }

  /** Them, in the order of their start; muted people are left out. */
  in(conversation: string): readonly PersonName[] {
    const { accountState, ports } = this.#core
    this.#cancel()
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
