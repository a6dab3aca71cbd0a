import type { MessageId } from '../../values/ids.ts'
import { z } from 'zod'
import type { Result } from '../../../../preload/contract/values.ts'
import { deleteMessage as requestDeletion } from '../../api/messages.ts'
import type { Core } from '../../core.ts'
import { lookAtRefused } from '../sending/change-request.ts'
import { removeMessage } from '../../model/messages/stored-messages.ts'
import { payloadReader } from '../payload-reader.ts'
import type { ActionKindDefinition } from '../definition.ts'
import { changeRefusal, describeMessage, lineOfMessage, messageLine, noMessage } from '../message-line.ts'
import { queueAction } from '../queue-action.ts'
import { editKind } from './edit.ts'
import { claimForUnknownSending } from './send.ts'
import type { ActionCalls } from '../action-calls.ts'

const schema = z.object({ messageId: z.number() })
const payloadOf = payloadReader(schema)

/** The deletion of a message. */
export const deleteKind: ActionKindDefinition<z.infer<typeof schema>> = {
  name: 'delete',
  schema,
  line: messageLine,
  outcome: 'idempotent',
  replaces: ({ kind, state }) =>
    (kind === deleteKind.name || kind === editKind.name) && (state === 'queued' || state === 'failed'),
  carryOut: {
    request: async (core, row, options) => {
      await requestDeletion(core.api, payloadOf(row).messageId, options)
    },
    book: ({ store }, row) => removeMessage(store, payloadOf(row).messageId),
    refused: async (context, row, { reason }) => {
      const { messageId } = payloadOf(row)
      const message = await lookAtRefused(context, row, messageId)
      if (message === 'unknown') return
      if (message !== 'gone') {
        await context.fail(row, reason)
        return
      }
      const { store } = context.core
      await context.book(() => {
        store.outbox.remove(row.local_id)
        return [{ kind: 'outbox', conversation: row.conversation }, ...removeMessage(store, messageId)]
      })
    },
  },
  overlay: {
    message: {
      lineOf: ({ id }) => lineOfMessage(id),
      apply: (shown, row, { reasonOf }) => ({
        ...shown,
        change: {
          localId: row.local_id,
          kind: 'delete',
          state: row.state === 'failed' ? 'failed' : 'waiting',
          text: '',
          topic: '',
          reason: reasonOf(row),
        },
      }),
    },
  },
  describe: (core, row) => ({ what: { code: 'DELETION' }, ...describeMessage(core, payloadOf(row).messageId) }),
}

/** Deletes a message. Its edits that are still queued or were refused are superseded. */
function deleteMessage(core: Core, messageId: MessageId, localId: string): Result<null> {
  const row = core.store.messages.get(messageId)
  if (row === undefined) return { ok: false, error: noMessage }
  const refusal = changeRefusal(core, row, 'delete')
  if (refusal !== null) return { ok: false, error: refusal }
  const action = { localId, line: lineOfMessage(messageId), payload: { messageId } }
  queueAction(core, deleteKind, action, () => claimForUnknownSending(core, row))
  return { ok: true, value: null }
}

export const deleteCalls = {
  'messages.delete': (core, { messageId }, newId) => deleteMessage(core, messageId, newId('delete')),
} as const satisfies ActionCalls
