import type { Narrow, PersonName } from '#contract/base/values.ts'
import type { CountedConversation, ExportConnection, StoredConversation } from '#engine/store/file/export-connection.ts'
import type { PersonRow, StreamRow } from '#engine/store/directory.ts'
import { conversationKey, membersOf, streamConversation, topicConversation } from '#engine/values/conversation.ts'
import { without } from '#engine/values/ranges.ts'
import type { StreamId, UserId } from '#shared/ids.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { conversationTitle } from '#i18n/names.ts'
import { numberedName } from './names.ts'

/** A page has at most this many messages. */
const mostMessages = 2_000

/** A part of a conversation that is one page. */
export interface PlannedPage {
  /** Messages with ids above `after` and up to `high` belong to the page. */
  readonly after: number
  readonly high: number
  /** The times of the first and the last message in UNIX seconds. */
  readonly from: number
  readonly to: number
}

/**
 * A period of which messages may be missing, because this computer does not have all of them. Times are those of the
 * messages around it in UNIX seconds; null if there is none.
 */
export interface Gap {
  readonly after: number | null
  readonly before: number | null
  /** The highest id of the gap, which is below the id of the next message. */
  readonly high: number
}

/** A conversation of the export. */
export interface PlannedConversation {
  readonly conversation: StoredConversation
  /** The stream; null for a direct conversation. */
  readonly stream: { readonly id: StreamId; readonly name: string } | null
  /** The members of a direct conversation without the own account. */
  readonly userIds: readonly UserId[]
  /** The topic, or the names of the people. */
  readonly title: string
  /** The name of its files without ending. */
  readonly stem: string
  readonly count: number
  readonly pages: readonly PlannedPage[]
  readonly gaps: readonly Gap[]
}

/** The gaps of a stream, a conversation or all direct messages. */
export interface StatedGap extends Omit<Gap, 'high'> {
  /** The stream; null for direct messages. */
  readonly stream: string | null
  /** The topic or the people of a single conversation; null if the gap may concern several. */
  readonly conversation: string | null
}

/** What is exported: the conversations in their order, and what may be missing. */
export interface ExportPlan {
  readonly conversations: readonly PlannedConversation[]
  readonly messages: number
  readonly gaps: readonly StatedGap[]
  readonly people: ReadonlyMap<UserId, PersonRow>
  readonly streams: ReadonlyMap<StreamId, StreamRow>
}

/** Lists the conversations of an export and divides them into pages. `breathe` is called between two of them. */
export async function planExport(
  source: ExportConnection,
  narrow: Narrow | null,
  breathe: () => Promise<void>,
): Promise<ExportPlan> {
  const upTo = source.maxId()
  const people = new Map(source.people().map((row) => [row.id, row]))
  const streams = new Map(source.streams().map((row) => [row.id, row]))
  const emptyTopic = source.emptyTopicName()
  const streamName = (id: StreamId) => streams.get(id)?.name ?? String(id)

  const named = source.conversations(narrow, upTo).map((counted) => {
    const { conversation } = counted
    if (conversation.kind === 'direct') {
      const userIds = membersOf(conversation.directKey)
      return { counted, stream: null, userIds, title: peopleTitle(userIds, people) }
    }
    const topic = source.message(counted.newestId)?.topic ?? conversation.topicKey
    const stream = { id: conversation.streamId, name: streamName(conversation.streamId) }
    return { counted, stream, userIds: [], title: topic === '' ? emptyTopic : topic }
  })
  named.sort(
    (one, other) =>
      Number(one.stream === null) - Number(other.stream === null) ||
      (one.stream?.name ?? '').localeCompare(other.stream?.name ?? '', catalogue.language.tag) ||
      (one.stream?.id ?? 0) - (other.stream?.id ?? 0) ||
      other.counted.newestId - one.counted.newestId,
  )

  const conversations: PlannedConversation[] = []
  for (const { counted, ...name } of named) {
    const first = name.stream === null ? null : (streams.get(name.stream.id)?.first_message_id ?? null)
    conversations.push({
      ...name,
      conversation: counted.conversation,
      count: counted.count,
      stem: `conversations/${numberedName(conversations.length + 1, name.title)}`,
      pages: pagesOf(source, counted, upTo),
      gaps: gapsOf(source, counted.conversation, upTo, first),
    })
    await breathe()
  }
  const messages = conversations.reduce((sum, { count }) => sum + count, 0)
  const gaps = statedGaps(source, narrow, upTo, { conversations, streams, people, emptyTopic })
  return { conversations, messages, gaps, people, streams }
}

function peopleTitle(userIds: readonly UserId[], people: ReadonlyMap<UserId, PersonRow>): string {
  return conversationTitle(userIds.map((id): PersonName => ({ id, name: people.get(id)?.name ?? null })))
}

function pagesOf(source: ExportConnection, { conversation, count }: CountedConversation, upTo: number): PlannedPage[] {
  const pages: PlannedPage[] = []
  let after = 0
  for (let left = count; left > 0; left -= mostMessages) {
    const end = left > mostMessages ? source.nthAfter(conversation, after, mostMessages, upTo) : undefined
    const high = end ?? upTo
    const first = source.firstFrom(conversation, after + 1)
    const last = source.lastUpTo(conversation, high)
    // Messages may have left the conversation since they were counted.
    if (first !== undefined && last !== undefined && last.id > after) {
      pages.push({ after, high, from: first.timestamp, to: last.timestamp })
    }
    if (end === undefined) break
    after = high
  }
  return pages
}

/** The containers that together cover a conversation. */
function containersOf(conversation: StoredConversation): string[] {
  return conversation.kind === 'topic'
    ? [streamConversation(conversation.streamId), topicConversation(conversation.streamId, conversation.topicKey)]
    : ['direct', `direct:${conversation.directKey}`]
}

function gapsOf(
  source: ExportConnection,
  conversation: StoredConversation,
  upTo: number,
  firstOfStream: number | null,
): Gap[] {
  return gapsBetween(source, containersOf(conversation), upTo, firstOfStream).map(({ low, high }) => ({
    after: source.lastUpTo(conversation, low - 1)?.timestamp ?? null,
    before: source.firstFrom(conversation, high + 1)?.timestamp ?? null,
    high,
  }))
}

/** The intervals of ids that no container covers. Before the first message of its stream, nothing is missing. */
function gapsBetween(source: ExportConnection, containers: readonly string[], upTo: number, first: number | null) {
  return without({ low: first ?? 1, high: Math.max(1, upTo) }, source.coverage(containers))
}

interface Known {
  readonly conversations: readonly PlannedConversation[]
  readonly streams: ReadonlyMap<StreamId, StreamRow>
  readonly people: ReadonlyMap<UserId, PersonRow>
  readonly emptyTopic: string
}

/** The gaps of the whole export: those of its conversation, or those of its streams and of all direct messages. */
function statedGaps(source: ExportConnection, narrow: Narrow | null, upTo: number, known: Known): StatedGap[] {
  const { conversations, streams, people } = known
  if (narrow !== null && narrow.kind !== 'stream') {
    const [only] = conversations
    if (only !== undefined) {
      return only.gaps.map(({ after, before }) => ({
        stream: only.stream?.name ?? null,
        conversation: only.title,
        after,
        before,
      }))
    }
    const isWhole = source.coverage(narrow.kind === 'topic' ? topicContainers(narrow) : directContainers(narrow))
    const stream = narrow.kind === 'topic' ? (streams.get(narrow.streamId)?.name ?? null) : null
    const title = narrow.kind === 'topic' ? narrow.topic || known.emptyTopic : peopleTitle(narrow.userIds, people)
    return isWhole.length > 0 ? [] : [{ stream, conversation: title, after: null, before: null }]
  }
  const shown = new Set(conversations.flatMap(({ stream }) => (stream === null ? [] : [stream.id])))
  const listed =
    narrow === null
      ? [...streams.values()].filter(({ id, is_subscribed: isSubscribed }) => isSubscribed === 1 || shown.has(id))
      : [...streams.values()].filter(({ id }) => id === narrow.streamId)
  const ofContainer = (streamId: StreamId | null, container: string, name: string | null, first: number | null) =>
    gapsBetween(source, [container], upTo, first).map(({ low, high }) => ({
      stream: name,
      conversation: null,
      after: source.timeUpTo(streamId, low - 1) ?? null,
      before: source.timeFrom(streamId, high + 1) ?? null,
    }))
  return [
    ...listed.flatMap((row) => ofContainer(row.id, streamConversation(row.id), row.name, row.first_message_id)),
    ...(narrow === null ? ofContainer(null, 'direct', null, null) : []),
  ]
}

function topicContainers(narrow: Extract<Narrow, { kind: 'topic' }>): string[] {
  return [streamConversation(narrow.streamId), conversationKey(narrow)]
}

function directContainers(narrow: Extract<Narrow, { kind: 'direct' }>): string[] {
  return ['direct', conversationKey(narrow)]
}
