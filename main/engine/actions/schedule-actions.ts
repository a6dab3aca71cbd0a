import type { DraftText } from '../../../preload/contract/calls/drafts.ts'
import type { Destination, Result } from '../../../preload/contract/values.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { conversationKey } from '../values/conversation.ts'
import { withTopic } from '../model/topics/empty-topic.ts'
import { normalize } from '../values/message-text.ts'
import type { ScheduledRow } from '../store/organization.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { messageProblem } from './actions.ts'
import { addToDraft, draftToSend, dropDraft } from '../drafts/editing.ts'
import { doubtOf } from './kinds.ts'
import { messageText, scheduleChangePayload, schedulePayload } from './payload.ts'
import { insertRow, queueRow } from './queue-row.ts'

const done = { ok: true, value: null } as const
const gone = { code: 'NOT_SCHEDULED', message: 'This message was sent or deleted meanwhile.' } as const

/** Writes a message into the outbox that the server is to send later, and empties its draft (S1). */
export function scheduleMessage(
  core: Core,
  message: {
    readonly localId: string
    readonly destination: Destination
    readonly content: string
    readonly draftId?: string | undefined
    /** UNIX seconds. */
    readonly deliverAt: number
  },
): Result<null> {
  const { outbox } = core.store
  // The same id twice is one message, as in `queueMessage`; its time may have come since.
  if (outbox.isKnown(message.localId)) return done
  const { draft, attachments } = draftToSend(core.store, message.draftId)
  if (!core.capabilities.scheduledMessages) {
    return { ok: false, error: { code: 'TOO_OLD', message: 'This server is too old for sending later.' } }
  }
  const destination = withTopic(core.world, message.destination)
  const problem = messageProblem(core, { ...message, destination, attachments }) ?? timeProblem(core, message.deliverAt)
  if (problem !== null) return { ok: false, error: problem }
  const line = `schedule:${conversationKey(destination)}`
  core.commit(() => {
    outbox.noteSent(message.localId, null, core.ports.clock.now())
    const { content, deliverAt } = message
    outbox.insert({
      local_id: message.localId,
      kind: 'schedule',
      conversation: line,
      payload: JSON.stringify({ destination, content, attachments, deliverAt }),
      created_at: core.ports.clock.now(),
    })
    const dropped = draft === undefined ? [] : dropDraft(core.store, draft, core.ports.clock.now())
    return [{ kind: 'outbox', conversation: line }, ...dropped]
  })
  return done
}

function timeProblem(core: Core, deliverAt: number) {
  return deliverAt > core.world.serverSeconds(core.ports.clock.now())
    ? null
    : { code: 'TIME_PASSED', message: 'This time has passed. Choose a later one.' }
}

/** Gives a message that waits at the server another text or time; wishes that have not left become one. */
export function editScheduled(
  core: Core,
  change: {
    readonly scheduledId: number
    readonly content?: string | undefined
    readonly deliverAt?: number | undefined
  },
  localId: string,
): Result<null> {
  const message = core.world.scheduled.find((other) => other.id === change.scheduledId)
  if (message === undefined) return { ok: false, error: gone }
  if (!core.capabilities.scheduledChanges) {
    const sentence =
      'This server is too old for changing a message that is to be sent later. Delete it, and schedule it anew.'
    return { ok: false, error: { code: 'TOO_OLD', message: sentence } }
  }
  const content = change.content === undefined ? undefined : normalize(change.content)
  if (content === '') return { ok: false, error: { code: 'EMPTY_MESSAGE', message: 'A message cannot be empty.' } }
  const longest = core.world.organization?.maxMessageLength ?? 10_000
  if (content !== undefined && [...content].length > longest) {
    return {
      ok: false,
      error: { code: 'MESSAGE_TOO_LONG', message: `The server takes at most ${longest} characters.` },
    }
  }
  const late = timeProblem(core, change.deliverAt ?? message.deliver_at)
  if (late !== null) return { ok: false, error: late }
  const line = lineOf(change.scheduledId)
  const earlier = waitingEdits(core, line)
  const payload: unknown = Object.assign({}, ...earlier.map(scheduleChangePayload), change)
  const action = { local_id: localId, kind: 'schedule_edit', conversation: line, payload } as const
  queueRow(core, { ...action, attempt_at: doubtOf(earlier) }, () => [
    ...claimForUnknown(core, message),
    ...removeRows(core, earlier),
  ])
  return done
}

/**
 * A scheduling whose outcome is unknown may have become this very message, which the user is changing now: then it could
 * not be found any more by its text and time, and would be scheduled again.
 */
function claimForUnknown(core: Core, message: ScheduledRow): Change[] {
  const unknown = core.store.outbox.ofConversation(`schedule:${message.conversation}`).find((row) => {
    if (row.state !== 'unknown' && row.state !== 'sending') return false
    if ((row.lookup_after ?? 0) >= message.id) return false
    const payload = schedulePayload(row)
    return payload.deliverAt === message.deliver_at && normalize(messageText(payload)) === normalize(message.content)
  })
  return unknown === undefined
    ? []
    : [...removeRows(core, [unknown]), { kind: 'outbox', conversation: unknown.conversation }]
}

/** Edits that have not been carried out: what they wanted goes into the next one. */
function waitingEdits(core: Core, line: string): OutboxRow[] {
  return core.store.outbox.ofConversation(line).filter((row) => row.kind === 'schedule_edit')
}

function removeRows(core: Core, rows: readonly OutboxRow[]): Change[] {
  for (const row of rows) core.store.outbox.remove(row.local_id)
  return []
}

/** The message is not to be sent after all. Its words stand as a draft before this returns, where that is asked for. */
export function deleteScheduled(
  core: Core,
  choice: { readonly scheduledId: number; readonly keepDraft: boolean },
  localId: string,
): Result<DraftText> {
  const { scheduledId } = choice
  const message = core.world.scheduled.find((other) => other.id === scheduledId)
  if (message === undefined) return { ok: false, error: gone }
  const line = lineOf(scheduledId)
  if (core.store.outbox.ofConversation(line).some((row) => row.kind === 'schedule_delete' && row.state !== 'failed')) {
    // A repeated call: the words stand in the draft already (C3).
    const kept = choice.keepDraft ? core.store.drafts.newest(message.conversation) : undefined
    return { ok: true, value: { topic: message.topic, content: kept?.content ?? '' } }
  }
  let text = ''
  core.commit(() => {
    const changes = [...claimForUnknown(core, message), ...removeRows(core, waitingEdits(core, line))]
    if (choice.keepDraft) {
      const added = { content: message.content, attachments: [], now: core.ports.clock.now() }
      const kept = addToDraft(core.store, message, added)
      text = kept.row.content
      changes.push(...kept.changes)
    }
    const action = { local_id: localId, kind: 'schedule_delete', conversation: line, payload: { scheduledId } } as const
    return [...changes, ...insertRow(core, action)]
  })
  return { ok: true, value: { topic: message.topic, content: text } }
}

/** Changes of one scheduled message go out one after the other. */
function lineOf(scheduledId: number): string {
  return `scheduled:${scheduledId}`
}
