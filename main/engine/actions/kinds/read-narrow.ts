import { z } from 'zod'
import type { Narrow } from '#contract/base/values.ts'
import { flagNarrow } from '../../api/messages.ts'
import type { Core } from '../../core/core.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { Change } from '../../state/changes.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import type { ReadStore } from '../../store/store.ts'
import { reasonLogText } from '../../api/request-failures.ts'
import { narrowTerms } from '../../sync/narrow-terms.ts'
import { conversationKey, streamOfConversation } from '../../values/conversation.ts'
import type { ActionContext } from '../context.ts'
import type { ActionKindDefinition } from '../definition.ts'
import { payloadReader, destinationSchema } from '../message-payload.ts'
import { marksQueueKey, type PendingUnread } from '../../projections/overlay.ts'
import { queueAction } from '../queue-action.ts'
import { readQueueKey } from '../message-marks.ts'
import { sendStep } from '../sending/send-step.ts'

const narrowSchema = z.discriminatedUnion('kind', [
  ...destinationSchema.options,
  z.object({ kind: z.literal('stream'), streamId: z.number() }),
])
const schema = z.object({
  scope: z.union([narrowSchema, z.literal('all')]),
  /** The highest id that is marked; messages with higher ids arrived after the user's action. */
  through: z.number(),
  /** The last message that was marked; null at the beginning. */
  reached: z.number().nullable(),
  done: z.number(),
  total: z.number(),
})
type ReadNarrowPayload = z.infer<typeof schema>
const payloadOf = payloadReader(schema)

/** Messages that one request marks. */
const messagesPerStep = 1000

/** Marks a whole conversation, stream or account as read. */
export const readNarrowKind: ActionKindDefinition<ReadNarrowPayload> = {
  name: 'read_narrow',
  schema,
  queueKey: readQueueKey,
  outcome: 'idempotent',
  execute: async (context, row) => {
    if (row.state === 'acknowledged') await context.drop(row)
    else await markNextMessages(context, row)
  },
  overlay: { unread: markPending },
  describe: (_core, row) => {
    const { scope } = payloadOf(row)
    if (scope === 'all') return { what: { code: 'MARK_EVERYTHING_READ' }, conversation: null, text: '' }
    return { what: { code: 'MARK_CONVERSATION_READ' }, conversation: conversationKey(scope), text: '' }
  },
}

/** The messages that one action marks as read: a conversation, a stream, or everything. */
export type ReadScope = Narrow | 'all'

/** Marks the messages of a scope as read that are unread now (U9); later messages stay unread. */
export function markNarrowRead(core: Core, scope: ReadScope, localId: string): void {
  const { accountState, store } = core
  const through = Math.max(
    store.messages.maxId(),
    accountState.organization?.maxMessageId ?? 0,
    accountState.unread.maxId(),
  )
  const total = [...accountState.unread.conversations()]
    .filter((conversation) => isInScope(scope, conversation))
    .reduce((sum, conversation) => sum + accountState.unread.ids(conversation).length, 0)
  const payload: ReadNarrowPayload = { scope, through, reached: null, done: 0, total }
  queueAction(core, readNarrowKind, { localId, queueKey: marksQueueKey, payload })
}

/** The progress of the newest mark of a narrow; null if none is running. */
export function readNarrowProgress(
  store: ReadStore,
): { readonly localId: string; readonly done: number; readonly total: number } | null {
  const row = store.outbox.newestOfKind(readNarrowKind.name)
  if (row === undefined || row.state === 'acknowledged') return null
  const { done, total } = payloadOf(row)
  return { localId: row.local_id, done: Math.min(done, total), total }
}

/** Whether a conversation key belongs to a scope. */
export function isInScope(scope: ReadScope, conversation: string): boolean {
  if (scope === 'all') return true
  if (scope.kind === 'stream') return streamOfConversation(conversation) === scope.streamId
  return conversation === conversationKey(scope)
}

function markPending(pending: PendingUnread, row: OutboxRow, { accountState }: ReadCore): void {
  const { scope, through } = payloadOf(row)
  const { read, unread } = pending
  pending.hasNarrow = true
  for (const conversation of accountState.unread.conversations()) {
    if (!isInScope(scope, conversation)) continue
    for (const id of accountState.unread.ids(conversation)) if (id <= through) read.add(id)
  }
  for (const [id, conversation] of unread) {
    if (id > through || !isInScope(scope, conversation)) continue
    read.add(id)
    unread.delete(id)
  }
}

/**
 * Marks the next thousand unread messages of the narrow, one step a call (U9). The progress is stored, so that a
 * restart or a 429 continues there. Only events change the stored unread marks, because only the server knows which
 * messages are in the narrow at that moment.
 */
async function markNextMessages(context: ActionContext, row: OutboxRow): Promise<void> {
  const { core } = context
  const payload = payloadOf(row)
  await sendStep(context, row, {
    request: (options) =>
      flagNarrow(
        core.api,
        {
          narrow: [...(payload.scope === 'all' ? [] : narrowTerms(core, payload.scope)), ['is', 'unread']],
          anchor: payload.reached ?? 'oldest',
          numAfter: messagesPerStep,
        },
        options,
      ),
    done: async (answer, { isSameEpoch }) => {
      const last = answer.last_processed_id
      const isFinished = answer.found_newest || last === null || last >= payload.through
      await context.commitWithRetry(() => {
        const changes: Change[] = [{ kind: 'outbox', queueKey: row.queue_key }]
        const current = core.store.outbox.get(row.local_id)
        if (current === undefined) return changes
        if (!isFinished) {
          const next = { ...payload, reached: last, done: payload.done + answer.updated_count }
          core.store.outbox.update({ ...current, payload: JSON.stringify(next) })
          return changes
        }
        // The row keeps hiding the messages until their events have come.
        core.store.outbox.update({ ...current, state: 'acknowledged', attempt_at: core.ports.clock.now() })
        const organization = core.store.meta.organization()
        // No older message is unread any more, so the list of unread messages is complete (U3).
        if (payload.scope === 'all' && isSameEpoch() && organization?.oldUnreadsMissing === true) {
          core.store.meta.setOrganization({ ...organization, oldUnreadsMissing: false })
          changes.push({ kind: 'organization' })
        }
        return changes
      })
    },
    // The narrow does not exist any more, so nothing in it is unread.
    refused: async (reason) => {
      core.ports.log('info', `marking as read was refused: ${reasonLogText(reason)}`)
      await context.drop(row)
    },
  })
}
