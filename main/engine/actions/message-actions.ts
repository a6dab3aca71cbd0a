import type { Failure, PersonRef, Result } from '../../../preload/contract/values.ts'
import { getRawContent, getReadReceipts } from '../api/messages.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { conversationOf } from '../values/conversation.ts'
import { isCurrent } from '../model/messages/currency.ts'
import { normalize } from '../values/message-text.ts'
import { mayDeleteMessage, mayEditContent } from '../model/permissions/permissions.ts'
import type { MessageRow } from '../store/messages.ts'
import type { OutboxKind, OutboxRow } from '../store/outbox.ts'
import { failureKind } from '../sync/failures.ts'
import { doubtOf } from './kinds.ts'
import { editPayload, messageText, sendPayload } from './payload.ts'
import { queueRow } from './queue-row.ts'

const noMessage = { code: 'NO_MESSAGE', message: 'This message is not here any more.' } as const
const notAllowed = { code: 'NOT_ALLOWED', message: 'Only its author may change this message.' } as const
/** Said of whatever would change a stream that is archived. */
export const archived = {
  code: 'STREAM_ARCHIVED',
  message: 'This stream is archived: what was written there can be read, and not be changed any more.',
} as const
const done = { ok: true, value: null } as const

/** Changes of one message go out one after the other. */
function lineOf(messageId: number): string {
  return `message:${messageId}`
}

/** Sets or removes a star. A wish that is still waiting for the same message is replaced. */
export function starMessage(core: Core, messageId: number, isStarred: boolean, localId: string): Result<null> {
  if (core.store.messages.get(messageId) === undefined) return { ok: false, error: noMessage }
  const doubt = doubtOf(waitingFor(core, messageId, 'star'))
  const action = { local_id: localId, kind: 'star', conversation: lineOf(messageId), attempt_at: doubt } as const
  queueRow(core, { ...action, payload: { messageId, isStarred } }, () => dropWaiting(core, messageId, 'star'))
  return done
}

/**
 * A sending whose outcome is unknown may have become this very message, which the user is changing now: then it could
 * not be found any more by its text, and would be sent again.
 */
function claimForUnknown(core: Core, message: MessageRow): Change[] {
  const unknown = core.store.outbox
    .ofConversation(conversationOf(message))
    .find(
      (row) =>
        row.kind === 'send' &&
        (row.state === 'unknown' || row.state === 'sending') &&
        (row.lookup_after ?? 0) < message.id &&
        normalize(messageText(sendPayload(row))) === (message.raw ?? message.plain),
    )
  if (unknown === undefined || core.store.outbox.isClaimed(message.id)) return []
  core.store.outbox.noteSent(unknown.local_id, message.id, core.ports.clock.now())
  core.store.outbox.remove(unknown.local_id)
  return [{ kind: 'outbox', conversation: unknown.conversation }]
}

function waitingFor(core: Core, messageId: number, kind: OutboxKind): OutboxRow[] {
  return core.store.outbox.ofConversation(lineOf(messageId)).filter((row) => row.kind === kind)
}

function dropWaiting(core: Core, messageId: number, kind: OutboxKind): Change[] {
  for (const row of waitingFor(core, messageId, kind)) {
    if (row.state === 'queued' || row.state === 'failed') core.store.outbox.remove(row.local_id)
  }
  return [{ kind: 'outbox', conversation: lineOf(messageId) }]
}

/** Why a message may not be edited or deleted, as a sentence; null when it may (O4). */
export function changeRefusal(core: Core, row: MessageRow, change: 'edit' | 'delete'): Failure | null {
  const { world, ports } = core
  const judge = world.judge(ports.clock.now())
  const stream = row.stream_id === null ? undefined : world.streams.get(row.stream_id)
  const message = { senderId: row.sender_id, timestamp: row.timestamp, stream }
  const isAllowed = change === 'edit' ? mayEditContent : mayDeleteMessage
  if (isAllowed(message, judge)) return null
  if (stream?.is_archived === 1) return archived
  const isLate = isAllowed({ ...message, timestamp: judge.asking.serverNow }, judge)
  if (row.sender_id !== judge.asking.selfId && !isLate) return notAllowed
  const what = change === 'edit' ? 'edited' : 'deleted'
  return {
    code: 'NOT_ALLOWED',
    message: isLate
      ? `This message is too old to be ${what}: your organization allows that for a limited time only.`
      : `Your organization does not allow messages to be ${what}.`,
  }
}

/**
 * Writes an edit into the outbox; one that was refused before is replaced. `original` is the text that the user began
 * with, where it is known; else what is stored counts as that.
 */
export function editOwnMessage(
  core: Core,
  edit: { readonly messageId: number; readonly content: string; readonly original?: string | undefined },
  localId: string,
): Result<null> {
  const { messageId, content } = edit
  const row = core.store.messages.get(messageId)
  if (row === undefined) return { ok: false, error: noMessage }
  const refusal = changeRefusal(core, row, 'edit')
  if (refusal !== null) return { ok: false, error: refusal }
  const longest = core.world.organization?.maxMessageLength ?? 10_000
  const length = [...normalize(content)].length
  if (length === 0) {
    return { ok: false, error: { code: 'EMPTY_MESSAGE', message: 'A message cannot be empty. Delete it instead.' } }
  }
  if (length > longest) {
    const message = `This message has ${length} characters; the server takes at most ${longest}.`
    return { ok: false, error: { code: 'MESSAGE_TOO_LONG', message } }
  }
  const replace = () => [...claimForUnknown(core, row), ...dropWaiting(core, messageId, 'edit')]
  const earlier = waitingFor(core, messageId, 'edit')
  const doubt = doubtOf(earlier)
  const previous = previousText(earlier, doubt, edit.original ?? row.raw)
  // An edit that may still take effect has to be undone, even where that is all there is to do.
  const isAsItWas = doubt === null && row.raw !== null && normalize(row.raw) === normalize(content)
  const action = { local_id: localId, kind: 'edit', conversation: lineOf(messageId), attempt_at: doubt } as const
  if (isAsItWas) core.commit(replace)
  else queueRow(core, { ...action, payload: { messageId, content, previous } }, replace)
  return done
}

/** The text that an edit replaces: after one that did not leave, or was refused, what that one would have replaced. */
function previousText(earlier: readonly OutboxRow[], doubt: number | null, known: string | null): string | null {
  const last = earlier.at(-1)
  if (last === undefined) return known
  // One that may have been carried out leaves one text or the other: the server is not asked to compare.
  // A row that waits again after a restart keeps the doubt of its last attempt.
  const isUntried = last.state === 'queued' || last.state === 'failed'
  return isUntried && doubt === null ? editPayload(last).previous : null
}

export function deleteMessage(core: Core, messageId: number, localId: string): Result<null> {
  const row = core.store.messages.get(messageId)
  if (row === undefined) return { ok: false, error: noMessage }
  const refusal = changeRefusal(core, row, 'delete')
  if (refusal !== null) return { ok: false, error: refusal }
  const action = { local_id: localId, kind: 'delete', conversation: lineOf(messageId) } as const
  queueRow(core, { ...action, payload: { messageId } }, () => [
    ...claimForUnknown(core, row),
    ...dropWaiting(core, messageId, 'delete'),
    ...dropWaiting(core, messageId, 'edit'),
  ])
  return done
}

/**
 * The Markdown of a message, from the disk where it is known, else from the server; an edit never starts from a
 * conversion of HTML.
 */
export async function rawContent(core: Core, messageId: number): Promise<Result<{ content: string }>> {
  const row = core.store.messages.get(messageId)
  if (row === undefined) return { ok: false, error: noMessage }
  if (row.raw !== null && isCurrent(core, row)) return { ok: true, value: { content: row.raw } }
  try {
    const content = await getRawContent(core.api, messageId, { priority: 'foreground' })
    core.commit(() => {
      core.store.messages.setRaw(messageId, content)
      return []
    })
    return { ok: true, value: { content } }
  } catch (error) {
    if (row.raw !== null) return { ok: true, value: { content: row.raw } }
    return { ok: false, error: unreachable(error, 'The text of this message has to come from the server') }
  }
}

/** Who has read a message; those who hide it are not among them. */
export async function readReceipts(core: Core, messageId: number): Promise<Result<PersonRef[]>> {
  if (!core.world.settingsOf.organization.enable_read_receipts) {
    const message = 'Your organization does not tell who has read a message.'
    return { ok: false, error: { code: 'NO_RECEIPTS', message } }
  }
  try {
    const ids = await getReadReceipts(core.api, messageId, { priority: 'foreground' })
    return { ok: true, value: ids.map((id) => core.world.person(id)) }
  } catch (error) {
    return { ok: false, error: unreachable(error, 'Who has read it has to come from the server') }
  }
}

/** Why what the server alone has could not be had. */
export function unreachable(error: unknown, what: string) {
  const failure = failureKind(error)
  return failure.kind === 'refused'
    ? { code: failure.code, message: failure.reason }
    : { code: 'OFFLINE', message: `${what}, which cannot be reached now. Try again when you are online.` }
}
