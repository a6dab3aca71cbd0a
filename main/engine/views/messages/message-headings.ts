import type { MessageHeading } from '#contract/conversations.ts'
import type { MessageItem } from '#contract/messages.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { Change } from '../../state/changes.ts'
import type { MessageRow } from '../../store/message-row.ts'
import type { UserId } from '../../values/ids.ts'
import { conversationOf, topicKey } from '../../values/conversation.ts'
import { destinationOfKey, headingOf } from '../../projections/headings.ts'
import type { PreferencesProjection } from '../../projections/preferences.ts'

/** A message item with its conversation. */
export type HeadedItem = MessageItem & { readonly heading: MessageHeading }

/**
 * The conversations of messages in a list of many. Headings and items stay the same objects while they are equal, so
 * that an update is as small as for a single conversation.
 */
export class MessageHeadings {
  readonly #core: ReadCore
  readonly #preferences: PreferencesProjection
  /** The keys consist of the conversation and the topic's spelling. */
  #headings: ReadonlyMap<string, MessageHeading> = new Map()
  #headed: ReadonlyMap<number, { readonly item: MessageItem; readonly headed: HeadedItem }> = new Map()
  #people: ReadonlySet<UserId> = new Set()

  constructor(core: ReadCore, preferences: PreferencesProjection) {
    this.#core = core
    this.#preferences = preferences
  }

  /** Returns whether one of these people is in a direct conversation of the items. */
  showsPeople(change: Extract<Change, { kind: 'people' }>): boolean {
    return change.put.some(({ id }) => this.#people.has(id)) || change.gone.some((id) => this.#people.has(id))
  }

  /** Adds their conversations to items. `items` must be those of `rows`, in the same order. */
  add(rows: readonly MessageRow[], items: readonly MessageItem[]): HeadedItem[] {
    const headings = new Map<string, MessageHeading>()
    const headed = new Map<number, { readonly item: MessageItem; readonly headed: HeadedItem }>()
    const shown = items.map((item, index) => {
      const row = rows[index]
      if (row === undefined) throw new RangeError('an item without a row')
      const key = `${conversationOf(row)} ${row.topic}`
      const heading = headings.get(key) ?? this.#heading(key, row)
      headings.set(key, heading)
      const known = this.#headed.get(item.id)
      const next =
        known?.item === item && known.headed.heading === heading ? known : { item, headed: { ...item, heading } }
      headed.set(item.id, next)
      return next.headed
    })
    this.#headings = headings
    this.#headed = headed
    this.#people = new Set(
      [...headings.values()].flatMap(({ narrow }) => (narrow.kind === 'direct' ? narrow.userIds : [])),
    )
    return shown
  }

  #heading(key: string, row: MessageRow): MessageHeading {
    const conversation = conversationOf(row)
    const narrow = destinationOfKey(this.#core, conversation, row.topic)
    const heading = {
      narrow,
      ...headingOf(this.#core, narrow),
      isMuted: this.#preferences.isHidden(conversation),
      policy: narrow.kind === 'topic' ? this.#preferences.topicPolicy(narrow.streamId, topicKey(narrow.topic)) : 0,
    }
    const known = this.#headings.get(key)
    return known !== undefined && JSON.stringify(known) === JSON.stringify(heading) ? known : heading
  }
}
