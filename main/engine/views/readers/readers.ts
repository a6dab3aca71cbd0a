import type { Narrow } from '#contract/base/values.ts'
import type { PresenceState } from '#contract/people.ts'
import type { ReaderItem, ReaderRole, ReadersMeta } from '#contract/streams.ts'
import type { QueryOf } from '#contract/views.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { statusQueueKey } from '../../actions/kinds/account/status.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { PresenceProjection } from '../../projections/presences.ts'
import type { Change } from '../../state/changes.ts'
import { statuses } from '../../state/directory/statuses.ts'
import { mayAddSubscribers, mayRemoveSubscribers } from '../../state/permissions/permissions.ts'
import type { PersonRow, StreamRow, SubscriberList } from '../../store/directory.ts'
import { fetchedSubscribers, type SubscriberLists } from '../../streams/subscriber-lists.ts'
import { conversationKey } from '../../values/conversation.ts'
import type { UserId } from '../../values/ids.ts'
import { roleOf } from '../../values/people.ts'
import { statusItem, statusOf } from '../people/status-item.ts'
import type { RefreshableView } from '../view.ts'

const perStep = clientLimits.readersStep.most

/** The parts of the engine that the view needs. */
export interface ReadersParts {
  readonly core: ReadCore
  readonly presences: PresenceProjection
  readonly lists: Pick<SubscriberLists, 'stateOf' | 'fetch'>
  readonly isOnline: () => boolean
  /** It is called when the view must be computed again. */
  readonly onDirty: () => void
}

/** The readers of a conversation: all of them, and those whose names match, by name. */
interface Found {
  /** The number of all; null if no list is known. */
  readonly total: number | null
  readonly rows: readonly PersonRow[]
  /** The ids of users whose names are unknown. They match only an empty search. */
  readonly unknown: readonly UserId[]
  /** The epoch of the stored list; null if no list is stored. */
  readonly epoch: number | null
}

/** The rights of the own account in the stream. */
interface Rights {
  readonly canAdd: boolean
  readonly canRemove: boolean
  readonly isSubscribed: boolean
}

/** The view of the people of a conversation whose names match a search. */
export class ReadersView implements RefreshableView<'readers'> {
  readonly #parts: ReadersParts
  readonly #narrow: Narrow
  readonly #query: string
  #shown = perStep
  /** The readers as last read; null if they must be read again. */
  #found: Found | null = null

  constructor(parts: ReadersParts, { narrow, query }: Pick<QueryOf<'readers'>, 'narrow' | 'query'>) {
    this.#parts = parts
    this.#narrow = narrow
    this.#query = query
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'people':
        this.#found = null
        return true
      case 'subscribers': {
        const isOwn = this.#narrow.kind !== 'direct' && change.streamIds.includes(this.#narrow.streamId)
        if (isOwn) this.#found = null
        return isOwn
      }
      case 'streams':
      case 'groups':
      case 'organization':
      case 'epoch':
        return true
      case 'outbox':
        return change.queueKey === statusQueueKey
      case 'part':
        return change.part === statuses || change.part === fetchedSubscribers
      case 'message':
        return this.#narrow.kind === 'topic' && ['*', conversationKey(this.#narrow)].includes(change.conversation)
      default:
        return false
    }
  }

  /** Those who are present come first, so that any change of presence may matter. */
  showsPresenceOf(): boolean {
    return true
  }

  noteAll(): void {
    this.#found = null
  }

  compute(): { items: ReaderItem[]; meta: ReadersMeta } {
    const { core } = this.#parts
    const { accountState } = core
    const stream = this.#narrow.kind === 'direct' ? undefined : accountState.streams.get(this.#narrow.streamId)
    const rights = this.#rights(stream)
    const participants = this.#participants()
    const found = (this.#found ??= this.#read())
    const matching = found.rows.length + found.unknown.length
    const wroteHere = participants.map((id) => this.#item(id, 'participant', rights))
    const readers = this.#firstOf(found).map((id) => this.#item(id, 'reader', rights))
    return {
      items: [...wroteHere, ...readers],
      meta: {
        kind: this.#narrow.kind,
        stream:
          stream === undefined
            ? null
            : { name: stream.name, isPrivate: stream.is_private === 1, isArchived: stream.is_archived === 1 },
        participants: participants.length,
        found: matching,
        total: found.total,
        list: this.#listState(found),
        hasMore: matching > this.#shown,
        canAdd: rights.canAdd,
      },
    }
  }

  /** Fetches the subscribers of the stream. */
  async refresh(): Promise<void> {
    if (this.#narrow.kind !== 'direct') await this.#parts.lists.fetch(this.#narrow.streamId)
  }

  /** Shows more people. */
  more(): void {
    this.#shown += perStep
    this.#parts.onDirty()
  }

  /** Returns the rights in a stream. Without a subscription it is only previewed, and nothing is changed there. */
  #rights(stream: StreamRow | undefined): Rights {
    if (stream?.is_subscribed !== 1) return { canAdd: false, canRemove: false, isSubscribed: false }
    const { core } = this.#parts
    const judge = core.accountState.judge(core.ports.clock.now())
    return {
      canAdd: mayAddSubscribers(stream, judge),
      canRemove: mayRemoveSubscribers(stream, judge),
      isSubscribed: stream.is_archived === 0,
    }
  }

  /** Returns the senders of the topic's stored messages who match the search, the latest first. */
  #participants(): UserId[] {
    if (this.#narrow.kind !== 'topic') return []
    const { accountState, store } = this.#parts.core
    const senders = store.messages.sendersOf(this.#narrow, clientLimits.participantsRead.most)
    if (this.#query.trim() === '') return senders
    const matching = new Set(senders)
    const found = [...accountState.peopleByName.find(this.#query)].flatMap(({ id }) => (matching.has(id) ? [id] : []))
    const isFound = new Set(found)
    return senders.filter((id) => isFound.has(id))
  }

  #read(): Found {
    const { accountState } = this.#parts.core
    const list = this.#list()
    if (list === null) return { total: null, rows: [], unknown: [], epoch: null }
    const { userIds, epoch } = list
    const isDirect = this.#narrow.kind === 'direct'
    const isReading = (row: PersonRow) => row.is_active === 1 || isDirect
    const rows: PersonRow[] = []
    for (const row of accountState.peopleByName.find(this.#query)) {
      if (userIds.has(row.id) && isReading(row)) rows.push(row)
    }
    const unknown: UserId[] = []
    let total = 0
    for (const id of userIds) {
      const row = accountState.people.get(id)
      if (row === undefined) unknown.push(id)
      if (row === undefined || isReading(row)) total += 1
    }
    return { total, rows, unknown: this.#query.trim() === '' ? unknown : [], epoch }
  }

  #list(): SubscriberList | null {
    const { accountState, store } = this.#parts.core
    if (this.#narrow.kind !== 'direct') return store.directory.subscribers(this.#narrow.streamId)
    return { userIds: new Set([accountState.selfId, ...this.#narrow.userIds]), epoch: accountState.epoch }
  }

  /** Returns the ids of the first people to show, those who are present first. */
  #firstOf({ rows, unknown }: Found): UserId[] {
    const { presences } = this.#parts
    const sorted: Record<PresenceState, UserId[]> = { active: [], idle: [], offline: [] }
    for (const { id } of rows) {
      const ids = sorted[presences.stateOf(id) ?? 'offline']
      if (ids.length < this.#shown) ids.push(id)
    }
    return [...sorted.active, ...sorted.idle, ...sorted.offline, ...unknown].slice(0, this.#shown)
  }

  #listState({ epoch }: Found): ReadersMeta['list'] {
    if (this.#narrow.kind === 'direct') return 'current'
    const { core, isOnline, lists } = this.#parts
    if (!isOnline()) return 'offline'
    return epoch === core.accountState.epoch ? 'current' : (lists.stateOf(this.#narrow.streamId) ?? 'loading')
  }

  #item(id: UserId, part: ReaderItem['part'], rights: Rights): ReaderItem {
    const { core, presences } = this.#parts
    const { accountState } = core
    const row = accountState.people.get(id)
    const isSelf = id === accountState.selfId
    const isOwnBot = row?.is_bot === 1 && row.bot_owner_id === accountState.selfId
    const mayRemove = isSelf || rights.canRemove || isOwnBot
    return {
      ...accountState.person(id),
      key: `${part}:${id}`,
      kind: 'reader',
      part,
      presence: presences.of(id),
      status: statusItem(core, statusOf(core, id)),
      role: row === undefined ? null : shownRole(row),
      isSelf,
      canRemove: part === 'reader' && rights.isSubscribed && mayRemove,
    }
  }
}

/** The role of a person as the list shows it: that of a member is not worth a word. */
function shownRole({ role }: PersonRow): ReaderRole | null {
  const name = roleOf(role)
  return name === 'member' ? null : name
}
