import type { MessageItem } from '../../../../preload/contract/message-items.ts'
import type { MessagePlace } from '../../../../preload/contract/views/feed.ts'
import type { ReadCore } from '../../read-core.ts'
import type { Change } from '../../model/changes.ts'
import type { MessageRow } from '../../store/message-row.ts'
import type { UserId } from '../../values/ids.ts'
import { conversationOf, topicKey } from '../../values/conversation.ts'
import { destinationOfKey, headingOf } from '../../projections/destinations.ts'
import type { PreferencesProjection } from '../../projections/preferences.ts'

/** A message item with its conversation. */
export type PlacedItem = MessageItem & { readonly place: MessagePlace }

/**
 * The conversations of messages in a list of many. Places and placed items stay the same objects while they are equal,
 * so that an update is as small as for a single conversation.
 */
export class MessagePlaces {
  readonly #core: ReadCore
  readonly #preferences: PreferencesProjection
  /** By the conversation and the topic's spelling. */
  #places: ReadonlyMap<string, MessagePlace> = new Map()
  #placed: ReadonlyMap<number, { readonly item: MessageItem; readonly placed: PlacedItem }> = new Map()
  #people: ReadonlySet<UserId> = new Set()

  constructor(core: ReadCore, preferences: PreferencesProjection) {
    this.#core = core
    this.#preferences = preferences
  }

  /** Whether one of these people is in a direct conversation of the placed items. */
  showsPeople(change: Extract<Change, { kind: 'people' }>): boolean {
    return change.put.some(({ id }) => this.#people.has(id)) || change.gone.some((id) => this.#people.has(id))
  }

  /** Items with their conversations. `items` are those of `rows`, in the same order. */
  place(rows: readonly MessageRow[], items: readonly MessageItem[]): PlacedItem[] {
    const places = new Map<string, MessagePlace>()
    const placed = new Map<number, { readonly item: MessageItem; readonly placed: PlacedItem }>()
    const shown = items.map((item, index) => {
      const row = rows[index]
      if (row === undefined) throw new RangeError('an item without a row')
      const key = `${conversationOf(row)} ${row.topic}`
      const place = places.get(key) ?? this.#place(key, row)
      places.set(key, place)
      const known = this.#placed.get(item.id)
      const next = known?.item === item && known.placed.place === place ? known : { item, placed: { ...item, place } }
      placed.set(item.id, next)
      return next.placed
    })
    this.#places = places
    this.#placed = placed
    this.#people = new Set(
      [...places.values()].flatMap(({ narrow }) => (narrow.kind === 'direct' ? narrow.userIds : [])),
    )
    return shown
  }

  #place(key: string, row: MessageRow): MessagePlace {
    const conversation = conversationOf(row)
    const narrow = destinationOfKey(this.#core, conversation, row.topic)
    const place = {
      narrow,
      ...headingOf(this.#core, narrow),
      isMuted: this.#preferences.isHidden(conversation),
      policy: narrow.kind === 'topic' ? this.#preferences.topicPolicy(narrow.streamId, topicKey(narrow.topic)) : 0,
    }
    const known = this.#places.get(key)
    return known !== undefined && JSON.stringify(known) === JSON.stringify(place) ? known : place
  }
}
