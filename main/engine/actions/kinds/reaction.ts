import type { MessageId } from '../../values/ids.ts'
import { z } from 'zod'
import type { Result } from '#contract/base/failures.ts'
import type { ActionName } from '#contract/outbox.ts'
import { ApiError } from '../../api/errors.ts'
import { changeReaction, reactionErrors } from '../../api/messages.ts'
import type { Core } from '../../core/core.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { MessageRow } from '../../store/message-row.ts'
import { conversationOf } from '../../values/conversation.ts'
import { readReactions, withVote, type Reaction } from '../../values/reactions.ts'
import { payloadReader } from '../message-payload.ts'
import type { ActionKindDefinition } from '../definition.ts'
import { archived, conversationOfMessageQueue, describeMessage, noMessage } from '../message-queue.ts'
import { type ActionCalls, uncertainSinceOf, insertAction, removeRows, supersededBy } from '../queue-action.ts'
import { serverEmojiNames, customEmoji } from '../../state/emoji/custom-emoji.ts'

const schema = z.object({
  messageId: z.number(),
  type: z.string(),
  code: z.string(),
  name: z.string(),
  op: z.enum(['add', 'remove']),
})
const payloadOf = payloadReader(schema)

/** Adds an own reaction or removes it. */
export const reactionKind: ActionKindDefinition<z.infer<typeof schema>> = {
  name: 'reaction',
  schema,
  queueKey: {
    pattern: /^reaction:(\d+)$/,
    shows: 'message',
    ofMessage: queueKeyOfReactions,
    conversation: conversationOfMessageQueue,
  },
  outcome: 'idempotent',
  isReversible: true,
  replaces: (earlier, later) => {
    const [before, after] = [payloadOf(earlier), payloadOf(later)]
    return before.type === after.type && before.code === after.code
  },
  execute: {
    request: async (core, row, options) => {
      try {
        await changeReaction(core.api, payloadOf(row), options, core.accountState.organization?.isUpstream === true)
      } catch (error) {
        // The server has the wanted state already: another device was faster, or the response to an earlier attempt was
        // lost (M20).
        if (!(error instanceof ApiError) || !reactionErrors.has(error.code)) throw error
      }
    },
    isConfirmed: ({ accountState, store }, row) => {
      const { messageId, type, code, op } = payloadOf(row)
      const message = store.messages.get(messageId)
      if (message === undefined) return true
      const reaction = readReactions(message.reactions).find((other) => other.type === type && other.code === code)
      return (reaction?.users.includes(accountState.selfId) === true) === (op === 'add')
    },
    seenOn: {
      messageId: (row) => payloadOf(row).messageId,
      isAsWanted: ({ accountState }, row, message) => {
        const { type, code, op } = payloadOf(row)
        const isOn = message.reactions.some(
          (reaction) => reaction.type === type && reaction.code === code && reaction.userId === accountState.selfId,
        )
        return isOn === (op === 'add')
      },
    },
    applyResponse: ({ store, accountState }, row, since) => {
      const vote = { ...payloadOf(row), userId: accountState.selfId }
      const message = store.messages.get(vote.messageId)
      if (message === undefined || !since.isNewest(vote.messageId)) return []
      const reactions = withVote(readReactions(message.reactions), vote, vote.op)
      store.messages.setReactions(message.id, JSON.stringify(reactions))
      return [{ kind: 'message', id: message.id, conversation: conversationOf(message) }]
    },
  },
  overlay: {
    message: {
      queueKeyOf: ({ id }) => queueKeyOfReactions(id),
      apply: (shown, row, { accountState }) => {
        const vote = payloadOf(row)
        return { ...shown, reactions: withVote(shown.reactions, { ...vote, userId: accountState.selfId }, vote.op) }
      },
    },
  },
  describe: (core, row) => {
    const { messageId, name, op } = payloadOf(row)
    const what: ActionName = { code: 'REACTION', values: { name, isAdded: op === 'add' } }
    return { what, ...describeMessage(core, messageId) }
  },
}

/** The reactions of a message with the user's pending ones applied. */
export function shownReactions({ store, accountState }: ReadCore, message: MessageRow): readonly Reaction[] {
  return store.outbox.ofQueue(queueKeyOfReactions(message.id)).reduce<readonly Reaction[]>((shown, row) => {
    const vote = payloadOf(row)
    return withVote(shown, { ...vote, userId: accountState.selfId }, vote.op)
  }, readReactions(message.reactions))
}

function queueKeyOfReactions(messageId: MessageId): string {
  return `reaction:${messageId}`
}

/**
 * Adds or removes an own reaction. A pending action for the same emoji is superseded; without one, an action that
 * changes nothing is not inserted.
 */
function react(
  core: Core,
  choice: { readonly messageId: MessageId; readonly type: string; readonly code: string; readonly isOn: boolean },
  localId: string,
): Result<null> {
  const { messageId, type, code } = choice
  const row = core.store.messages.get(messageId)
  if (row === undefined) return { ok: false, error: noMessage }
  if (row.stream_id !== null && core.accountState.streams.get(row.stream_id)?.is_archived === 1) {
    return { ok: false, error: archived }
  }
  const known = readReactions(row.reactions).find((reaction) => reaction.type === type && reaction.code === code)
  // An existing reaction keeps its name, even if the emoji has been renamed.
  const name = known?.name ?? nameOf(core, type, code)
  if (name === undefined) {
    return { ok: false, error: { code: 'NO_EMOJI' } }
  }
  const payload = { messageId, type, code, name, op: choice.isOn ? 'add' : 'remove' }
  const action = { localId, queueKey: queueKeyOfReactions(messageId), payload }
  core.commit(() => {
    const superseded = supersededBy(core.store, reactionKind, action)
    removeRows(core.store, superseded)
    const isOnAlready = known?.users.includes(core.accountState.selfId) === true
    if (choice.isOn) core.store.preferences.noteEmojiUse(type, code, core.ports.clock.now())
    if (superseded.length > 0 || isOnAlready !== choice.isOn) {
      return insertAction(core, reactionKind, { ...action, uncertainSince: uncertainSinceOf(superseded) })
    }
    return [{ kind: 'outbox', queueKey: action.queueKey }]
  })
  return { ok: true, value: null }
}

function nameOf(core: Core, type: string, code: string): string | undefined {
  if (type === 'realm_emoji') return core.accountState.of(customEmoji).get(code)?.name
  if (type !== 'unicode_emoji') return code
  // A stock server refuses names that it does not know.
  return serverEmojiNames(core.store)[code]?.[0]
}

export const reactionCalls = {
  'messages.react': (core, choice, newId) => react(core, choice, newId('reaction')),
} as const satisfies ActionCalls
