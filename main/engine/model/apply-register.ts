import type { Store } from '../store/store.ts'
import type { UnreadRow } from '../store/unread.ts'
import type { Change } from './changes.ts'
import { directConversation, topicConversation, topicKey } from '../values/conversation.ts'
import { disproveListed, type ListedNewest } from './completeness/disproved-claims.ts'
import { putPeople, putStreams } from './directory/directory.ts'
import type { RegistrationContext } from './concern.ts'
import { concerns } from './concerns.ts'
import { GroupRegistration } from './groups/group-registration.ts'
import { mentionOfList } from '../values/mentions.ts'
import type { PresenceStamps } from './presence/presence.ts'
import { catchUpOverlap } from '../values/ranges.ts'
import { isSame } from './same-row.ts'
import { clockOffset } from './presence/presence-reducers.ts'
import type { ListedUnread, RegisterBatch, RegisterHead } from './register-rows.ts'
import type { ReadWorld } from './world.ts'

/** The number of uncached messages in lists that are checked. */
const mostListed = 1000

/**
 * Applies the snapshot of a new event queue: every piece of state in it replaces the stored one (Q6). Long parts come
 * in batches, each in its own transaction that writes only differences. The old queue is deleted before the first batch
 * and the new one stored with the last step, so that an interrupted engine registers again (Q1). Messages and outbox
 * rows are unchanged.
 */
export class RegisterApplication {
  readonly #store: Store
  readonly #world: ReadWorld
  readonly #head: RegisterHead
  readonly #people = new Set<number>()
  readonly #streams = new Set<number>()
  readonly #unread = new Set<number>()
  readonly #groups: GroupRegistration
  readonly #presence = new Map<number, PresenceStamps>()
  /** Uncached messages that lists name. */
  readonly #listed: ListedNewest[] = []
  readonly #highestKnown: number

  constructor(store: Store, world: ReadWorld, head: RegisterHead) {
    this.#store = store
    this.#world = world
    this.#head = head
    this.#groups = new GroupRegistration(store, world)
    this.#highestKnown = Math.max(0, ...store.meta.epochHighs().values())
  }

  /** From here to `finish` there is no queue; stores the state that the navigation needs beside the batches. */
  begin(now: number): Change[] {
    const { meta } = this.#store
    meta.forgetQueue()
    // The registration decides these flags.
    this.#store.undecided.clear()
    meta.setOrganization(this.#head.organization)
    meta.setSettings(this.#head.settings)
    return [{ kind: 'organization' }, ...this.#replace('first', now)]
  }

  /** The differences of a batch as a change to commit; null if there are none. */
  take(batch: RegisterBatch): (() => Change[]) | null {
    const store = this.#store
    switch (batch.kind) {
      case 'streams': {
        const rows = batch.rows.filter(
          (row) => isAgain(this.#streams, row.id) || !isSame(row, this.#world.streams.get(row.id)),
        )
        return rows.length === 0 ? null : () => [putStreams(store, rows)]
      }
      case 'people': {
        const rows = batch.rows.filter(
          (row) => isAgain(this.#people, row.id) || !isSame(row, this.#world.people.get(row.id)),
        )
        return rows.length === 0 ? null : () => [putPeople(store, rows)]
      }
      case 'unread': {
        const rows = batch.rows
          .map((row) => this.#unreadRow(row))
          .filter(
            (row) => isAgain(this.#unread, row.message_id) || !isSame(row, this.#world.unread.row(row.message_id)),
          )
        return rows.length === 0 ? null : () => this.#putUnread(rows)
      }
      case 'topics':
        return () => {
          for (const row of batch.rows) {
            store.messages.noteTopic(row.streamId, row.name, row.maxMessageId)
            this.#noteListed(topicConversation(row.streamId, topicKey(row.name)), row.maxMessageId)
          }
          return []
        }
      case 'directs':
        return () => {
          for (const { key, maxMessageId } of batch.rows) {
            store.messages.noteDirect(key, maxMessageId)
            this.#noteListed(directConversation(key), maxMessageId)
          }
          return []
        }
      case 'groups':
        return this.#groups.take(batch.rows)
      case 'members':
        return this.#groups.takeMembers(batch.groupId, batch.ids)
      case 'presence':
        for (const [personId, stamps] of batch.rows) this.#presence.set(personId, stamps)
        return null
    }
  }

  /**
   * Removes the rows that no batch contained and begins a new epoch, so that no range is live (M8). `lifetimeMs` is the
   * lifetime of the queue without polls.
   */
  finish(now: number, lifetimeMs: number): Change[] {
    const store = this.#store
    const { meta } = store
    const { organization, serverTimestamp } = this.#head
    const goneUnread = [...this.#world.unread.allIds()].filter((id) => !this.#unread.has(id))
    for (const id of goneUnread) store.unread.remove(id)
    const goneStreams = [...this.#world.streams.keys()].filter((id) => !this.#streams.has(id))
    const gonePeople = [...this.#world.people.keys()].filter((id) => !this.#people.has(id))
    const directory = [putStreams(store, [], goneStreams), putPeople(store, [], gonePeople)]
    const replaced = this.#replace('rest', now)
    store.ranges.forgetFeeds()
    store.ranges.doubtEverything()
    meta.beginEpoch(Math.max(organization.maxMessageId, 0))
    // After the new epoch has begun: messages sent while there was no queue are in no range.
    const { changes: disproved } = disproveListed({ store, epoch: meta.epoch() }, this.#listed, catchUpOverlap)
    const { queueId, lastEventId } = this.#head
    meta.setQueue({ queueId, lastEventId, touchedAt: now, lifetimeMs })
    // Messages older than the first registration never notify.
    if (meta.lastNotifiedId() === 0) meta.setLastNotifiedId(Math.max(organization.maxMessageId, 1))
    return [
      ...replaced,
      ...directory,
      ...disproved,
      { kind: 'organization' },
      { kind: 'epoch' },
      { kind: 'unread_replaced', put: [], gone: goneUnread },
      ...this.#groups.finish(),
      {
        kind: 'presence',
        people: this.#presence,
        isWhole: true,
        clockOffsetMs: serverTimestamp === null ? null : clockOffset(serverTimestamp, now),
      },
    ]
  }

  /** Replaces the stored state of the concerns: the first ones, or the rest. */
  #replace(which: 'first' | 'rest', now: number): Change[] {
    const { organization, rows } = this.#head
    const context: RegistrationContext = { store: this.#store, world: this.#world, now, selfId: organization.selfId }
    return concerns.flatMap(({ name, registered }) =>
      registered === undefined || registered.isFirst !== (which === 'first')
        ? []
        : registered.replace(context, rows[name]),
    )
  }

  /** Records the newest message of a list: ranges that were complete before should contain it. */
  #noteListed(conversation: string, id: number): void {
    if (id > this.#highestKnown || this.#listed.length >= mostListed) return
    if (this.#store.messages.get(id) === undefined) this.#listed.push({ conversation, id })
  }

  /** The list of mentions decides what counts now; the kind of mention is kept as far as the list allows (F4, U12). */
  #unreadRow({ message_id, conversation, isMention, isHidden }: ListedUnread): UnreadRow {
    const last = this.#world.unread.mention(message_id)
    // Read from the database only for mentions, which are few.
    const known = isMention && last === 0 ? (this.#store.messages.get(message_id)?.mention ?? 0) : last
    return { message_id, conversation, mention: mentionOfList(isMention, isHidden, known) }
  }

  #putUnread(rows: readonly UnreadRow[]): Change[] {
    for (const row of rows) {
      this.#store.unread.put(row)
      this.#noteListed(row.conversation, row.message_id)
    }
    return [{ kind: 'unread_replaced', put: rows, gone: [] }]
  }
}

/** Whether an id is repeated: then its later values replace earlier ones. */
function isAgain(ids: Set<number>, id: number): boolean {
  const isKnown = ids.has(id)
  ids.add(id)
  return isKnown
}
