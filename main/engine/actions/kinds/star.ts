import type { MessageId } from '../../values/ids.ts'
import { z } from 'zod'
import type { Result } from '#contract/base/failures.ts'
import { updateFlags } from '../../api/messages.ts'
import type { Core } from '../../core/core.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { noteStars, starred } from '../../state/messages/starred.ts'
import { conversationOf } from '../../values/conversation.ts'
import { payloadReader } from '../message-payload.ts'
import type { ActionKindDefinition } from '../definition.ts'
import { describeMessage, queueKeyOfMessage, messageQueueKey, noMessage } from '../message-queue.ts'
import { type ActionCalls, queueAction } from '../queue-action.ts'

const schema = z.object({ messageId: z.number(), isStarred: z.boolean() })
const payloadOf = payloadReader(schema)

/** Sets the star of a message or removes it. */
export const starKind: ActionKindDefinition<z.infer<typeof schema>> = {
  name: 'star',
  schema,
  queueKey: messageQueueKey,
  outcome: 'idempotent',
  isReversible: true,
  replaces: ({ kind, state }) => kind === starKind.name && (state === 'queued' || state === 'failed'),
  execute: {
    request: async (core, row, options) => {
      const { messageId, isStarred } = payloadOf(row)
      await updateFlags(core.api, { messages: [messageId], op: isStarred ? 'add' : 'remove', flag: 'starred' }, options)
    },
    isConfirmed: ({ store }, row) => {
      const { messageId, isStarred } = payloadOf(row)
      const message = store.messages.get(messageId)
      return message === undefined || (message.is_starred === 1) === isStarred
    },
    seenOn: {
      messageId: (row) => payloadOf(row).messageId,
      isAsWanted: (_core, row, { flags }) => (flags?.includes('starred') === true) === payloadOf(row).isStarred,
    },
    applyResponse: ({ store }, row, since) => {
      const { messageId, isStarred } = payloadOf(row)
      const message = store.messages.get(messageId)
      if (message === undefined || !since.isNewest(messageId)) return []
      store.messages.setStarred(messageId, isStarred)
      return [
        ...noteStars(store, [messageId], isStarred),
        { kind: 'message', id: messageId, conversation: conversationOf(message) },
      ]
    },
  },
  overlay: {
    message: {
      queueKeyOf: ({ id }) => queueKeyOfMessage(id),
      apply: (shown, row) => ({ ...shown, isStarred: payloadOf(row).isStarred }),
    },
  },
  describe: (core, row) => {
    const { messageId, isStarred } = payloadOf(row)
    return { what: { code: 'STAR', values: { isStarred } }, ...describeMessage(core, messageId) }
  },
}

/** Sets or removes a star. A queued action for the same message is superseded. */
function starMessage(core: Core, messageId: MessageId, isStarred: boolean, localId: string): Result<null> {
  if (core.store.messages.get(messageId) === undefined) return { ok: false, error: noMessage }
  queueAction(core, starKind, { localId, queueKey: queueKeyOfMessage(messageId), payload: { messageId, isStarred } })
  return { ok: true, value: null }
}

/** The number of starred messages with the user's pending stars applied. */
export function starredCount({ store, accountState }: ReadCore): number {
  const wanted = new Map<MessageId, boolean>()
  for (const row of store.outbox.ofKind(starKind.name)) {
    const { messageId, isStarred } = payloadOf(row)
    if (row.state !== 'failed') wanted.set(messageId, isStarred)
  }
  const changed = [...wanted].filter(([id, isStarred]) => store.preferences.isStarred(id) !== isStarred)
  return changed.reduce((sum, [, isStarred]) => sum + (isStarred ? 1 : -1), accountState.of(starred))
}

export const starCalls = {
  'messages.star': (core, { messageId, isStarred }, newId) => starMessage(core, messageId, isStarred, newId('star')),
} as const satisfies ActionCalls
