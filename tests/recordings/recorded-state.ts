import { unrecordedCalls } from './unrecorded-calls.ts'
import {
  recordedAnswers,
  recordedIds,
  recordedSteps,
  registerAfter,
  registerBefore,
  textOf,
  type Json,
  type JsonObject,
  type RecordedEvent,
} from './recording.ts'

/** A message with the flags of iris, in the protocol's form; changed in place by events. */
export interface WireMessage {
  id: number
  sender_id: number
  type: string
  stream_id?: number
  subject: string
  content: string
  flags: string[]
  timestamp: number
  is_me_message: boolean
  reactions: JsonObject[]
  submessages: JsonObject[]
  display_recipient: Json
  last_edit_timestamp?: number
  edit_history?: JsonObject[]
}

const streamNames: Readonly<Record<number, string>> = { 334: 'arm-firmware' }
const people = recordedIds

/** The events of calls that prepared a step were not recorded: they are built from the calls. */
function unrecordedEvents(): RecordedEvent[] {
  const messages = [...unrecordedCalls.values()].flat().flatMap((call): [number, JsonObject][] => {
    const [kind, id] = call.makes
    // A message in a stream to which iris is not subscribed gives her no event.
    if (kind !== 'message' || call.form.to === '336') return []
    const isDirect = call.form.type === 'direct'
    const message = {
      id,
      sender_id: people[call.by],
      content: `<p>${call.form.content ?? ''}</p>`,
      timestamp: 1_795_333_144,
      subject: isDirect ? '' : (call.form.topic ?? ''),
      topic_links: [],
      is_me_message: false,
      reactions: [],
      submessages: [],
      sender_full_name: 'Noor Haddad',
      display_recipient: isDirect ? [{ id: people.iris }, { id: people.noor }] : (streamNames[334] ?? ''),
      type: isDirect ? 'private' : 'stream',
      ...(isDirect ? {} : { stream_id: 334 }),
    }
    return [[id, message]]
  })
  const eventIds: Readonly<Record<number, number>> = { 6391: 43, 6392: 44, 6393: 45, 6404: 62, 6405: 63, 6406: 64 }
  const group = (registerAfter.realm_user_groups as readonly JsonObject[]).find((one) => one.id === 57)
  return [
    ...messages.map(([id, message]) => ({ type: 'message', id: eventIds[id] ?? 0, flags: [], message })),
    { type: 'user_group', op: 'add', group: group ?? {}, id: 143 },
  ]
}

/** Every event of iris's queue in order: 187 recorded ones, and 7 that the recording lacks. */
export const allEvents: readonly RecordedEvent[] = [
  ...recordedSteps.flatMap((step) => step.events),
  ...unrecordedEvents(),
].sort((a, b) => a.id - b.id)

function answer(label: string): JsonObject {
  const found = recordedAnswers.find((one) => one.label === label)
  if (found === undefined) throw new Error(`there is no answer “${label}”`)
  return found.body as JsonObject // each recorded success is an object
}

/** All messages of iris after the steps, as the server sent them. */
export const newestOfEverything = answer('the newest of everything').messages as unknown as readonly WireMessage[]

/** Messages moved from an unsubscribed stream: the answers contain them, but no event did. */
export const cameUnseen: WireMessage = {
  id: 6403,
  sender_id: people.ada,
  type: 'stream',
  stream_id: 334,
  subject: 'secret',
  content: '<p>from the board</p>',
  flags: ['read', 'historical'],
  timestamp: 1_795_333_151,
  is_me_message: false,
  reactions: [],
  submessages: [],
  display_recipient: 'arm-firmware',
}
/** The last event before their step. */
const cameAfter = 61

/** The messages before the first step: as in the final answers, and unread. */
function atFirst(): WireMessage[] {
  const before = newestOfEverything.filter((message) => message.id <= Number(registerBefore.max_message_id))
  return structuredClone(before).map((message) => ({ ...message, flags: [] }))
}

/** The messages of the recorded server at a moment, as iris sees them: a naive application of the events. */
export class RecordedMessages {
  readonly #messages: Map<number, WireMessage>

  constructor() {
    this.#messages = new Map(atFirst().map((message) => [message.id, message]))
  }

  /**
   * By id. With `withUnseen` including messages of public streams that she never received, as narrows to a stream
   * return them.
   */
  all(withUnseen = true): WireMessage[] {
    const all = [...this.#messages.values()].filter((message) => withUnseen || message.id !== cameUnseen.id)
    return all.sort((a, b) => a.id - b.id)
  }

  apply(event: RecordedEvent): void {
    switch (event.type) {
      case 'message': {
        const message = structuredClone(event.message) as unknown as WireMessage // a message event
        this.#messages.set(message.id, { ...message, flags: [...(event.flags as string[])] })
        break
      }
      case 'update_message':
        this.#update(event)
        break
      case 'delete_message':
        for (const id of event.message_ids as number[]) this.#messages.delete(id)
        break
      case 'update_message_flags':
        this.#flag(event)
        break
      case 'reaction':
        this.#react(event)
        break
      case 'submessage': {
        const { submessage_id, message_id, sender_id, msg_type, content } = event
        const part = { id: submessage_id, message_id, sender_id, msg_type, content } as JsonObject // these five are there
        this.#messages.get(Number(message_id))?.submessages.push(part)
        break
      }
    }
    if (event.id === cameAfter) this.#messages.set(cameUnseen.id, structuredClone(cameUnseen))
  }

  #update(event: RecordedEvent): void {
    const from = event.orig_subject as string | undefined
    const to = event.subject as string | undefined
    const stream = event.new_stream_id as number | undefined
    for (const id of event.message_ids as number[]) {
      const message = this.#messages.get(id)
      if (message === undefined) continue
      const isEdited = id === event.message_id && event.rendered_content !== undefined
      if (isEdited) {
        message.content = textOf(event.rendered_content)
        message.flags = [...message.flags.filter((flag) => !/mentioned$/.test(flag)), ...(event.flags as string[])]
        message.flags = [...new Set(message.flags)]
      }
      message.last_edit_timestamp = Number(event.edit_timestamp)
      message.edit_history = [
        {
          user_id: event.user_id,
          timestamp: event.edit_timestamp,
          ...(isEdited
            ? {
                prev_content: event.orig_content,
                prev_rendered_content: event.orig_rendered_content,
                prev_rendered_content_version: event.prev_rendered_content_version,
              }
            : {}),
          ...(to === undefined ? {} : { prev_topic: from, topic: to }),
          ...(stream === undefined ? {} : { prev_stream: event.stream_id, stream }),
        } as JsonObject, // no key without a value
        ...(message.edit_history ?? []),
      ]
      if (to !== undefined) message.subject = to
      if (stream !== undefined) message.stream_id = stream
    }
  }

  #flag(event: RecordedEvent): void {
    const flag = textOf(event.flag)
    const ids = event.all === true ? [...this.#messages.keys()] : (event.messages as number[])
    for (const id of ids) {
      const message = this.#messages.get(id)
      if (message === undefined) continue
      const others = message.flags.filter((one) => one !== flag)
      message.flags = event.op === 'add' ? [...others, flag] : others
    }
  }

  #react(event: RecordedEvent): void {
    const message = this.#messages.get(Number(event.message_id))
    if (message === undefined) return
    const { user_id, emoji_code, reaction_type, emoji_name } = event
    const others = message.reactions.filter(
      (one) => one.user_id !== user_id || one.emoji_code !== emoji_code || one.reaction_type !== reaction_type,
    )
    const vote = { user_id, emoji_code, reaction_type, emoji_name } as JsonObject // these four are there
    message.reactions = event.op === 'add' ? [...others, vote] : others
  }
}
