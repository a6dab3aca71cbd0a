import type { Destination, Result } from '../../../preload/contract/values.ts'
import type { Core } from '../core.ts'
import { conversationKey } from '../values/conversation.ts'
import { withTopic } from '../model/topics/empty-topic.ts'
import { topicProblem } from '../model/topics/topics-policy.ts'
import { normalize } from '../values/message-text.ts'
import type { Attachment } from '../store/drafts.ts'
import { draftToSend, dropDraft } from '../drafts/editing.ts'

/**
 * Writes a message into the outbox and empties its conversation's draft, in one transaction (S1). The same `localId`
 * twice is one message: the page repeats a call whose answer it did not get (C3).
 */
export function queueMessage(
  core: Core,
  message: {
    readonly localId: string
    readonly destination: Destination
    readonly content: string
    /** The draft that becomes the message, with its files; none for an answer out of a notification. */
    readonly draftId?: string | undefined
  },
): Result<null> {
  // Before anything is checked: the draft and its files went with the first call.
  if (core.store.outbox.isKnown(message.localId)) return { ok: true, value: null }
  const destination = withTopic(core.world, message.destination)
  const conversation = conversationKey(destination)
  const { draft, attachments } = draftToSend(core.store, message.draftId)
  const problem = messageProblem(core, { ...message, destination, attachments })
  if (problem !== null) return { ok: false, error: problem }
  core.commit(() => {
    core.store.outbox.insert({
      local_id: message.localId,
      kind: 'send',
      conversation,
      payload: JSON.stringify({ destination, content: message.content, attachments }),
      created_at: core.ports.clock.now(),
    })
    const dropped = draft === undefined ? [] : dropDraft(core.store, draft, core.ports.clock.now())
    return [{ kind: 'outbox', conversation }, ...dropped]
  })
  return { ok: true, value: null }
}

/** What the server would cut or refuse is refused here, with the text still in the composer (wire-protocol.md §2.4.1). */
export function messageProblem(
  core: Core,
  message: {
    readonly destination: Destination
    readonly content: string
    readonly attachments: readonly Attachment[]
  },
) {
  const hasFiles = message.attachments.length > 0
  const content = normalize(message.content)
  const { organization } = core.world
  const longest = organization?.maxMessageLength ?? 10_000
  if (content === '' && !hasFiles)
    return { code: 'EMPTY_MESSAGE', message: 'There is nothing to send yet: write something first.' }
  if (content.includes('\0')) return { code: 'BAD_MESSAGE', message: 'The text contains a null character; remove it.' }
  const length = [...content].length + message.attachments.length * linkLength
  if (length > longest) {
    return {
      code: 'MESSAGE_TOO_LONG',
      message: `This message has ${length} characters; the server takes at most ${longest}. Shorten it or send it in parts.`,
    }
  }
  if (message.destination.kind === 'topic') {
    if (core.world.streams.get(message.destination.streamId)?.is_archived === 1) {
      return { code: 'STREAM_ARCHIVED', message: 'This stream is archived: nobody writes there any more.' }
    }
    const topic = message.destination.topic.trim()
    const unwanted = topicProblem(core.world, message.destination.streamId, topic)
    if (unwanted !== null) return unwanted
    const longestTopic = organization?.maxTopicLength ?? 60
    if ([...topic].length > longestTopic) {
      return { code: 'TOPIC_TOO_LONG', message: `A topic has at most ${longestTopic} characters.` }
    }
  }
  return null
}

/** Characters that the link to a file takes at most, for the limit of a message. */
const linkLength = 250
