import type { DraftText } from '../../../preload/contract/calls/drafts.ts'
import type { Failure, Result } from '../../../preload/contract/values.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { conversationKey, conversationOf } from '../values/conversation.ts'
import { newDraft } from '../store/drafts.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { addToDraft, undoMs } from '../drafts/editing.ts'
import { editPayload, sendPayload } from './payload.ts'
import { copyOf, placeOfUnreadable, unreadableReason, wordsOf } from './unreadable.ts'

const unreadable = { code: 'UNREADABLE', message: unreadableReason }
const gone = { code: 'NOT_IN_OUTBOX', message: 'This message is not waiting any more.' }

/** Sends what was refused again as it is. */
export function retryMessage(core: Core, localId: string): Result<null> {
  const row = core.store.outbox.get(localId)
  if (row?.state !== 'failed' || row.kind === 'unreadable') return { ok: false, error: gone }
  core.commit(() => {
    core.store.outbox.update({ ...row, state: 'queued', error: null })
    return [{ kind: 'outbox', conversation: row.conversation }]
  })
  return { ok: true, value: null }
}

/** Sends everything that was refused again; returns how much that is. */
export function retryFailed(core: Core): number {
  let count = 0
  core.commit(() => {
    const lines = core.store.outbox.failedLines().filter(({ kind }) => kind !== 'unreadable')
    count = lines.reduce((sum, line) => sum + line.count, 0)
    core.store.outbox.retryFailed()
    return lines.map(({ line }): Change => ({ kind: 'outbox', conversation: line }))
  })
  return count
}

/** Takes a waiting action back; the text of a message is the caller's, and stands as a draft before this returns. */
export function cancelMessage(core: Core, localId: string): Result<DraftText> {
  const row = core.store.outbox.get(localId)
  if (row === undefined) return { ok: false, error: gone }
  const leaving = leavingProblem(row)
  if (leaving !== null) return { ok: false, error: leaving }
  if (row.kind === 'unreadable') return { ok: false, error: unreadable }
  if (row.kind !== 'send' && row.kind !== 'schedule') {
    remove(core, row)
    return { ok: true, value: { topic: '', content: row.kind === 'edit' ? editPayload(row).content : '' } }
  }
  const { destination, content, attachments } = sendPayload(row)
  const conversation = conversationKey(destination)
  const topic = destination.kind === 'topic' ? destination.topic : ''
  let text = content
  core.commit(() => {
    core.store.outbox.takeBack(localId)
    const place = { conversation, topic }
    const { changes, row: draft } = addToDraft(core.store, place, { content, attachments, now: core.ports.clock.now() })
    text = draft.content
    return [{ kind: 'outbox', conversation: row.conversation }, ...changes]
  })
  return { ok: true, value: { topic, content: text } }
}

/**
 * Takes a waiting action back for good. What was written becomes a deleted draft, with its files, so that it can be had
 * back for a moment (P2).
 */
export function discardAction(core: Core, localId: string): Result<{ readonly draftId: string | null }> {
  const row = core.store.outbox.get(localId)
  if (row === undefined) return { ok: false, error: gone }
  const leaving = leavingProblem(row)
  if (leaving !== null) return { ok: false, error: leaving }
  const written = writtenIn(core, row)
  if (written === null) {
    remove(core, row)
    return { ok: true, value: { draftId: null } }
  }
  const now = core.ports.clock.now()
  const draftId = `taken-back-${localId}`
  core.commit(() => {
    core.store.outbox.takeBack(localId)
    const draft = newDraft({ id: draftId, ...written, updated_at: now, is_deleted: 1, due_at: now + undoMs })
    core.store.drafts.put(draft)
    return [
      { kind: 'outbox', conversation: row.conversation },
      { kind: 'drafts', conversation: written.conversation },
    ]
  })
  return { ok: true, value: { draftId } }
}

/** All that a row holds which cannot be read (C2): its text, or what stands in its place. */
export function unreadableText(core: Core, localId: string): Result<{ readonly text: string }> {
  const row = core.store.outbox.get(localId)
  return row?.kind === 'unreadable' ? { ok: true, value: { text: copyOf(row) } } : { ok: false, error: gone }
}

/** The words and files of an action, and the conversation that they were for; null where there are none. */
function writtenIn(core: Core, row: OutboxRow) {
  if (row.kind === 'edit') {
    const { messageId, content } = editPayload(row)
    const message = core.store.messages.get(messageId)
    return message === undefined
      ? null
      : { conversation: conversationOf(message), topic: message.topic, content, attachments: '[]' }
  }
  if (row.kind === 'unreadable') {
    const content = wordsOf(row)
    if (content === null) return null
    return { conversation: placeOfUnreadable(row.conversation) ?? '', topic: '', content, attachments: '[]' }
  }
  if (row.kind !== 'send' && row.kind !== 'schedule') return null
  const { destination, content, attachments } = sendPayload(row)
  const topic = destination.kind === 'topic' ? destination.topic : ''
  return { conversation: conversationKey(destination), topic, content, attachments: JSON.stringify(attachments) }
}

function leavingProblem(row: OutboxRow): Failure | null {
  const isMessage = row.kind === 'send' || row.kind === 'schedule'
  if (row.state !== 'sending' && !(isMessage && row.state === 'acknowledged')) return null
  return {
    code: 'ALREADY_LEAVING',
    message: isMessage ? 'This message is just being sent.' : 'This is just being sent.',
  }
}

function remove(core: Core, row: OutboxRow): void {
  core.commit(() => {
    core.store.outbox.takeBack(row.local_id)
    return [{ kind: 'outbox', conversation: row.conversation }]
  })
}
