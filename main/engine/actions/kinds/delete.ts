import type { MessageId } from '../../values/ids.ts'
import { z } from 'zod'
import type { Result } from '#contract/base/failures.ts'
import { deleteMessage as requestDeletion } from '../../api/messages.ts'
import type { Core } from '../../core/core.ts'
import { undoMs } from '../../drafts/editing.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { fetchRefusedMessage } from '../sending/change-request.ts'
import { removeMessage } from '../../state/messages/stored-messages.ts'
import { payloadReader } from '../message-payload.ts'
import type { ActionKindDefinition } from '../definition.ts'
import { changeRefusal, describeMessage, queueKeyOfMessage, messageQueueKey, noMessage } from '../message-queue.ts'
import { type ActionCalls, queueAction, supersededBy } from '../queue-action.ts'
import { editKind } from './edit.ts'
import { claimForUnknownSending } from './send.ts'

const schema = z.object({
  messageId: z.number(),
  /** The edits that the deletion superseded; taking it back restores them. */
  edits: z
    .array(
      z.object({
        localId: z.string(),
        payload: z.string(),
        createdAt: z.number(),
        attemptAt: z.number().nullable(),
        isRefused: z.boolean(),
        error: z.string().nullable(),
      }),
    )
    .default([]),
})
const payloadOf = payloadReader(schema)

/**
 * The deletion of a message. The server cannot undo it, so the row waits for an undo window first. It waits in the
 * outbox and not in the page, so that closing the window loses neither the deletion nor the time to undo it.
 */
export const deleteKind: ActionKindDefinition<z.infer<typeof schema>> = {
  name: 'delete',
  schema,
  queueKey: messageQueueKey,
  outcome: 'idempotent',
  undoMs,
  replaces: ({ kind, state }) =>
    (kind === deleteKind.name || kind === editKind.name) && (state === 'queued' || state === 'failed'),
  execute: {
    request: async (core, row, options) => {
      await requestDeletion(core.api, payloadOf(row).messageId, options)
    },
    applyResponse: ({ store }, row) => removeMessage(store, payloadOf(row).messageId),
    refused: async (context, row, { reason }) => {
      const { messageId } = payloadOf(row)
      const message = await fetchRefusedMessage(context, row, messageId)
      if (message === 'unknown') return
      if (message !== 'gone') {
        await context.fail(row, reason)
        return
      }
      const { store } = context.core
      await context.commitWithRetry(() => {
        store.outbox.remove(row.local_id)
        return [{ kind: 'outbox', queueKey: row.queue_key }, ...removeMessage(store, messageId)]
      })
    },
  },
  overlay: {
    message: {
      queueKeyOf: ({ id }) => queueKeyOfMessage(id),
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
  cancel(core, row) {
    core.commit(() => {
      core.store.outbox.takeBack(row.local_id)
      for (const edit of payloadOf(row).edits) putBack(core, row.queue_key, edit)
      return [{ kind: 'outbox', queueKey: row.queue_key }]
    })
    return { ok: true, value: { topic: '', content: '' } }
  },
  describe: (core, row) => ({ what: { code: 'DELETION' }, ...describeMessage(core, payloadOf(row).messageId) }),
}

type Edit = z.infer<typeof schema>['edits'][number]

function keptOf({ local_id, payload, created_at, attempt_at, state, error }: OutboxRow): Edit {
  const isRefused = state === 'failed'
  return { localId: local_id, payload, createdAt: created_at, attemptAt: attempt_at, isRefused, error }
}

function putBack({ store }: Core, queueKey: string, edit: Edit): void {
  const { localId, payload, createdAt, attemptAt, isRefused, error } = edit
  const row = { local_id: localId, kind: editKind.name, queue_key: queueKey, payload }
  store.outbox.insert({ ...row, created_at: createdAt, attempt_at: attemptAt })
  const inserted = store.outbox.get(localId)
  if (isRefused && inserted !== undefined) store.outbox.update({ ...inserted, state: 'failed', error })
}

/** Deletes a message. Its queued and failed edits are superseded. */
function deleteMessage(core: Core, messageId: MessageId, localId: string): Result<null> {
  const row = core.store.messages.get(messageId)
  if (row === undefined) return { ok: false, error: noMessage }
  const refusal = changeRefusal(core, row, 'delete')
  if (refusal !== null) return { ok: false, error: refusal }
  const queueKey = queueKeyOfMessage(messageId)
  const waiting = supersededBy(core.store, deleteKind, { queueKey, payload: { messageId } })
  // A repeated deletion does not restart the undo window.
  if (waiting.some(({ kind, state }) => kind === deleteKind.name && state === 'queued'))
    return { ok: true, value: null }
  const edits = waiting.flatMap((superseded) => {
    // A failed deletion passes its superseded edits on.
    return superseded.kind === editKind.name ? [keptOf(superseded)] : payloadOf(superseded).edits
  })
  queueAction(core, deleteKind, { localId, queueKey, payload: { messageId, edits } }, () =>
    claimForUnknownSending(core, row),
  )
  return { ok: true, value: null }
}

export const deleteCalls = {
  'messages.delete': (core, { messageId }, newId) => deleteMessage(core, messageId, newId('delete')),
} as const satisfies ActionCalls
