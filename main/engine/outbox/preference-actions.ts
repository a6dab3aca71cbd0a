import type { Result } from '../../../preload/contract.ts'
import { alertWordKey } from '../../../shared/alert-words.ts'
import { clientLimits } from '../../../shared/client-limits.ts'
import type { Core } from '../core.ts'
import { topicKey } from '../model/conversation.ts'
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

/**
 * Adds an alert word, or takes one away (wire-protocol.md §2.8). What the server would refuse is refused here, with the
 * word still in its field; `known` are the words as they are shown.
 */
export function changeAlertWord(
  core: Core,
  change: { readonly word: string; readonly isOn: boolean },
  known: readonly string[],
  localId: string,
): Result<null> {
  const word = change.word.trim()
  const key = alertWordKey(word)
  if (change.isOn) {
    if (word === '') return { ok: false, error: { code: 'NO_ALERT_WORD', message: 'Write a word first.' } }
    const longest = clientLimits.alertWord.most
    if ([...word].length > longest) {
      const message = `An alert word has at most ${longest} characters.`
      return { ok: false, error: { code: 'ALERT_WORD_TOO_LONG', message } }
    }
    if (known.some((other) => alertWordKey(other) === key)) {
      return { ok: false, error: { code: 'KNOWN_ALERT_WORD', message: `“${word}” is an alert word already.` } }
    }
    const most = clientLimits.alertWords.most
    if (known.length >= most) {
      const message = `You have ${most} alert words, and there can be no more. Remove one first.`
      return { ok: false, error: { code: 'TOO_MANY_ALERT_WORDS', message } }
    }
  }
  wish(core, 'alert_word', `alert_word:${key}`, { word, isOn: change.isOn }, localId)
  return done
}

export function muteUser(core: Core, userId: number, isMuted: boolean, localId: string): Result<null> {
  if (userId === core.world.selfId) {
    return { ok: false, error: { code: 'MUTE_SELF', message: 'You cannot mute yourself.' } }
  }
  wish(core, 'mute_user', `mute_user:${userId}`, { userId, isMuted }, localId)
  return done
}
