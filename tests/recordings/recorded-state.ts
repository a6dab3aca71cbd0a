import { unrecordedCalls } from './unrecorded-calls.ts'
import {
  recordings,
  textOf,
  type Json,
  type JsonObject,
  type RecordedEvent,
  type RecordedLevel,
  type Recording,
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
  last_moved_timestamp?: number
  edit_history?: JsonObject[]
}

/** Gaps of the recording of a level. */
interface Gaps {
  readonly armFirmware: number
  readonly board: string
  readonly crew: number
  /** The ids of events of unrecorded messages. */
  readonly events: Readonly<Record<number, number>>
  readonly crewEvent: number
  /** Messages that prepared a step; their times are not recorded. */
  readonly preparing: readonly number[]
  /** The message that was moved from an unsubscribed stream, and the last event before. */
  readonly unseen: { readonly id: number; readonly timestamp: number; readonly after: number }
  /** The last event with the presence of noor and of iris, which a registration contains after the steps. */
  readonly lastPresence: number
}

const gaps: Readonly<Record<RecordedLevel, Gaps>> = {
  237: {
    armFirmware: 334,
    board: '336',
    crew: 57,
    events: { 6391: 43, 6392: 44, 6393: 45, 6404: 62, 6405: 63, 6406: 64 },
    crewEvent: 143,
    preparing: [6391, 6392, 6393],
    unseen: { id: 6403, timestamp: 1_795_333_151, after: 61 },
    lastPresence: 82,
  },
  372: {
    armFirmware: 36,
    board: '38',
    crew: 109,
    events: { 2568: 43, 2569: 44, 2570: 45, 2580: 61, 2581: 62, 2582: 63 },
    crewEvent: 139,
    preparing: [2568, 2569, 2570],
    unseen: { id: 2579, timestamp: 1_795_940_099, after: 60 },
    lastPresence: 81,
  },
}

/** All recorded data about the messages of iris. */
export interface RecordedState extends Gaps {
  readonly recording: Recording
  /** All events of iris's queue in order: the recorded ones, and 7 that the recording lacks. */
  readonly allEvents: readonly RecordedEvent[]
  /** All messages of iris after the steps, as the server sent them. */
  readonly newestOfEverything: readonly WireMessage[]
  /** The message that moved from an unsubscribed stream: answers contain it, but no event does. */
  readonly cameUnseen: WireMessage
}

export const recordedStates: readonly RecordedState[] = recordings.map(stateOf)

function stateOf(recording: Recording): RecordedState {
  const own = gaps[recording.level]
  const newest = recording.answers.find((one) => one.label === 'the newest of everything')?.body as JsonObject
  return {
    ...own,
    recording,
    allEvents: [...recording.steps.flatMap((step) => step.events), ...unrecordedEvents(recording, own)].sort(
      (a, b) => a.id - b.id,
    ),
    newestOfEverything: (newest.messages as unknown as readonly WireMessage[]).map(withEmptyTopic),
    cameUnseen: {
      id: own.unseen.id,
      sender_id: recording.ids.ada,
      type: 'stream',
      stream_id: own.armFirmware,
      subject: 'secret',
      content: '<p>from the board</p>',
      flags: ['read', 'historical'],
      timestamp: own.unseen.timestamp,
      is_me_message: false,
      reactions: [],
      submessages: [],
      display_recipient: 'arm-firmware',
    },
  }
}

/** A message with the empty topic, which the recorded answer names because its call did not ask for empty names. */
function withEmptyTopic(message: WireMessage): WireMessage {
  const named = (topic: Json | undefined) => (topic === 'general chat' ? '' : topic)
  const entry = (given: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, /^(?:prev_)?topic$/.test(key) ? (named(value) ?? '') : value]),
    )
  return {
    ...message,
    subject: textOf(named(message.subject)),
    ...(message.edit_history === undefined ? {} : { edit_history: message.edit_history.map(entry) }),
  }
}

/** The events of calls that prepared a step, built from these calls because they were not recorded. */
function unrecordedEvents({ level, ids: people, registerAfter }: Recording, own: Gaps): RecordedEvent[] {
  const messages = [...unrecordedCalls(level).values()].flat().flatMap((call): [number, JsonObject][] => {
    const [kind, id] = call.makes
    // A message in a stream without a subscription causes no event for iris.
    if (kind !== 'message' || call.form.to === own.board) return []
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
      display_recipient: isDirect ? [{ id: people.iris }, { id: people.noor }] : 'arm-firmware',
      type: isDirect ? 'private' : 'stream',
      ...(isDirect ? {} : { stream_id: own.armFirmware }),
    }
    return [[id, message]]
  })
  const group = (registerAfter.realm_user_groups as readonly JsonObject[]).find((one) => one.id === own.crew)
  return [
    ...messages.map(([id, message]) => ({ type: 'message', id: own.events[id] ?? 0, flags: [], message })),
    { type: 'user_group', op: 'add', group: group ?? {}, id: own.crewEvent },
  ]
}

/** The messages before the first step: those of the final answers, unread unless they are starred there. */
function atFirst({ recording, newestOfEverything }: RecordedState): WireMessage[] {
  const last = Number(recording.registerBefore.max_message_id)
  const before = newestOfEverything.filter((message) => message.id <= last)
  return structuredClone(before).map((message) => ({
    ...message,
    flags: message.flags.filter((flag) => flag !== 'read'),
  }))
}

/** The messages of the recorded server at a time, as iris sees them, from a simple application of the events. */
export class RecordedMessages {
  readonly #messages: Map<number, WireMessage>

  readonly #state: RecordedState

  constructor(state: RecordedState) {
    this.#state = state
    this.#messages = new Map(atFirst(state).map((message) => [message.id, message]))
  }

  /**
   * The messages by id; with `withUnseen` also messages of public streams that she never received, as narrows to a
   * stream return them.
   */
  all(withUnseen = true): WireMessage[] {
    const all = [...this.#messages.values()].filter((message) => withUnseen || message.id !== this.#state.unseen.id)
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
    const { cameUnseen, unseen } = this.#state
    if (event.id === unseen.after) this.#messages.set(unseen.id, structuredClone(cameUnseen))
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
      // From level 365 on moves have their own time.
      if (isEdited || this.#state.recording.level < 365) message.last_edit_timestamp = Number(event.edit_timestamp)
      const bare = (topic: string | undefined) => topic?.replace(/^✔ /, '')
      if (this.#state.recording.level >= 365 && (stream !== undefined || bare(to) !== bare(from))) {
        message.last_moved_timestamp = Number(event.edit_timestamp)
      }
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
