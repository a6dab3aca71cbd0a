import type { ReadCore } from '../core/read-core.ts'
import { ConversationEntries } from './conversation-entries.ts'
import type { PreferencesProjection } from './preferences.ts'
import type { UnreadProjection } from './unread.ts'
import { StreamOrder } from './stream-order.ts'

/** The state that the lists of conversations share, so that a reopened list reads only changes. */
export class ConversationLists {
  readonly entries: ConversationEntries
  readonly streams: StreamOrder

  constructor(core: ReadCore, unread: UnreadProjection, preferences: PreferencesProjection) {
    this.entries = new ConversationEntries(core, unread, preferences)
    this.streams = new StreamOrder(core, preferences)
  }
}
