import { z } from 'zod'
import { groupSettingSchema } from '../../values/people.ts'

const group = groupSettingSchema.optional().catch(undefined)

/**
 * The settings of a stream (newer-servers.md §4), under the names of the protocol; missing ones are absent. Its
 * groups apply in addition to those of the organization, except the one for posting.
 */
const streamFactsSchema = z.object({
  topics_policy: z
    .enum(['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'])
    .optional()
    .catch(undefined),
  can_add_subscribers_group: group,
  can_administer_channel_group: group,
  can_create_topic_group: group,
  can_delete_any_message_group: group,
  can_delete_own_message_group: group,
  can_move_messages_out_of_channel_group: group,
  can_move_messages_within_channel_group: group,
  can_remove_subscribers_group: group,
  can_resolve_topics_group: group,
  can_send_message_group: group,
  can_subscribe_group: group,
})

export type StreamFacts = z.infer<typeof streamFactsSchema>

const none: StreamFacts = {}

/** Serializes the settings of a stream object. Equal settings give equal texts. */
export function writeStreamFacts(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(streamFactsSchema.parse(fields))
}

/** The parsed settings by text, because many streams share a text and each is read far more often than it changes. */
const known = new Map<string, StreamFacts>()
const mostKnown = 2_000

/** Parses the stored settings of a stream. */
export function readStreamFacts(text: string): StreamFacts {
  if (text === '{}') return none
  let facts = known.get(text)
  if (facts === undefined) {
    facts = streamFactsSchema.catch({}).parse(JSON.parse(text))
    if (known.size >= mostKnown) known.clear()
    known.set(text, facts)
  }
  return facts
}

/** Returns the text after a change of one setting; null if the property is not a setting or its value is invalid. */
export function withStreamFact(text: string, property: string, value: unknown): string | null {
  const { shape } = streamFactsSchema
  if (!Object.hasOwn(shape, property)) return null
  const schema = shape[property as keyof typeof shape].unwrap() // the check above proves that the name is a key
  return schema.safeParse(value).success ? writeStreamFacts({ ...readStreamFacts(text), [property]: value }) : null
}
