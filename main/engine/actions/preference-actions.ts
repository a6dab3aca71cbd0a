import type { Result } from '../../../preload/contract/values.ts'
import type { Core } from '../core.ts'
import { topicKey } from '../values/conversation.ts'
import type { OutboxKind } from '../store/outbox.ts'
import { doubtOf } from './kinds.ts'

const done = { ok: true, value: null } as const

/** A wish of one line; what waits there is replaced, since only the last word counts. */
function wish(core: Core, kind: OutboxKind, line: string, payload: unknown, localId: string): void {
  core.commit(() => {
    const { outbox } = core.store
    const replaced = outbox.ofConversation(line)
    for (const row of replaced) outbox.remove(row.local_id)
    outbox.insert({
      local_id: localId,
      kind,
      conversation: line,
      payload: JSON.stringify(payload),
      created_at: core.ports.clock.now(),
      attempt_at: doubtOf(replaced),
    })
    return [{ kind: 'outbox', conversation: line }]
  })
}

/** Mutes, unmutes or follows a topic, or leaves it to its stream (wire-protocol.md §2.8). */
export function chooseTopicPolicy(
  core: Core,
  choice: { readonly streamId: number; readonly topic: string; readonly policy: number },
  localId: string,
): Result<null> {
  const { capabilities } = core
  if (choice.policy === 3 && !capabilities.followTopics) {
    return { ok: false, error: { code: 'TOO_OLD', message: 'This server is too old for following topics.' } }
  }
  if (choice.policy === 2 && !capabilities.userTopics) {
    const message = 'This server is too old for topics that stand out of a muted stream.'
    return { ok: false, error: { code: 'TOO_OLD', message } }
  }
  wish(core, 'topic_policy', `topic_policy:${choice.streamId}:${topicKey(choice.topic)}`, choice, localId)
  return done
}

export function changeSubscription(
  core: Core,
  change: { readonly streamId: number; readonly property: string; readonly value: boolean | string },
  localId: string,
): Result<null> {
  if (core.world.streams.get(change.streamId)?.is_subscribed !== 1) {
    const message = 'You are not subscribed to this stream, so there is nothing to set.'
    return { ok: false, error: { code: 'NOT_SUBSCRIBED', message } }
  }
  wish(core, 'subscription', `subscription:${change.streamId}:${change.property}`, change, localId)
  return done
}

export function muteUser(core: Core, userId: number, isMuted: boolean, localId: string): Result<null> {
  if (userId === core.world.selfId) {
    return { ok: false, error: { code: 'MUTE_SELF', message: 'You cannot mute yourself.' } }
  }
  wish(core, 'mute_user', `mute_user:${userId}`, { userId, isMuted }, localId)
  return done
}
