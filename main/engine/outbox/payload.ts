import { z } from 'zod'
import type { WireRecipient } from '../api/scheduled.ts'
import type { Core } from '../core.ts'
import { attachmentsSchema } from '../store/drafts.ts'
import type { OutboxKind, OutboxRow } from '../store/outbox.ts'

const destination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('topic'), streamId: z.number(), topic: z.string() }),
  z.object({ kind: z.literal('direct'), userIds: z.array(z.number()).readonly() }),
])

const narrow = z.discriminatedUnion('kind', [
  ...destination.options,
  z.object({ kind: z.literal('stream'), streamId: z.number() }),
])

const sendSchema = z.object({ destination, content: z.string(), attachments: attachmentsSchema.default([]) })
const scheduleSchema = sendSchema.extend({
  /** UNIX seconds by the server's clock. */
  deliverAt: z.number(),
  /** The highest message known when it left: what was sent at its time has a higher one. */
  messagesBefore: z.number().optional(),
})
const scheduleChangeSchema = z.object({
  scheduledId: z.number(),
  content: z.string().optional(),
  deliverAt: z.number().optional(),
})
const submessageSchema = z.object({
  messageId: z.number(),
  content: z.string(),
  /** The highest part known when it was made. */
  after: z.number(),
})
const moveSchema = z.object({
  /** The message from which on, or whose topic, is moved. */
  messageId: z.number(),
  from: z.object({ streamId: z.number(), topic: z.string() }),
  streamId: z.number(),
  topic: z.string(),
  mode: z.enum(['change_one', 'change_later', 'change_all']),
  notifyOld: z.boolean(),
  notifyNew: z.boolean(),
})
const readNarrowSchema = z.object({
  scope: z.union([narrow, z.literal('all')]),
  /** Nothing above this id is meant: it came after the user had asked. */
  through: z.number(),
  /** How far it has come; null at the beginning. */
  reached: z.number().nullable(),
  done: z.number(),
  total: z.number(),
})
const readSchema = z.object({
  messageIds: z.array(z.number()),
  /** Where messages stood when they were marked unread again, by conversation: they need not be cached. */
  places: z.record(z.string(), z.array(z.number())).optional(),
})

const starSchema = z.object({ messageId: z.number(), isStarred: z.boolean() })
const editSchema = z.object({
  messageId: z.number(),
  content: z.string(),
  /** The text that the user has changed; null where that is not known. */
  previous: z.string().nullable().default(null),
})
const deleteSchema = z.object({ messageId: z.number() })

const reactionSchema = z.object({
  messageId: z.number(),
  type: z.string(),
  code: z.string(),
  name: z.string(),
  op: z.enum(['add', 'remove']),
})
const topicPolicySchema = z.object({ streamId: z.number(), topic: z.string(), policy: z.number() })
const subscriptionSchema = z.object({
  streamId: z.number(),
  property: z.string(),
  value: z.union([z.boolean(), z.string()]),
})
const muteUserSchema = z.object({ userId: z.number(), isMuted: z.boolean() })
const alertWordSchema = z.object({ word: z.string(), isOn: z.boolean() })

/** What the rows of each kind hold. */
const schemas: Readonly<Record<Exclude<OutboxKind, 'unreadable'>, z.ZodType>> = {
  send: sendSchema,
  schedule: scheduleSchema,
  schedule_edit: scheduleChangeSchema,
  schedule_delete: scheduleChangeSchema,
  read: readSchema,
  unread: readSchema,
  read_narrow: readNarrowSchema,
  star: starSchema,
  edit: editSchema,
  delete: deleteSchema,
  move: moveSchema,
  reaction: reactionSchema,
  submessage: submessageSchema,
  topic_policy: topicPolicySchema,
  subscription: subscriptionSchema,
  mute_user: muteUserSchema,
  alert_word: alertWordSchema,
}

/** Whether a payload is what rows of the kind hold. */
export function isReadableAs(kind: keyof typeof schemas, payload: string): boolean {
  try {
    return schemas[kind].safeParse(JSON.parse(payload)).success
  } catch {
    return false
  }
}

export type SendPayload = z.infer<typeof sendSchema>
export type MovePayload = z.infer<typeof moveSchema>
export type ReadPayload = z.infer<typeof readSchema>
export type ReadNarrowPayload = z.infer<typeof readNarrowSchema>

function reader<T>(schema: z.ZodType<T>): (row: OutboxRow) => T {
  return (row) => schema.parse(JSON.parse(row.payload))
}

/** The message that a `send` row wants to become. */
export const sendPayload = reader(sendSchema)
export const schedulePayload = reader(scheduleSchema)
/** What a `send` and a `schedule` row have in common; what else the row holds is kept. */
export const writtenPayload = reader(sendSchema.loose())
export const scheduleChangePayload = reader(scheduleChangeSchema)
export const submessagePayload = reader(submessageSchema)
export const movePayload = reader(moveSchema)
export const readNarrowPayload = reader(readNarrowSchema)
/** The messages that a `read` or `unread` row names. */
export const readPayload = reader(readSchema)
export const starPayload = reader(starSchema)
/** The new Markdown of a message. */
export const editPayload = reader(editSchema)
export const deletePayload = reader(deleteSchema)
export const reactionPayload = reader(reactionSchema)
export const topicPolicyPayload = reader(topicPolicySchema)
export const subscriptionPayload = reader(subscriptionSchema)
export const muteUserPayload = reader(muteUserSchema)
export const alertWordPayload = reader(alertWordSchema)

/** What is sent: the text, and below it a link for each file (wire-protocol.md §2.10). */
export function messageText(payload: SendPayload): string {
  const links = payload.attachments.map(
    ({ name, uri }) =>
      `[${name.replaceAll(/[[\]]/g, '')}](${(uri ?? '').replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)})`,
  )
  return [payload.content.trimEnd(), links.join('\n')].filter((part) => part !== '').join('\n\n')
}

/** A destination in the service's words; a direct message to nobody else is a note to oneself. */
export function wireRecipient(core: Core, to: SendPayload['destination']): WireRecipient {
  if (to.kind === 'topic') return { type: 'stream', to: JSON.stringify(to.streamId), topic: to.topic }
  const userIds = to.userIds.length === 0 ? [core.world.selfId] : to.userIds
  return { type: core.capabilities.directType ? 'direct' : 'private', to: JSON.stringify(userIds), topic: null }
}
