import { z } from 'zod'
import { bringWithinBounds } from './bounded.ts'
import type { Api, CallOptions } from './client.ts'
import { canonicalNames } from './dialect.ts'
import { noticeLeftOut } from './lenient.ts'
import type { EventForm, EventHead } from './wire.ts'

const envelope = z.looseObject({ id: z.number().int(), type: z.string(), op: z.unknown().optional() })

/** An event of an unknown type or with unreadable contents. */
export type UnexpectedEvent = EventHead & { readonly type: 'unexpected'; readonly name: string }

/** Decodes one event. An unknown type becomes an `unexpected` event; an event without an id is undefined. */
export type EventDecoder<Event> = (value: unknown) => Event | UnexpectedEvent | undefined

/** Makes the decoder for these forms. If several match an event, the first one is used. */
export function eventDecoder<F extends EventForm>(forms: readonly F[]): EventDecoder<z.output<F> & EventHead> {
  // The forms by kind, such as `stream create`.
  const formsByKind = new Map<string, F[]>()
  for (const form of forms) {
    for (const kind of kindsOf(form)) formsByKind.set(kind, [...(formsByKind.get(kind) ?? []), form])
  }
  const knownTypes = new Set([...formsByKind.keys()].map((kind) => kind.split(' ', 1)[0]))
  return (value) => {
    const head = envelope.safeParse(value)
    if (!head.success) return undefined
    const { id, type, op } = head.data
    if (!bringWithinBounds(head.data)) {
      return { type: 'unexpected', name: type, id, ...(knownTypes.has(type) ? { isIncomplete: true } : {}) }
    }
    const fitting = formsByKind.get(typeof op === 'string' ? `${type} ${op}` : type) ?? formsByKind.get(type)
    if (fitting === undefined) {
      // An unknown operation is ignored; a known type without an operation is unreadable.
      const isKnown = op === undefined && knownTypes.has(type)
      return { type: 'unexpected', name: type, id, ...(isKnown ? { isIncomplete: true } : {}) }
    }
    // The fields of a reaction are fields of its event.
    const event = canonicalNames(type === 'reaction' ? { ...head.data, reaction: head.data } : head.data)
    for (const form of fitting) {
      const { value: parsed, isWhole } = noticeLeftOut(() => form.safeParse(event))
      if (parsed.success) return { ...parsed.data, id, ...(isWhole ? {} : { isIncomplete: true }) }
    }
    return { type: 'unexpected', name: type, id, isIncomplete: true }
  }
}

/** The kinds of a form: its type, or its type with each of its operations. */
function kindsOf(form: EventForm): string[] {
  const object = form instanceof z.ZodPipe ? form.in : form
  if (!(object instanceof z.ZodObject)) throw new TypeError('the form of an event is an object')
  const { type, op } = object.shape as Readonly<Record<string, unknown>> // Every Zod shape is such a record.
  const [name] = namesOf(type)
  if (name === undefined) throw new TypeError('the form of an event names its type')
  return op === undefined ? [name] : namesOf(op).map((one) => `${name} ${one}`)
}

function namesOf(schema: unknown): string[] {
  if (schema instanceof z.ZodLiteral) return [...schema.values].map(String)
  return schema instanceof z.ZodEnum ? schema.options.map(String) : []
}

/**
 * `GET /events`: acknowledges up to `lastEventId` and returns the following events in order. They are not decoded,
 * because decoding a thousand of them takes longer than one task may.
 */
export async function getEvents(
  api: Api,
  query: { readonly queueId: string; readonly lastEventId: number; readonly dontBlock: boolean },
  options: CallOptions,
): Promise<readonly unknown[]> {
  const answer = await api.call(
    'GET',
    '/events',
    {
      queue_id: query.queueId,
      last_event_id: String(query.lastEventId),
      ...(query.dontBlock ? { dont_block: 'true' } : {}),
    },
    z.object({ events: z.array(z.unknown()) }),
    options,
  )
  return answer.events
}

/** `DELETE /events`: deletes the event queue. */
export async function deleteQueue(api: Api, queueId: string, options: CallOptions): Promise<void> {
  await api.call('DELETE', '/events', { queue_id: queueId }, z.object({}), options)
}
