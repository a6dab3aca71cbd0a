import { describe, expect, it } from 'vitest'
import { decodeEvent } from '#engine/state/events.ts'
import { inDialect, type Dialect } from './dialects.ts'
import { inventions } from './projection.ts'
import { recordingAt, type RecordedEvent } from './recording.ts'

const events = recordingAt(237).steps.flatMap((step) => step.events.map((event) => ({ action: step.action, event })))

function kindOf({ type, op }: { readonly type?: unknown; readonly op?: unknown }): string {
  return typeof op === 'string' ? `${String(type)} ${op}` : String(type)
}

/** Every recorded kind of event, with its decoded fields beside `id`, `type` and `op`. */
const kept: Readonly<Record<string, string>> = {
  alert_words: 'alert_words',
  'attachment add': 'attachment upload_space_used',
  'attachment remove': 'attachment upload_space_used',
  'attachment update': 'attachment upload_space_used',
  custom_profile_fields: 'fields',
  default_streams: 'default_streams',
  delete_message: 'message_ids',
  'drafts add': 'drafts',
  'drafts remove': 'draft_id',
  'drafts update': 'draft',
  message: 'flags local_message_id message',
  muted_topics: 'muted_topics',
  muted_users: 'muted_users',
  presence: 'presence server_timestamp user_id',
  'reaction add': 'message_id reaction',
  'reaction remove': 'message_id reaction',
  'realm update': 'property value',
  'realm update_dict': 'data',
  'realm_bot add': 'bot',
  'realm_domains add': 'realm_domain',
  'realm_emoji update': 'realm_emoji',
  realm_linkifiers: 'realm_linkifiers',
  realm_playgrounds: 'realm_playgrounds',
  'realm_user add': 'person',
  'realm_user update': 'person',
  'realm_user_settings_defaults update': 'property value',
  'scheduled_messages add': 'scheduled_messages',
  'scheduled_messages remove': 'scheduled_message_id',
  'scheduled_messages update': 'scheduled_message',
  'stream create': 'streams',
  'stream delete': 'stream_ids',
  'stream update': 'history_public_to_subscribers is_web_public property stream_id value',
  submessage: 'content message_id msg_type sender_id submessage_id',
  'subscription add': 'subscriptions',
  'subscription peer_add': 'stream_ids user_ids',
  'subscription peer_remove': 'stream_ids user_ids',
  'subscription remove': 'subscriptions',
  'subscription update': 'property stream_id value',
  'typing start': 'recipients sender stream_id topic',
  'typing stop': 'recipients sender',
  update_message:
    'content edit_timestamp flags is_me_message message_id message_ids new_stream_id orig_subject propagate_mode rendered_content rendering_only stream_id subject topic_links',
  'update_message_flags add': 'all flag messages',
  'update_message_flags remove': 'all flag message_details messages',
  'user_group add': 'group',
  'user_group add_members': 'group_id user_ids',
  'user_group add_subgroups': 'direct_subgroup_ids group_id',
  'user_group remove': 'group_id',
  'user_group remove_members': 'group_id user_ids',
  'user_group update': 'data group_id',
  'user_settings update': 'property value',
  user_status: 'emoji_code emoji_name reaction_type status_text user_id',
  user_topic: 'stream_id topic_name visibility_policy',
}

function decoded(event: RecordedEvent, dialect: Dialect): Readonly<Record<string, unknown>> {
  const result = decodeEvent(inDialect(event, dialect))
  if (result === undefined) throw new Error('this is no event')
  return result
}

/** The fields of a reaction, which are beside those of the event. */
function sourceOf(event: RecordedEvent): RecordedEvent {
  return event.type === 'reaction' ? { ...event, reaction: event } : event
}

describe('the recorded events', () => {
  it('are 187 of 52 kinds', () => {
    expect(events).toHaveLength(187)
    expect([...new Set(events.map(({ event }) => kindOf(event)))].sort()).toEqual(Object.keys(kept).sort())
    expect(Object.keys(kept)).toHaveLength(52)
  })

  it.each(events.map(({ action, event }) => [event.id, kindOf(event), action, event] as const))(
    'include event %i, %s (%s), which is decoded to its type in both dialects',
    (_id, kind, _action, event) => {
      const upstream = decoded(event, 'zulip')
      expect(kindOf(upstream)).toBe(kind)
      expect(upstream.id).toBe(event.id)
      expect(inventions(upstream, sourceOf(event), kind)).toEqual([])
      expect(decoded(event, 'svc')).toEqual(upstream)
    },
  )

  it('keep the fields that the client needs of each kind', () => {
    const keys = new Map<string, Set<string>>()
    for (const { event } of events) {
      const known = keys.get(kindOf(event)) ?? new Set()
      for (const key of Object.keys(decoded(event, 'zulip'))) known.add(key)
      keys.set(kindOf(event), known)
    }
    const own = new Set(['id', 'type', 'op'])
    const found = [...keys].map(([kind, names]) => [
      kind,
      [...names]
        .filter((name) => !own.has(name))
        .sort()
        .join(' '),
    ])
    expect(Object.fromEntries(found)).toEqual(kept)
  })

  it('have the recorded values for a message, an edit, a move and flags', () => {
    const of = (id: number) => {
      const found = events.find(({ event }) => event.id === id)
      if (found === undefined) throw new Error(`no event ${id}`)
      return decoded(found.event, 'zulip')
    }
    expect(of(13)).toMatchObject({
      type: 'message',
      local_message_id: '17.01',
      flags: [],
      message: { id: 6380, sender_id: 39, type: 'stream', stream_id: 334, subject: 'release 2.4' },
    })
    expect(of(17)).toMatchObject({ flags: ['stream_wildcard_mentioned', 'wildcard_mentioned'] })
    expect(of(33)).toMatchObject({
      op: 'add',
      message_id: 6378,
      reaction: { name: 'zulip', code: 'zulip', type: 'svc_extra_emoji', userId: 41 },
    })
    expect(of(54)).toMatchObject({
      message_id: 6393,
      message_ids: [6393],
      rendered_content: '<p>three!</p>',
      orig_subject: '✔ later topic',
      subject: 'three',
      propagate_mode: 'change_one',
    })
    expect(of(70)).toMatchObject({
      op: 'remove',
      flag: 'read',
      messages: [6378, 6381],
      message_details: {
        6378: { type: 'stream', stream_id: 334, topic: 'release 2.4', unmuted_stream_msg: true },
        6381: { type: 'stream', stream_id: 334, topic: 'release 2.4', unmuted_stream_msg: true, mentioned: true },
      },
    })
    expect(of(10)).toMatchObject({ type: 'subscription', op: 'peer_remove', stream_ids: [337], user_ids: [41] })
    expect(of(183)).toMatchObject({
      type: 'realm_user_settings_defaults',
      property: 'twenty_four_hour_time',
      value: true,
    })
    expect(of(184)).toMatchObject({ attachment: { id: 8, size: 600, create_time: 1_795_333_214_000 } })
  })
})
