import type { Destination, Narrow, PersonName } from '#contract/base/values.ts'
import type { ReadCore } from '../core/read-core.ts'
import { parseConversation, usersOfConversation } from '../values/conversation.ts'
import type { ReadAccountState } from '../state/account-state.ts'
import type { UserId } from '../values/ids.ts'

/** The narrow of a conversation key; without `topic`, it has the topic's latest spelling (M22). */
export function destinationOfKey(core: ReadCore, conversation: string, topic = ''): Destination {
  const parsed = parseConversation(conversation)
  if (parsed?.kind !== 'topic') return { kind: 'direct', userIds: usersOfConversation(conversation) }
  const { streamId, topicKey } = parsed
  return {
    kind: 'topic',
    streamId,
    topic: topic === '' ? (core.store.messages.topicName(streamId, topicKey) ?? topicKey) : topic,
  }
}

/** The narrow of a conversation key, which may be the key of a whole stream. */
export function narrowOfKey(core: ReadCore, conversation: string): Narrow {
  const parsed = parseConversation(conversation)
  return parsed?.kind === 'stream' ? parsed : destinationOfKey(core, conversation)
}

/** The heading of a narrow; a whole stream has only the stream's name and no title. */
export function headingOf(core: ReadCore, narrow: Narrow) {
  const { accountState } = core
  if (narrow.kind === 'direct') {
    return { title: directTitle(accountState, narrow.userIds), streamName: null, streamColor: null }
  }
  const stream = accountState.streams.get(narrow.streamId)
  const title = narrow.kind === 'topic' ? accountState.topicName(narrow.topic) : ''
  return { title, streamName: stream?.name ?? null, streamColor: stream?.color ?? null }
}

/** Returns a person for texts of the catalogue; the name is null if the id is unknown. */
export function personName(accountState: Pick<ReadAccountState, 'person'>, id: number): PersonName {
  return { id, name: accountState.person(id).name }
}

/** Returns the other people of a direct conversation as its title, which is empty for notes to oneself. */
export function directTitle(accountState: ReadAccountState, userIds: readonly UserId[]): PersonName[] {
  return userIds.map((id) => personName(accountState, id))
}
