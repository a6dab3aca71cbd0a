import type { Result } from '../../../preload/contract/values.ts'
import type { Core } from '../core.ts'
import { readReactions } from '../values/reactions.ts'
import { serverEmojiNames } from '../model/emoji/server-emoji.ts'
import { doubtOf } from './kinds.ts'
import { archived } from './message-actions.ts'
import { reactionPayload } from './payload.ts'

/**
 * Adds or takes back an own reaction. A wish for the same emoji that still waits is replaced; one that changes nothing,
 * with none before it under way, is no wish at all.
 */
export function react(
  core: Core,
  choice: { readonly messageId: number; readonly type: string; readonly code: string; readonly isOn: boolean },
  localId: string,
): Result<null> {
  const { messageId, type, code } = choice
  const row = core.store.messages.get(messageId)
  if (row === undefined) {
    return { ok: false, error: { code: 'NO_MESSAGE', message: 'This message is not here any more.' } }
  }
  if (row.stream_id !== null && core.world.streams.get(row.stream_id)?.is_archived === 1) {
    return { ok: false, error: archived }
  }
  const known = readReactions(row.reactions).find((reaction) => reaction.type === type && reaction.code === code)
  // An older reaction keeps its name, whatever the emoji is called today.
  const name = known?.name ?? nameOf(core, type, code)
  if (name === undefined) {
    return { ok: false, error: { code: 'NO_EMOJI', message: 'This server does not know this emoji.' } }
  }
  const line = `reaction:${messageId}`
  const op = choice.isOn ? 'add' : 'remove'
  core.commit(() => {
    const { outbox, preferences } = core.store
    const waiting = outbox.ofConversation(line).filter((wish) => {
      const payload = reactionPayload(wish)
      return payload.type === type && payload.code === code
    })
    for (const wish of waiting) outbox.remove(wish.local_id)
    const isSo = known?.users.includes(core.world.selfId) === true
    const now = core.ports.clock.now()
    if (choice.isOn) preferences.noteEmojiUse(type, code, now)
    if (waiting.length > 0 || isSo !== choice.isOn) {
      outbox.insert({
        local_id: localId,
        kind: 'reaction',
        conversation: line,
        payload: JSON.stringify({ messageId, type, code, name, op }),
        created_at: now,
        attempt_at: doubtOf(waiting),
      })
    }
    return [{ kind: 'outbox', conversation: line }]
  })
  return { ok: true, value: null }
}

function nameOf(core: Core, type: string, code: string): string | undefined {
  if (type === 'realm_emoji') return core.world.emoji.get(code)?.name
  if (type !== 'unicode_emoji') return code
  // A stock server refuses names that it does not know, whatever others call the emoji.
  return serverEmojiNames(core.store)[code]?.[0]
}
