import { z } from 'zod'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { EngineInput } from '#contract/calls.ts'
import type { CallOptions } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { editMessage, expectationMismatch, getRawContent } from '../../api/messages.ts'
import type { Core } from '../../core/core.ts'
import { addToDraft, draftToSend } from '../../drafts/editing.ts'
import { attachmentsSchema, editDraftId, type Attachment } from '../../store/drafts.ts'
import { payloadReader, destinationSchema, messageText } from '../message-payload.ts'
import { linksLength } from '../outgoing-message.ts'
import type { Change } from '../../state/changes.ts'
import { removeMessage } from '../../state/messages/stored-messages.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { failureKind } from '../../api/request-failures.ts'
import { conversationOf } from '../../values/conversation.ts'
import { normalize } from '../../values/message-text.ts'
import { destinationOfKey } from '../../projections/headings.ts'
import { fetchRefusedMessage, sendChange, type RowChange } from '../sending/change-request.ts'
import type { ActionContext } from '../context.ts'
import type { ActionKindDefinition, Refusal } from '../definition.ts'
import { changeRefusal, describeMessage, queueKeyOfMessage, messageQueueKey, noMessage } from '../message-queue.ts'
import { type ActionCalls, uncertainSinceOf, queueAction, removeRows, supersededBy } from '../queue-action.ts'
import { claimForUnknownSending } from './send.ts'

const schema = z.object({
  messageId: z.number(),
  content: z.string(),
  /** The Markdown that the user has changed; null if it is not known. */
  previous: z.string().nullable().default(null),
  /** Files that the edit adds to the message; uploads need the message's conversation. */
  attachments: attachmentsSchema.default([]),
  destination: destinationSchema.optional(),
})
type EditPayload = z.infer<typeof schema>
const payloadOf = payloadReader(schema)
const done = { ok: true, value: null } as const

const editRequest: RowChange = {
  isReversible: true,
  request: (core, row, options) => replaceContent(core, payloadOf(row), options),
  refused: editRefused,
}

/** The new Markdown of a message, with the files that the user adds. */
export const editKind: ActionKindDefinition<EditPayload> = {
  name: 'edit',
  schema,
  queueKey: messageQueueKey,
  outcome: 'idempotent',
  isReversible: true,
  replaces: ({ kind, state }) => kind === editKind.name && (state === 'queued' || state === 'failed'),
  execute: async (context, row) => {
    if (payloadOf(row).attachments.length > 0 && !(await context.uploads.upload(row))) return
    const ready = context.core.store.outbox.get(row.local_id)
    if (ready !== undefined) await sendChange(context, ready, editRequest)
  },
  overlay: {
    message: {
      queueKeyOf: ({ id }) => queueKeyOfMessage(id),
      apply: (shown, row, { reasonOf }) => ({
        ...shown,
        change: {
          localId: row.local_id,
          kind: 'edit',
          state: row.state === 'failed' ? 'failed' : 'waiting',
          text: payloadOf(row).content,
          topic: '',
          reason: reasonOf(row, payloadOf(row).attachments),
        },
      }),
    },
  },
  describe: (core, row) => {
    const { messageId, content } = payloadOf(row)
    return { what: { code: 'EDIT' }, ...describeMessage(core, messageId), text: content }
  },
  editing: 'message',
  cancel: (core, row) => {
    core.commit(() => {
      core.store.outbox.takeBack(row.local_id)
      return [{ kind: 'outbox', queueKey: row.queue_key }]
    })
    return { ok: true, value: { topic: '', content: payloadOf(row).content } }
  },
  written: (core, row) => {
    const { messageId, content, attachments } = payloadOf(row)
    const message = core.store.messages.get(messageId)
    if (message === undefined) return null
    const address = { conversation: conversationOf(message), topic: message.topic }
    return { ...address, content, attachments: JSON.stringify(attachments) }
  },
}

/**
 * Inserts an edit into the outbox and supersedes earlier ones. `original` is the Markdown from which the user started;
 * without it the stored Markdown is used.
 */
function editOwnMessage(core: Core, edit: EngineInput<'messages.edit'>, localId: string): Result<null> {
  const { messageId, content } = edit
  const row = core.store.messages.get(messageId)
  if (row === undefined) return { ok: false, error: noMessage }
  const refusal = changeRefusal(core, row, 'edit')
  if (refusal !== null) return { ok: false, error: refusal }
  const queueKey = queueKeyOfMessage(messageId)
  const earlier = core.store.outbox.ofQueue(queueKey).filter(({ kind }) => kind === editKind.name)
  const files = edit.hasFiles === true ? draftToSend(core.store, editDraftId(messageId)).attachments : []
  const attachments = [...filesNotSent(earlier), ...files]
  const problem = textProblem(core, content, attachments)
  if (problem !== null) return { ok: false, error: problem }
  const uncertainSince = uncertainSinceOf(earlier)
  const previous = previousText(earlier, uncertainSince, edit.original ?? row.raw)
  const destination = destinationOfKey(core, conversationOf(row), row.topic)
  const payload = { messageId, content, previous, ...(attachments.length === 0 ? {} : { attachments, destination }) }
  const action = { localId, queueKey, payload }
  // An earlier edit that may still take effect has to be undone, so the edit is sent even if the text is the original
  // one.
  const isAsItWas =
    attachments.length === 0 && uncertainSince === null && row.raw !== null && normalize(row.raw) === normalize(content)
  /** Removes the unfinished edit in the transaction that inserts the action. */
  const begin = (): Change[] => {
    core.store.edits.removeOfMessage(messageId)
    if (edit.hasFiles === true) core.store.drafts.remove(editDraftId(messageId))
    return claimForUnknownSending(core, row)
  }
  if (!isAsItWas) {
    queueAction(core, editKind, action, begin)
    return done
  }
  core.commit(() => {
    const claimed = begin()
    removeRows(core.store, supersededBy(core.store, editKind, action))
    return [...claimed, { kind: 'outbox', queueKey }]
  })
  return done
}

/** The reason why a text cannot become that of a message; null if it can. */
function textProblem(core: Core, content: string, attachments: readonly Attachment[]): Failure | null {
  const unfinished = attachments.find((file) => file.isArriving === true)
  if (unfinished !== undefined) return { code: 'FILE_INCOMPLETE', values: { name: unfinished.name } }
  const most = core.accountState.organization?.maxMessageLength ?? 10_000
  const written = [...normalize(content)].length
  if (written === 0 && attachments.length === 0) return { code: 'EMPTY_MESSAGE', values: { act: 'edit' } }
  const length = written + linksLength(attachments)
  return length > most ? { code: 'MESSAGE_TOO_LONG', values: { act: 'edit', length, most } } : null
}

/** The files of the edits that this one replaces; the message does not have them yet. */
function filesNotSent(earlier: readonly OutboxRow[]): readonly Attachment[] {
  return earlier
    .filter(({ state }) => state === 'queued' || state === 'failed')
    .flatMap((row) => payloadOf(row).attachments)
}

/**
 * The text that an edit replaces. An earlier edit that was not sent or was refused left the text that it would have
 * replaced.
 */
function previousText(
  earlier: readonly OutboxRow[],
  uncertainSince: number | null,
  known: string | null,
): string | null {
  const last = earlier.at(-1)
  if (last === undefined) return known
  // After an edit that may have been executed the message has one text or the other, so the server does not compare. A
  // row that is queued again after a restart keeps the uncertainty of its last attempt.
  const isUntried = last.state === 'queued' || last.state === 'failed'
  return isUntried && uncertainSince === null ? payloadOf(last).previous : null
}

/**
 * Replaces a message's text only if it is still the one that the user changed. The known text may differ from the
 * server's in white space, and an earlier attempt may have been executed; the server's own text decides in both cases.
 * @throws ApiError with the code `expectationMismatch` if another client has changed the text
 */
async function replaceContent(core: Core, edit: EditPayload, options: CallOptions): Promise<void> {
  const { api, capabilities } = core
  const content = normalize(messageText(edit))
  const previous = capabilities.contentHashes ? edit.previous : null
  try {
    await editMessage(api, edit.messageId, { content, previous }, options)
  } catch (error) {
    if (previous === null || !(error instanceof ApiError) || error.code !== expectationMismatch) throw error
    const current = await getRawContent(api, edit.messageId, options)
    if (normalize(current) === content) return
    if (normalize(current) !== normalize(previous)) throw error
    await editMessage(api, edit.messageId, { content, previous: current }, options)
  }
}

/**
 * Handles a refused edit: the text stays in the row or, if the message is deleted, goes into the conversation's draft.
 */
async function editRefused(context: ActionContext, row: OutboxRow, { reason, error }: Refusal): Promise<void> {
  const edit = payloadOf(row)
  const message = await fetchRefusedMessage(context, row, edit.messageId)
  if (message === 'unknown') return
  if (message === 'gone') {
    await keepInDraft(context, row, edit)
    return
  }
  if (!(error instanceof ApiError) || error.code !== expectationMismatch) {
    await context.fail(row, reason)
    return
  }
  // Another client has changed the message. Its text becomes the edit's starting point, because a user who sends the
  // edit again means to replace that text.
  let current: string
  try {
    current = await getRawContent(context.core.api, edit.messageId, { priority: 'foreground' })
  } catch (failed) {
    // The row stays unchanged, so that it is refused and looked up again.
    context.backOffAndReport(failureKind(failed), row)
    return
  }
  const payload = JSON.stringify({ ...edit, previous: current })
  await context.fail(row, { code: 'CHANGED_MEANWHILE' }, { payload })
}

/** Adds the text of an edit to the conversation's draft after its message was deleted. */
async function keepInDraft(context: ActionContext, row: OutboxRow, edit: EditPayload): Promise<void> {
  const { store, ports } = context.core
  await context.commitWithRetry(() => {
    const changes: Change[] = []
    const message = store.messages.get(edit.messageId)
    if (message !== undefined) {
      const address = { conversation: conversationOf(message), topic: message.topic }
      const added = { content: edit.content, attachments: edit.attachments, now: ports.clock.now() }
      changes.push(...addToDraft(store, address, added).changes)
    }
    store.outbox.remove(row.local_id)
    changes.push(...removeMessage(store, edit.messageId))
    return [{ kind: 'outbox', queueKey: row.queue_key }, ...changes]
  })
}

export const editCalls = {
  'messages.edit': (core, edit, newId) => editOwnMessage(core, edit, newId('edit')),
} as const satisfies ActionCalls
