import type { PersonName } from '../../../../preload/contract/values.ts'
import type { ReadCore } from '../../read-core.ts'
import type { ShownPreferences } from '../shown/shown-preferences.ts'

/** The people who are named; who else is typing is not. */
const most = 3

/** Who is typing in the shown conversation. A notification that no end follows ends by the clock (O5). */
export class ShownTyping {
  readonly #core: ReadCore
  readonly #preferences: ShownPreferences
  readonly #onEnd: () => void
  #cancel: () => void = () => undefined

  /** @param onEnd called when somebody's notification has ended */
  constructor(core: ReadCore, preferences: ShownPreferences, onEnd: () => void) {
    this.#core = core
    this.#preferences = preferences
    this.#onEnd = onEnd
  }

  /** Them, in the order of their start; muted people are left out. */
  in(conversation: string): readonly PersonName[] {
    const { world, ports } = this.#core
    this.#cancel()
    const now = ports.clock.now()
    const end = world.typing.endIn(conversation, now)
    if (end === null) return []
    this.#cancel = ports.clock.schedule(end - now, this.#onEnd)
    return world.typing
      .in(conversation, now)
      .filter((id) => !this.#preferences.isPersonMuted(id))
      .slice(0, most)
      .map((id) => {
        const { name } = world.person(id)
        return { id, name }
      })
  }

  close(): void {
    this.#cancel()
  }
}
