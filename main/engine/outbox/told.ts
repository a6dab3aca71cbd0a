import { alertWordKey } from '../../../shared/alert-words.ts'
import type { Core } from '../core.ts'
import { topicKey } from '../model/conversation.ts'
import { withSubscriptionProperty } from '../model/directory-reducers.ts'
import { readReactions } from '../model/reactions.ts'
import type { OutboxRow } from '../store/outbox.ts'
import {
  alertWordPayload,
  movePayload,
  muteUserPayload,
  reactionPayload,
  starPayload,
  subscriptionPayload,
  topicPolicyPayload,
} from './payload.ts'

/** How long the event of a change may come after its answer, in milliseconds; a change that changed nothing has none. */
const longestWaitMs = 2_000

/**
 * Waits until events have told of a change that the server has carried out. Events that are still under way may tell of
 * what was wished before it: while the wish stands in the outbox, it is what is shown (M4).
 * @returns whether they have; where they have not, the change changed nothing, or its event is late
 */
export async function untilTold(core: Core, row: OutboxRow): Promise<boolean> {
  if (isTold(core, row)) return true
  return new Promise((resolve) => {
    const finish = (hasTold: boolean) => {
      stopListening()
      cancel()
      resolve(hasTold)
    }
    const stopListening = core.onCommit('what a wish waits for', () => {
      if (isTold(core, row)) finish(true)
    })
    const cancel = core.ports.clock.schedule(longestWaitMs, () => {
      finish(false)
    })
  })
}

/** Whether what the server has told is what was wished; of other kinds of changes nothing is awaited. */
export function isTold({ world, store }: Core, row: OutboxRow): boolean {
  switch (row.kind) {
    case 'star': {
      const { messageId, isStarred } = starPayload(row)
      const message = store.messages.get(messageId)
      return message === undefined || (message.is_starred === 1) === isStarred
    }
    case 'reaction': {
      const { messageId, type, code, op } = reactionPayload(row)
      const message = store.messages.get(messageId)
      if (message === undefined) return true
      const reaction = readReactions(message.reactions).find((other) => other.type === type && other.code === code)
      return (reaction?.users.includes(world.selfId) === true) === (op === 'add')
    }
    case 'move': {
      const { messageId, streamId, topic } = movePayload(row)
      const message = store.messages.get(messageId)
      return message === undefined || (message.stream_id === streamId && message.topic_key === topicKey(topic))
    }
    case 'topic_policy': {
      const { streamId, topic, policy } = topicPolicyPayload(row)
      return world.topicPolicy(streamId, topicKey(topic)) === policy
    }
    case 'subscription': {
      const { streamId, property, value } = subscriptionPayload(row)
      const stream = world.streams.get(streamId)
      if (stream === undefined) return true
      return JSON.stringify(withSubscriptionProperty(stream, property, value)) === JSON.stringify(stream)
    }
    case 'mute_user': {
      const { userId, isMuted } = muteUserPayload(row)
      return world.mutedPeople.has(userId) === isMuted
    }
    case 'alert_word': {
      const { word, isOn } = alertWordPayload(row)
      return world.alertWords.some((other) => alertWordKey(other) === alertWordKey(word)) === isOn
    }
    default:
      return true
  }
}
