import { writtenPayload, type MessagePayload } from './message-payload.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { Destination } from '#contract/base/values.ts'
import type { DraftText } from '#contract/drafts.ts'
import type { WireRecipient } from '../api/scheduled.ts'
import type { Core } from '../core/core.ts'
import type { ReadCore } from '../core/read-core.ts'
import { addToDraft } from '../drafts/editing.ts'
import { topicProblem } from '../state/topics/topics-policy.ts'
import type { Attachment } from '../store/drafts.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { conversationKey } from '../values/conversation.ts'
import { normalize } from '../values/message-text.ts'
import type { Written } from './definition.ts'

/** A destination in the form of the protocol; a direct message without other people is a note to oneself. */
export function wireRecipient(core: Core, to: MessagePayload['destination']): WireRecipient {
  if (to.kind === 'topic') return { type: 'stream', to: JSON.stringify(to.streamId), topic: to.topic }
  const userIds = to.userIds.length === 0 ? [core.accountState.selfId] : to.userIds
  return { type: core.capabilities.directType ? 'direct' : 'private', to: JSON.stringify(userIds), topic: null }
}

/** The refusal to take back a message that is being sent or that the server has; null otherwise (S2). */
export function messageLeavingProblem(row: OutboxRow): Failure | null {
  if (row.state !== 'sending' && row.state !== 'acknowledged') return null
  return { code: 'ALREADY_LEAVING', values: { isMessage: true } }
}

/** Takes a message back: its text and files are added to the conversation's draft in the same transaction. */
export function cancelMessage(core: Core, row: OutboxRow): Result<DraftText> {
  const { destination, content, attachments } = writtenPayload(row)
  const topic = destination.kind === 'topic' ? destination.topic : ''
  let text = content
  core.commit(() => {
    core.store.outbox.takeBack(row.local_id)
    const address = { conversation: conversationKey(destination), topic }
    const { changes, row: draft } = addToDraft(core.store, address, {
      content,
      attachments,
      now: core.ports.clock.now(),
    })
    text = draft.content
    return [{ kind: 'outbox', queueKey: row.queue_key }, ...changes]
  })
  return { ok: true, value: { topic, content: text } }
}

/** The user's text and files in a row of `send` or `schedule`. */
export function writtenMessage(_core: ReadCore, row: OutboxRow): Written {
  const { destination, content, attachments } = writtenPayload(row)
  const topic = destination.kind === 'topic' ? destination.topic : ''
  return { conversation: conversationKey(destination), topic, content, attachments: JSON.stringify(attachments) }
}

/**
 * The reason why the server would cut or refuse a message; checked before the composer is emptied (wire-protocol.md
 * §2.4.1).
 */
export function messageProblem(
  core: Core,
  message: {
    readonly destination: Destination
    readonly content: string
    readonly attachments: readonly Attachment[]
  },
): Failure | null {
  const hasFiles = message.attachments.length > 0
  const content = normalize(message.content)
  const { organization } = core.accountState
  const longest = organization?.maxMessageLength ?? 10_000
  if (content === '' && !hasFiles) return { code: 'EMPTY_MESSAGE', values: { act: 'send' } }
  const unfinished = message.attachments.find((file) => file.isArriving === true)
  if (unfinished !== undefined) return { code: 'FILE_INCOMPLETE', values: { name: unfinished.name } }
  if (content.includes('\0')) return { code: 'BAD_MESSAGE' }
  const length = [...content].length + linksLength(message.attachments)
  if (length > longest) return { code: 'MESSAGE_TOO_LONG', values: { act: 'send', length, most: longest } }
  if (message.destination.kind === 'topic') {
    if (core.accountState.streams.get(message.destination.streamId)?.is_archived === 1) {
      return { code: 'STREAM_ARCHIVED', values: { act: 'send' } }
    }
    const topic = message.destination.topic.trim()
    const unwanted = topicProblem(core.accountState, message.destination.streamId, topic)
    if (unwanted !== null) return unwanted
    const longestTopic = organization?.maxTopicLength ?? 60
    if ([...topic].length > longestTopic) return { code: 'TOPIC_TOO_LONG', values: { most: longestTopic } }
  }
  return null
}

/** The most characters of a file's link without its description, for the length limit of a message. */
const linkLength = 250

/** The characters that the links of files add to the text of a message. */
export function linksLength(files: readonly Attachment[]): number {
  return files.reduce((length, { alt = '' }) => length + linkLength + [...alt].length, 0)
}
