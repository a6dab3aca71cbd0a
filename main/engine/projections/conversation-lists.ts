import type { ReadCore } from '../core/read-core.ts'
import { ConversationEntries } from './conversation-entries.ts'
import type { PreferencesProjection } from './preferences.ts'
import type { UnreadProjection } from './unread.ts'
import type { StreamId } from '../values/ids.ts'
import { compareNames, nameOrder } from '../values/name-order.ts'

/**
 * The order of streams in lists: pinned ones first, then by name. It is cached because comparing thousands of names is
 * slow.
 */
export class StreamOrder {
  readonly #core: ReadCore
  readonly #preferences: PreferencesProjection
  #order: readonly StreamId[] | null = null
  /** The revision of the preferences by which pinned streams were ranked. */
  #revision = -1
  /** The order of names by which they were sorted. */
  #nameOrder: object | null = null

  constructor(core: ReadCore, preferences: PreferencesProjection) {
    this.#core = core
    this.#preferences = preferences
    core.onCommit('the order of streams', (changes) => {
      if (changes.some(({ kind }) => kind === 'streams' || kind === 'epoch')) this.#order = null
    })
  }

  /** The ids of the known streams in order. */
  inOrder(): readonly StreamId[] {
    const { revision } = this.#preferences
    const isStale = revision !== this.#revision || nameOrder() !== this.#nameOrder
    if (this.#order === null || isStale) this.#order = this.#make()
    this.#revision = revision
    this.#nameOrder = nameOrder()
    return this.#order
  }

  #make(): readonly StreamId[] {
    const named = [...this.#core.accountState.streams.values()].map(({ id, name }) => ({
      id,
      isPinned: this.#preferences.isStreamPinned(id),
      name: `${name.toLowerCase()}:${id}`,
    }))
    named.sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || compareNames(a.name, b.name))
    return named.map(({ id }) => id)
  }
}

/** The state that the lists of conversations share, so that a reopened list reads only changes. */
export class ConversationLists {
  readonly entries: ConversationEntries
  readonly streams: StreamOrder

  constructor(core: ReadCore, unread: UnreadProjection, preferences: PreferencesProjection) {
    this.entries = new ConversationEntries(core, unread, preferences)
    this.streams = new StreamOrder(core, preferences)
  }
}
