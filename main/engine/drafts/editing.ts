import type { Failure, Result } from '#contract/base/failures.ts'
import type { Destination, Narrow } from '#contract/base/values.ts'
import type { AttachmentItem, ComposerDraft, DraftWritten } from '#contract/drafts.ts'
import type { Core } from '../core/core.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import { destinationOfKey } from '../projections/headings.ts'
import {
  conversationKey,
  parseConversation,
  streamOfConversation,
  usersOfConversation,
} from '../values/conversation.ts'
import { draftAttachments, newDraft, type Attachment, type DraftRow } from '../store/drafts.ts'
import type { Store } from '../store/store.ts'
import { typingPauseMs } from '../sync/request-loop.ts'

/** Milliseconds in which a deleted draft can be restored. */
export const undoMs = 8_000

const gone: Failure = { code: 'NO_DRAFT' }
const done = { ok: true, value: null } as const

/** The content of a conversation's composer. */
export function composerDraft(core: ReadCore, narrow: Narrow): ComposerDraft {
  const row = core.store.drafts.newest(conversationKey(narrow))
  return {
    revision: core.draftRevision,
    draftId: row?.id ?? null,
    topic: narrow.kind === 'stream' ? (row?.topic ?? '') : '',
    content: row?.content ?? '',
    attachments: row === undefined ? [] : draftAttachments(row).map(attachmentItem),
  }
}

/**
 * Stores the composer's text, which is on disk when this returns; an empty text removes the draft. Nothing is stored if
 * the message with the local id `sending`, whose call got no response, was queued after all. A text whose topic has
 * moved is stored at the new topic (S14).
 */
export function writeDraft(
  core: Core,
  narrow: Narrow,
  text: {
    readonly draftId: string
    readonly topic: string
    readonly content: string
    readonly revision?: number | undefined
    readonly sending?: string | undefined
  },
): Result<DraftWritten> {
  if (text.sending !== undefined && core.store.outbox.isKnown(text.sending)) {
    return { ok: true, value: { revision: core.draftRevision, isQueued: true } }
  }
  const target = narrowOfText(core, narrow, text)
  const conversation = conversationKey(target)
  const now = core.ports.clock.now()
  core.commit(() => {
    const { drafts } = core.store
    const known = emptied(drafts.get(text.draftId))
    const topic = target.kind === 'topic' ? target.topic : text.topic
    const isEmpty =
      text.content === '' && (target.kind !== 'stream' || topic === '') && (known?.attachments ?? '[]') === '[]'
    if (isEmpty) return known === undefined ? [] : dropDraft(core.store, known, now)
    const row = known ?? newDraft({ id: text.draftId, conversation, topic, content: '', updated_at: now })
    drafts.put({
      ...row,
      // The conversation may have been moved while the text was in flight.
      conversation,
      topic,
      content: text.content,
      is_deleted: 0,
      updated_at: now,
      due_at: now + typingPauseMs,
      refusal: null,
    })
    return [...new Set([row.conversation, conversation])].map((each): Change => ({
      kind: 'drafts',
      conversation: each,
    }))
  })
  const movedTo = target === narrow ? {} : { movedTo: target }
  return { ok: true, value: { revision: core.draftRevision, isQueued: false, ...movedTo } }
}

/** The conversation that a text belongs to now, given the page's possibly outdated conversation and its revision. */
function narrowOfText(
  core: Core,
  narrow: Narrow,
  { draftId, revision }: { readonly draftId: string; readonly revision?: number | undefined },
): Narrow {
  if (narrow.kind !== 'topic' || revision === undefined) return narrow
  const conversation = conversationKey(narrow)
  const now = core.movedTopics.currentKey(conversation, revision)
  const row = core.store.drafts.get(draftId)
  // The user has brought a draft here that did not follow the topic.
  if (now === conversation || (row !== undefined && row.conversation !== now)) return narrow
  return destinationOfKey(core, now, row?.topic)
}

/**
 * Deletes a draft inside the running transaction: at once if the server does not know it, otherwise as a tombstone
 * until the server has deleted it.
 */
export function dropDraft(store: Store, row: DraftRow, dueAt: number): Change[] {
  if (row.server_id === null && row.sent_content === null) store.drafts.remove(row.id)
  else store.drafts.put({ ...row, is_deleted: 1, attachments: '[]', due_at: dueAt })
  return [{ kind: 'drafts', conversation: row.conversation }]
}

/** A deleted draft starts empty when it is edited again, because its text was deleted on purpose. */
export function emptied(row: DraftRow | undefined): DraftRow | undefined {
  return row?.is_deleted === 1 ? { ...row, topic: '', content: '', attachments: '[]' } : row
}

/** Appends the text and files of an action to the conversation's draft, inside the running transaction. */
export function addToDraft(
  store: Store,
  address: { readonly conversation: string; readonly topic: string },
  added: { readonly content: string; readonly attachments: readonly Attachment[]; readonly now: number },
): { readonly changes: Change[]; readonly row: DraftRow } {
  const known = store.drafts.newest(address.conversation)
  const row =
    known ??
    newDraft({ id: `local-${address.conversation}-${added.now}`, ...address, content: '', updated_at: added.now })
  const content = [row.content, added.content].filter((text) => text.trim() !== '').join('\n\n')
  const attachments = JSON.stringify([...draftAttachments(row), ...added.attachments])
  const next = { ...row, content, attachments, updated_at: added.now, due_at: added.now + typingPauseMs, refusal: null }
  store.drafts.put(next)
  return { changes: [{ kind: 'drafts', conversation: address.conversation }], row: next }
}

/** The draft that becomes a message, with its files; a deleted draft has none. */
export function draftToSend(store: Store, draftId: string | undefined) {
  const draft = draftId === undefined ? undefined : store.drafts.get(draftId)
  return { draft, attachments: draft === undefined || draft.is_deleted === 1 ? [] : draftAttachments(draft) }
}

/** Deletes a draft, which can be restored for `undoMs`. */
export function deleteDraft(core: Core, draftId: string): Result<null> {
  const row = core.store.drafts.get(draftId)
  if (row === undefined || row.is_deleted === 1) return { ok: false, error: gone }
  const now = core.ports.clock.now()
  core.commit(() => {
    core.store.drafts.put({ ...row, is_deleted: 1, due_at: now + undoMs })
    return [{ kind: 'drafts', conversation: row.conversation }]
  })
  return done
}

/** Restores a deleted draft; fails once its row is gone. */
export function restoreDraft(core: Core, draftId: string): Result<null> {
  const row = core.store.drafts.get(draftId)
  if (row === undefined) return { ok: false, error: gone }
  core.commit(() => {
    core.store.drafts.put({ ...row, is_deleted: 0, due_at: 0 })
    return [{ kind: 'drafts', conversation: row.conversation }]
  })
  return done
}

/**
 * Changes the recipient of a draft, or gives it its first one; the draft then precedes an existing draft of that
 * conversation. A stream keeps the topic as the typed one.
 * @param newId makes an id that no other draft has
 */
export function addressDraft(core: Core, draftId: string, narrow: Narrow, newId: () => string): Result<null> {
  const { drafts } = core.store
  const row = drafts.get(draftId)
  if (row === undefined || row.is_deleted === 1) return { ok: false, error: gone }
  const conversation = conversationKey(narrow)
  if (conversation === row.conversation) return done
  const now = core.ports.clock.now()
  core.commit(() => {
    const topic = narrow.kind === 'topic' ? narrow.topic : narrow.kind === 'stream' ? row.topic : ''
    // A creation of unknown outcome has the previous recipient, so its result is deleted and the text gets a new draft.
    const isUncertain = row.sent_content !== null
    const addressed = { ...row, conversation, topic, updated_at: now, due_at: now, synced_topic: null, refusal: null }
    const { content, attachments } = row
    const anew = { id: newId(), conversation, topic, content, attachments, updated_at: now, due_at: now }
    drafts.put(isUncertain ? newDraft(anew) : addressed)
    return [
      ...(isUncertain ? dropDraft(core.store, row, now) : []),
      { kind: 'drafts', conversation: row.conversation },
      { kind: 'drafts', conversation },
    ]
  })
  return done
}

/** The destination of a draft; null if it has no recipients or, in a stream, no topic yet. */
export function destinationOf(row: DraftRow): Destination | null {
  const streamId = streamOfConversation(row.conversation)
  if (streamId !== null) {
    const topic = row.topic.trim()
    // A stream's composer may not have a topic yet; the conversation of messages without a topic has the empty one.
    return topic === '' && parseConversation(row.conversation)?.kind === 'stream'
      ? null
      : { kind: 'topic', streamId, topic }
  }
  return row.conversation === '' ? null : { kind: 'direct', userIds: usersOfConversation(row.conversation) }
}

/** The conversation whose composer shows a draft; null for a draft without recipients. */
export function narrowOfDraft(row: DraftRow): Narrow | null {
  const streamId = streamOfConversation(row.conversation)
  if (streamId === null) {
    return row.conversation === '' ? null : { kind: 'direct', userIds: usersOfConversation(row.conversation) }
  }
  return parseConversation(row.conversation)?.kind === 'stream'
    ? { kind: 'stream', streamId }
    : { kind: 'topic', streamId, topic: row.topic }
}

/** A file as the page shows it, without its path on the server. */
export function attachmentItem({ uri: _uri, ...item }: Attachment): AttachmentItem {
  return item
}
