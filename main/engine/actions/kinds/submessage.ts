import type { MessageId } from '../../values/ids.ts'
import { z } from 'zod'
import type { Result } from '#contract/base/failures.ts'
import type { WidgetAct } from '#contract/messages.ts'
import { sendSubmessage } from '../../api/messages.ts'
import type { ServerEvent } from '../../state/events.ts'
import type { Change } from '../../state/changes.ts'
import type { ReducerContext } from '../../state/context.ts'
import type { Core } from '../../core/core.ts'
import { readSubmessages, type Submessage } from '../../values/submessages.ts'
import { actContent, countsOnce, taskContents } from '../../state/messages/widget-parts.ts'
import { readWidget, unreadText } from '../../state/messages/widgets.ts'
import type { MessageRow } from '../../store/message-row.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { readStoredFailure } from '../../values/failures.ts'
import { failureKind } from '../../api/request-failures.ts'
import { attemptFailed, noteAbsent } from '../sending/attempts.ts'
import { requestTimeoutMs, type ActionContext } from '../context.ts'
import { payloadReader } from '../message-payload.ts'
import type { ActionKindDefinition } from '../definition.ts'
import { conversationOfMessageQueue, describeMessage, noMessage } from '../message-queue.ts'
import { type ActionCalls, queueAction } from '../queue-action.ts'

const schema = z.object({
  messageId: z.number(),
  /** The part, as JSON text (wire-protocol.md §2.4.5). */
  content: z.string(),
  /** The highest id of a part that was known when this one was made. */
  after: z.number(),
})
const payloadOf = payloadReader(schema)

/** Adds a part to a poll or a to-do list: a vote, an option, a task, a stroke. */
export const submessageKind: ActionKindDefinition<z.infer<typeof schema>> = {
  name: 'submessage',
  schema,
  queueKey: {
    pattern: /^submessage:(\d+)$/,
    shows: 'message',
    ofMessage: queueKeyOf,
    conversation: conversationOfMessageQueue,
  },
  outcome: 'ask_the_user',
  execute: async (context, row) => {
    if (row.state === 'queued') await submitQueued(context, row)
    else await searchSubmessage(context, row)
  },
  onEvent: confirmPart,
  overlay: {
    message: {
      queueKeyOf: ({ id }) => queueKeyOf(id),
      // A failed part does not count; its reason is shown.
      apply: (shown, row) =>
        row.state === 'failed'
          ? {
              ...shown,
              problems: [...shown.problems, { localId: row.local_id, reason: readStoredFailure(row.error) }],
            }
          : { ...shown, parts: [...shown.parts, payloadOf(row).content] },
    },
  },
  describe: (core, row) => ({ what: { code: 'WIDGET_PART' }, ...describeMessage(core, payloadOf(row).messageId) }),
}

function queueKeyOf(messageId: MessageId): string {
  return `submessage:${messageId}`
}

/**
 * Votes, adds an option or a task, or strikes a task out (wire-protocol.md §2.4.5). A repeated `localId` is the same
 * act, because a second stroke would undo the first.
 */
function actOnWidget(core: Core, messageId: MessageId, act: WidgetAct, localId: string): Result<null> {
  if (core.store.outbox.isKnown(localId)) return { ok: true, value: null }
  const row = core.store.messages.get(messageId)
  if (row === undefined) return { ok: false, error: noMessage }
  const queueKey = queueKeyOf(messageId)
  const known = readSubmessages(row.submessages)
  const pending = core.store.outbox.ofQueue(queueKey).map((other) => ({
    id: Number.MAX_SAFE_INTEGER,
    senderId: core.accountState.selfId,
    content: payloadOf(other).content,
  }))
  const parts = [...known, ...pending]
  const widget = readWidget(parts)
  const content =
    widget === null
      ? null
      : actContent(widget, parts, act, { selfId: core.accountState.selfId, authorId: row.sender_id })
  if (content === null) {
    return { ok: false, error: { code: 'NO_SUCH_CHOICE' } }
  }
  const payload = { messageId, content, after: known.at(-1)?.id ?? 0 }
  queueAction(core, submessageKind, { localId, queueKey, payload }, () => {
    // The row is removed with the response, which leaves no other trace of the id.
    core.store.outbox.noteSent(localId, null, core.ports.clock.now())
    return []
  })
  return { ok: true, value: null }
}

/**
 * Queues the tasks in the text of a to-do list that the server has not read there; servers before release 9.0 do not
 * (wire-protocol.md §2.4.5). It runs in the transaction that removes the message's row, so that the tasks are queued
 * exactly once.
 */
export function queueTextTasks(
  { store, accountState, now }: Pick<ReducerContext, 'store' | 'accountState' | 'now'>,
  message: Pick<MessageRow, 'id' | 'submessages'>,
  sent: { readonly localId: string; readonly content: string },
): Change[] {
  const parts = readSubmessages(message.submessages)
  const widget = readWidget(parts)
  const unread = widget?.kind === 'todo' ? unreadText(widget, sent.content) : null
  if (unread === null || unread.tasks.length === 0) return []
  const queueKey = queueKeyOf(message.id)
  const after = parts.at(-1)?.id ?? 0
  for (const [index, content] of taskContents(parts, unread.tasks, accountState.selfId).entries()) {
    store.outbox.insert({
      local_id: `${sent.localId}/task/${index}`,
      kind: submessageKind.name,
      queue_key: queueKey,
      payload: JSON.stringify({ messageId: message.id, content, after } satisfies z.infer<typeof schema>),
      created_at: now,
    })
  }
  return [{ kind: 'outbox', queueKey }]
}

/** Confirms the row of an own part by its event (S3); of several equal parts the oldest one. */
function confirmPart({ store, accountState }: ReducerContext, event: ServerEvent): Change[] {
  if (event.type !== 'submessage' || event.msg_type !== 'widget' || event.sender_id !== accountState.selfId) return []
  if (store.messages.get(event.message_id) === undefined) return []
  const sent = store.outbox.ofQueue(queueKeyOf(event.message_id)).find((row) => {
    const { content, after } = payloadOf(row)
    return row.state !== 'queued' && content === event.content && after < event.submessage_id
  })
  if (sent === undefined) return []
  store.outbox.remove(sent.local_id)
  return [{ kind: 'outbox', queueKey: sent.queue_key }]
}

async function submitQueued(context: ActionContext, queued: OutboxRow): Promise<void> {
  const { core } = context
  const row = core.store.outbox.get(queued.local_id)
  if (row?.state !== 'queued') return
  const { messageId, content, after: known } = payloadOf(row)
  const parts = readSubmessages(core.store.messages.get(messageId)?.submessages ?? '[]')
  const isOwnCopy = (part: Submessage) => part.senderId === core.accountState.selfId && part.content === content
  if (row.may_have_been_sent === 1 && parts.some((part) => part.id > known && isOwnCopy(part))) {
    // An earlier attempt arrived after the look-up.
    await context.drop(row)
    return
  }
  const after = Math.max(known, ...parts.map((part) => part.id))
  const payload = JSON.stringify({ messageId, content, after })
  const attempt = { attempt_at: core.ports.clock.now(), absent_count: 0, error: null }
  context.update(row, { ...attempt, state: 'sending', payload })
  try {
    await sendSubmessage(core.api, { messageId, content }, { priority: 'foreground', timeoutMs: requestTimeoutMs })
    // The row is shown until its event or the next fetch of the message brings the part.
    await context.updateWithRetry(row, { state: 'acknowledged' })
  } catch (error) {
    await attemptFailed(context, row, error)
  }
}

/**
 * Fetches the message of a part whose outcome is unknown or whose event did not come. A missing part waits for the
 * user, because a toggle that arrives twice undoes itself; a missing option or task counts once and is sent again after
 * two look-ups.
 */
async function searchSubmessage(context: ActionContext, row: OutboxRow): Promise<void> {
  const { core } = context
  const { messageId, content, after } = payloadOf(row)
  try {
    const message = await context.fetcher.single(messageId, 'foreground')
    const isThere = message.submessages.some(
      (part) => part.id > after && part.sender_id === core.accountState.selfId && part.content === content,
    )
    if (core.store.outbox.get(row.local_id) === undefined) return
    if (isThere || row.state === 'acknowledged') await context.drop(row)
    else if (countsOnce(content)) await noteAbsent(context, row)
    else await context.fail(row, { code: 'CHOICE_LOST' })
  } catch (error) {
    const failure = failureKind(error)
    // A deleted message accepts no parts.
    if (failure.kind === 'refused') await context.drop(row)
    else context.backOffAndReport(failure, row)
  }
}

export const submessageCalls = {
  'widgets.act': (core, { messageId, act, localId }) => actOnWidget(core, messageId, act, localId),
} as const satisfies ActionCalls
