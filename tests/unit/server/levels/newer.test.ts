import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { atEveryLevel, dialects, endStories, eventsOf, objects, storyOf, type Json, type Story } from './story.ts'

afterAll(endStories)

const has = (object: Json, ...names: readonly string[]) => names.map((name) => name in object)
const all = (isThere: boolean, names: readonly string[]) => names.map(() => isThere)

const registers = (story: Story) => [story.plain.register, story.modern.register]
const message = (story: Story, name: string, modern = false): Json => {
  const list = objects(story.answers[modern ? 'messages, modern' : 'messages']?.messages)
  const found = list.find((one) => one.id === story.ids[name])
  if (found === undefined) throw new Error(`no message ${name}`)
  return found
}
const html = (story: Story, name: string) => String(message(story, name).content)
const streamOf = (story: Story, state: Json, name: string): Json | undefined =>
  ['subscriptions', 'unsubscribed', 'never_subscribed']
    .flatMap((list) => objects(state[list]))
    .find((stream) => stream.stream_id === story.ids[name])

/** Fields that registrations have from a level on. */
const fields: readonly (readonly [level: number, ...names: string[]])[] = [
  [241, 'realm_new_stream_announcements_stream_id', 'realm_signup_announcements_stream_id'],
  [242, 'realm_zulip_update_announcements_stream_id'],
  [257, 'realm_url'],
  [263, 'presence_last_update_id'],
  [264, 'realm_can_create_public_channel_group'],
  [266, 'realm_can_create_private_channel_group'],
  [270, 'realm_direct_message_initiator_group', 'realm_direct_message_permission_group'],
  [273, 'server_thumbnail_formats'],
  [280, 'realm_can_create_web_public_channel_group'],
  [281, 'realm_can_delete_any_message_group'],
  [291, 'realm_can_delete_own_message_group'],
  [299, 'realm_can_create_groups', 'realm_can_manage_all_groups'],
  [307, 'realm_can_add_custom_emoji_group'],
  [310, 'realm_can_move_messages_between_channels_group'],
  [316, 'realm_can_move_messages_between_topics_group'],
  [321, 'realm_can_invite_users_group'],
  [331, 'realm_moderation_request_channel_id'],
  [334, 'realm_empty_topic_display_name'],
  [338, 'password_max_length'],
  [341, 'realm_can_add_subscribers_group'],
  [344, 'realm_can_create_bots_group', 'realm_can_create_write_only_bots_group'],
  [350, 'realm_can_summarize_topics_group'],
  [352, 'realm_can_mention_many_users_group'],
  [358, 'realm_message_edit_history_visibility_policy'],
  [363, 'realm_can_manage_billing_group', 'realm_billing'],
  [367, 'realm_can_resolve_topics_group'],
  [389, 'channel_folders'],
  [392, 'realm_topics_policy', 'realm_can_set_topics_policy_group'],
  [407, 'realm_can_set_delete_message_policy_group'],
  [442, 'realm_gif_rating_policy'],
  [469, 'realm_media_preview_size'],
  [477, 'realm_workplace_users_group'],
  [481, 'idle_queue_timeout_secs'],
]

/** Fields that registrations lack from a level on. */
const gone: readonly (readonly [level: number, ...names: string[]])[] = [
  [241, 'realm_notifications_stream_id', 'realm_signup_notifications_stream_id'],
  [270, 'realm_private_message_policy'],
  [291, 'realm_delete_own_message_policy'],
  [307, 'realm_add_custom_emoji_policy'],
  [310, 'realm_move_messages_between_streams_policy'],
  [316, 'realm_edit_topic_policy'],
  [321, 'realm_invite_to_realm_policy'],
  [341, 'realm_invite_to_stream_policy', 'can_subscribe_other_users'],
  [344, 'realm_bot_creation_policy'],
  [363, 'is_billing_admin'],
  [426, 'realm_is_zephyr_mirror_realm'],
  [442, 'realm_giphy_rating'],
]

const streamFields: readonly (readonly [level: number, ...names: string[]])[] = [
  [254, 'creator_id'],
  [315, 'is_archived'],
  [323, 'is_recently_active'],
  [325, 'can_administer_channel_group'],
  [333, 'can_send_message_group'],
  [342, 'can_add_subscribers_group'],
  [357, 'can_subscribe_group'],
  [389, 'folder_id'],
  [392, 'topics_policy'],
  [394, 'subscriber_count'],
  [396, 'can_move_messages_out_of_channel_group', 'can_move_messages_within_channel_group'],
  [402, 'can_resolve_topics_group'],
  [407, 'can_delete_any_message_group', 'can_delete_own_message_group'],
  [441, 'can_create_topic_group'],
]

const groupFields: readonly (readonly [level: number, string])[] = [
  [283, 'can_manage_group'],
  [290, 'deactivated'],
  [292, 'creator_id'],
  [301, 'can_join_group'],
  [305, 'can_add_members_group'],
  [308, 'can_leave_group'],
  [324, 'can_remove_members_group'],
]

describe.each(dialects)('a server of a later level (%s)', (dialect) => {
  it('reports the level and its version', async () => {
    await atEveryLevel(dialect, (story) => {
      for (const state of [...registers(story), story.answers['server settings'] ?? {}]) {
        expect(state[`${dialect}_feature_level`]).toBe(story.level)
      }
      expect(eventsOf(story.plain, 'restart').at(-1)?.[`${dialect}_feature_level`]).toBe(story.level)
    })
  })

  it.each(fields.map(([level, ...names]) => [level, names] as const))(
    'from level %i on has %s in registrations',
    async (level, names) => {
      await atEveryLevel(dialect, (story) => {
        for (const state of registers(story)) expect(has(state, ...names)).toEqual(all(story.level >= level, names))
      })
    },
  )

  it.each(gone.map(([level, ...names]) => [level, names] as const))(
    'from level %i on has no %s in registrations',
    async (level, names) => {
      await atEveryLevel(dialect, (story) => {
        for (const state of registers(story)) expect(has(state, ...names)).toEqual(all(story.level < level, names))
      })
    },
  )

  it('sends the same policies beside their groups (264)', async () => {
    await atEveryLevel(dialect, (story) => {
      expect(story.plain.register).toMatchObject({
        realm_create_public_stream_policy: 1,
        realm_create_private_stream_policy: 1,
        realm_create_web_public_stream_policy: 7,
        realm_wildcard_mention_policy: 5,
      })
    })
  })

  it.each(streamFields.map(([level, ...names]) => [level, names] as const))(
    'from level %i on has %s in streams',
    async (level, names) => {
      await atEveryLevel(dialect, (story) => {
        const hall = streamOf(story, story.plain.register, 'hall') ?? {}
        expect(has(hall, ...names)).toEqual(all(story.level >= level, names))
        const [listed = {}] = objects(story.answers.streams?.streams)
        expect(has(listed, ...names)).toEqual(all(story.level >= level, names))
      })
    },
  )

  it.each(groupFields)('from level %i on has %s in groups', async (level, name) => {
    await atEveryLevel(dialect, (story) => {
      const [group = {}] = objects(story.plain.register.realm_user_groups)
      expect(name in group).toBe(story.level >= level)
      expect(name in (eventsOf(story.plain, 'user_group', 'add')[0]?.group as Json)).toBe(story.level >= level)
    })
  })

  it('sends a restart without whether it is immediate (240)', async () => {
    await atEveryLevel(dialect, (story) => {
      expect('immediate' in (eventsOf(story.plain, 'restart').at(-1) ?? {})).toBe(story.level < 240)
    })
  })

  it('sends authentication methods as objects in registrations, and as booleans before sign-in (243)', async () => {
    await atEveryLevel(dialect, (story) => {
      const enabled = story.level < 243 ? true : { enabled: true, available: true }
      expect(story.plain.register.realm_authentication_methods).toEqual({ Email: enabled })
      expect(story.answers['server settings']?.authentication_methods).toMatchObject({ password: true })
    })
  })

  it('marks @**channel** as a mention of all subscribers (247)', async () => {
    await atEveryLevel(dialect, (story) => {
      const said = objects(story.answers.messages?.messages).find(({ content }) => String(content).includes('hear'))
      const mention = '<span class="user-mention channel-wildcard-mention" data-user-id="*">@channel</span>'
      expect(String(said?.content).includes(mention)).toBe(story.level >= 247)
      expect((said?.flags as string[]).includes('wildcard_mentioned')).toBe(story.level >= 247)
    })
  })

  it('publishes a stream whose first message has changed (256)', async () => {
    await atEveryLevel(dialect, async ({ level, service, ids }) => {
      const olga = { id: ids.olga ?? 0, email: 'olga@test.example', apiKey: 'key-of-olga' }
      const shed = await service.stream('shed', [olga])
      const first = await service.say(olga, shed, 'lunch', 'one')
      const second = await service.say(olga, shed, 'lunch', 'two')
      await service.listen(olga)
      await service.ok(olga, 'DELETE', `/messages/${first}`)
      const told = (await service.events(olga)).filter(({ property }) => property === 'first_message_id')
      expect(told.map(({ stream_id, value }) => [stream_id, value])).toEqual(level < 256 ? [] : [[shed, second]])
    })
  })

  it('has new lists, and lists with more fields (244, 296, 297, 390, 399, 455)', async () => {
    await atEveryLevel(dialect, async ({ level, service, ids, plain }) => {
      const olga = { id: ids.olga ?? 0, email: 'olga@test.example', apiKey: 'key-of-olga' }
      const names = ['saved_snippets', 'navigation_views', 'reminders']
      const isThere = [level >= 297, level >= 390, level >= 399]
      expect(has(plain.register, ...names)).toEqual(isThere)
      const asked = await service.ok(olga, 'POST', '/register', { fetch_event_types: ['reminders'] })
      expect(has(asked, ...names)).toEqual([false, false, isThere[2]])
      await service.ok(olga, 'POST', '/realm/profile_fields', { name: `Desk ${level}`, hint: '', field_type: 1 })
      const [field = {}] = objects((await service.ok(olga, 'GET', '/realm/profile_fields')).custom_fields)
      expect(has(field, 'required', 'editable_by_user', 'use_for_user_matching')).toEqual([
        level >= 244,
        level >= 296,
        level >= 455,
      ])
    })
  })

  it('sends realm_url beside realm_uri (257)', async () => {
    await atEveryLevel(dialect, (story) => {
      const settings = story.answers['server settings']
      expect([settings?.realm_uri, settings?.realm_url]).toEqual([
        'http://test.example',
        story.level < 257 ? undefined : 'http://test.example',
      ])
    })
  })

  it('answers an upload with url and filename beside uri (272, 286)', async () => {
    await atEveryLevel(dialect, (story) => {
      const upload = story.answers.upload
      expect(upload?.url).toBe(story.level < 272 ? undefined : upload?.uri)
      expect(upload?.filename).toBe(story.level < 286 ? undefined : 'photo.png')
    })
  })

  it('shows a picture as a placeholder, then as a thumbnail, with an event (275, 276, 287, 336)', async () => {
    await atEveryLevel(dialect, (story) => {
      const { level } = story
      const path = String(story.answers.upload?.uri).replace('/user_uploads/', '')
      const before = String((story.answers['picture being made']?.message as Json).content)
      const after = String((story.answers.picture?.message as Json).content)
      const type = level < 336 ? '' : ' data-original-content-type="image/png"'
      const thumbnail = `<img${type} data-original-dimensions="8x8" src="/user_uploads/thumbnail/${path}/840x560.webp">`
      expect(before.includes('image-loading-placeholder')).toBe(level >= 276)
      expect(before.includes('data-original-dimensions="8x8"')).toBe(level >= 287)
      expect(after.includes(thumbnail)).toBe(level >= 276)
      expect(after).toContain(`<a href="/user_uploads/${path}"`)
      const told = eventsOf(story.plain, 'update_message').filter(
        (event) => event.rendering_only === true && event.message_id === story.ids.picture,
      )
      expect(told).toHaveLength(level < 276 ? 0 : 1)
      for (const event of told) expect(event).toMatchObject({ user_id: null, rendered_content: after })
    })
  })

  it('serves a thumbnail to users who may read the picture (276)', async () => {
    await atEveryLevel(dialect, async ({ level, answers, service }) => {
      const uri = String(answers.upload?.uri)
      const response = await service.server.built.app.inject({
        url: `${uri.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`,
        headers: { authorization: `Basic ${Buffer.from('ben@test.example:key-of-ben').toString('base64')}` },
      })
      expect(response.statusCode).toBe(level < 276 ? 404 : 200)
      const anonymous = await service.server.built.app.inject(
        `${uri.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`,
      )
      expect(anonymous.statusCode).toBe(level < 276 ? 404 : 401)
    })
  })

  it('sends histories without the renderer (284)', async () => {
    await atEveryLevel(dialect, (story) => {
      const isThere = story.level < 284
      const edited = eventsOf(story.plain, 'update_message').find((event) => event.message_id === story.ids.hello)
      expect('prev_rendered_content_version' in (edited ?? {})).toBe(isThere)
      const [entry = {}] = objects(message(story, 'hello').edit_history)
      expect('prev_rendered_content_version' in entry).toBe(isThere)
    })
  })

  it('answers an edit with the files that it removed (285)', async () => {
    await atEveryLevel(dialect, (story) => {
      expect(story.answers.edit?.detached_uploads).toEqual(story.level < 285 ? undefined : [])
    })
  })

  it('changes a former policy as a group, with one event about the group only (291)', async () => {
    await atEveryLevel(dialect, (story) => {
      const { level, ids } = story
      const told = eventsOf(story.plain, 'realm').flatMap((event) =>
        event.op === 'update' ? [{ [String(event.property)]: event.value }] : [event.data as Json],
      )
      const group = { direct_members: [ids.ben], direct_subgroups: [2] }
      expect(told.filter((one) => 'delete_own_message_policy' in one)).toEqual(
        level < 291 ? [{ delete_own_message_policy: 2 }] : [],
      )
      expect(told.filter((one) => 'can_delete_own_message_group' in one)).toEqual(
        level < 291 ? [] : [{ can_delete_own_message_group: group }],
      )
      expect(story.answers['registered later']?.realm_can_delete_own_message_group).toEqual(
        level < 291 ? undefined : group,
      )
      expect(told.filter((one) => 'can_delete_any_message_group' in one)).toEqual(
        level < 281 ? [] : [{ can_delete_any_message_group: 3 }],
      )
    })
  })

  it('returns messages by ids (300)', async () => {
    await atEveryLevel(dialect, (story) => {
      const answer = story.answers['by ids']
      if (story.level < 300) {
        expect(answer?.result).toBe('error')
        return
      }
      expect(objects(answer?.messages).map(({ id }) => id)).toEqual([story.ids.hello, story.ids.moved])
      expect(objects(answer?.messages)[1]).toEqual(message(story, 'moved'))
    })
  })

  it('removes a deactivated user from groups without an event, and adds a reactivated user again (303)', async () => {
    await atEveryLevel(dialect, (story) => {
      const group = eventsOf(story.plain, 'user_group', 'add')[0]?.group as Json
      const told = ['remove_members', 'add_members'].map((op) =>
        eventsOf(story.plain, 'user_group', op)
          .filter((event) => event.group_id === group.id)
          .map((event) => event.user_ids),
      )
      expect(told).toEqual(story.level < 303 ? [[], []] : [[], [[story.ids.mei]]])
    })
  })

  it('deactivates and reactivates groups, with updates to clients that support them (290, 294, 386)', async () => {
    await atEveryLevel(dialect, ({ level, plain, modern, answers, ids }) => {
      const isThere = (state: Json | undefined, list: string) =>
        objects(state?.[list]).some(({ id }) => id === ids.cooks)
      const can = level >= 294
      expect(answers['group off']?.result ?? 'error').toBe(can ? 'success' : 'error')
      expect(answers['group off again']?.result ?? 'error').toBe('error')
      expect(isThere(answers['groups in use'], 'user_groups')).toBe(!can)
      expect(isThere(answers['all groups'], 'user_groups')).toBe(true)
      expect(isThere(answers['registered without group'], 'realm_user_groups')).toBe(!can)
      expect(isThere(answers['registered with group'], 'realm_user_groups')).toBe(true)
      const told = (one: typeof plain) =>
        one.events
          .filter(
            ({ type, group_id, group }) =>
              type === 'user_group' && (group_id ?? (group as Json | undefined)?.id) === ids.cooks,
          )
          .map(({ op, data }) => (op === 'update' ? (data as Json).deactivated : op))
          .filter((what) => what !== 'remove_members' && what !== 'add_members')
      expect(told(plain)).toEqual(['add', ...(can ? ['remove'] : []), ...(level >= 386 ? ['add'] : [])])
      expect(told(modern)).toEqual(['add', ...(can ? [true] : []), ...(level >= 386 ? [false] : [])])
    })
  })

  it('sends a deletion to the user who deletes a message, even if the user never received it (274)', async () => {
    await atEveryLevel(dialect, async ({ level, service, ids }) => {
      if (level < 237) return
      const olga = { id: ids.olga ?? 0, email: 'olga@test.example', apiKey: 'key-of-olga' }
      const ben = { id: ids.ben ?? 0, email: 'ben@test.example', apiKey: 'key-of-ben' }
      const barn = await service.stream(`barn ${level}`, [ben])
      const id = await service.say(ben, barn, 'hay', 'needle')
      const state = await service.listen(olga)
      await service.ok(olga, 'DELETE', `/messages/${id}`)
      const { events } = await service.ok(olga, 'GET', '/events', {
        queue_id: String(state.queue_id),
        last_event_id: Number(state.last_event_id),
        dont_block: true,
      })
      const told = objects(events).filter(({ type }) => type === 'delete_message')
      expect(told).toMatchObject(level < 274 ? [] : [{ message_ids: [id], stream_id: barn, topic: 'hay' }])
    })
  })

  it('finds the messages that mention a user (446)', async () => {
    await atEveryLevel(dialect, ({ level, answers, ids }) => {
      const found = objects(answers.mentions?.messages ?? []).map(({ id }) => id)
      expect(found).toEqual(level < 446 ? [] : [ids.named])
      expect(answers['mentions nobody']?.code).toBe('BAD_NARROW')
    })
  })

  it('sends archived streams to clients that support them, and archives by an update (315, 378)', async () => {
    await atEveryLevel(dialect, (story) => {
      const { level, ids } = story
      const later = story.answers['registered later'] ?? {}
      const modern = story.answers['registered later, modern'] ?? {}
      expect(streamOf(story, later, 'attic')).toBeUndefined()
      const archived = streamOf(story, modern, 'attic')
      expect(archived === undefined ? undefined : [archived.name, archived.is_archived]).toEqual(
        level < 315 ? undefined : ['attic', true],
      )
      const updates = eventsOf(story.modern, 'stream', 'update').filter((event) => event.property === 'is_archived')
      // Archived, unarchived, archived again.
      expect(updates.map((event) => [event.stream_id, event.value])).toEqual(
        level < 378 ? [] : [true, false, true].slice(0, level < 388 ? 1 : 3).map((value) => [ids.attic, value]),
      )
      const ends = (told: Story['plain']) => eventsOf(told, 'stream', 'delete').length
      expect(ends(story.plain)).toBe(level < 388 ? 1 : 2)
      expect(ends(story.modern)).toBe(level < 378 ? 1 : 0)
    })
  })

  it('writes links with channel, and near or with at their ends (319, 347, 400)', async () => {
    await atEveryLevel(dialect, (story) => {
      const { level, ids } = story
      const text = html(story, 'links')
      const word = level < 319 ? 'stream' : 'channel'
      const topic = `href="/#narrow/${word}/${ids.hall}-hall/topic/lunch`
      expect(text.includes(`${topic}"`)).toBe(level < 347)
      expect(new RegExp(`${topic.replaceAll(/[/#]/g, '\\$&')}/with/\\d+"`).test(text)).toBe(level >= 347)
      expect(text.includes(`${topic}/with/${ids.hello}"`)).toBe(level >= 347)
      expect(text.includes(`<a class="message-link" ${topic}/near/1">#hall &gt; lunch @ 💬</a>`)).toBe(level >= 319)
    })
  })

  it('identifies the user of a reaction by id only (328, 484)', async () => {
    await atEveryLevel(dialect, (story) => {
      const [reaction = {}] = objects(message(story, 'hello').reactions)
      expect('user' in reaction).toBe(story.level < 328)
      expect('user' in (eventsOf(story.plain, 'reaction')[0] ?? {})).toBe(story.level < 484)
      expect(reaction.user_id).toBe(story.ids.ben)
    })
  })

  it('sends default streams by id (330)', async () => {
    await atEveryLevel(dialect, (story) => {
      const event = eventsOf(story.plain, 'default_streams')[0]
      const [first] = objects(event?.default_streams)
      expect(story.level < 330 ? first?.stream_id : first).toBe(story.ids.hall)
      const [registered] = objects(story.answers['registered later']?.realm_default_streams)
      expect(story.level < 330 ? registered?.stream_id : registered).toBe(story.ids.hall)
    })
  })

  it('has a group for posting, and a separate event for the policy beside it (333)', async () => {
    await atEveryLevel(dialect, (story) => {
      const updates = eventsOf(story.plain, 'stream', 'update')
      const of = (property: string) => updates.filter((event) => event.property === property).map(({ value }) => value)
      expect(of('can_send_message_group')).toEqual(story.level < 333 ? [] : [2, 6])
      expect(of('stream_post_policy')).toEqual(story.level < 333 ? [4, 1] : [2, 1])
    })
  })

  it('sends an unnamed topic as "general chat" unless the client supports empty topics (334)', async () => {
    await atEveryLevel(dialect, (story) => {
      const [plain, modern] = story.level < 334 ? ['(no topic)', '(no topic)'] : ['general chat', '']
      expect(message(story, 'untitled').subject).toBe(plain)
      expect(message(story, 'untitled', true).subject).toBe(modern)
      for (const [told, name] of [
        [story.plain, plain],
        [story.modern, modern],
      ] as const) {
        const sent = eventsOf(told, 'message').find((event) => (event.message as Json).id === story.ids.untitled)
        expect((sent?.message as Json).subject).toBe(name)
        const unread = eventsOf(told, 'update_message_flags', 'remove')[0]
        expect((unread?.message_details as Record<string, Json>)[String(story.ids.untitled)]?.topic).toBe(name)
        expect(eventsOf(told, 'delete_message')[0]?.topic).toBe(name)
      }
      expect(objects(story.answers.topics?.topics).map(({ name }) => name)).toContain(plain)
      expect(objects(story.answers.untitled?.messages).map(({ id }) => id)).toEqual([story.ids.untitled])
      const unread = (state: string) =>
        objects((story.answers[state]?.unread_msgs as Json).streams).map(({ topic }) => topic)
      expect(unread('registered later')).toContain(plain)
      expect(unread('registered later, modern')).toContain(modern)
    })
  })

  it('sends the end of a stream with its id only (343)', async () => {
    await atEveryLevel(dialect, (story) => {
      const event = eventsOf(story.plain, 'stream', 'delete')[0]
      expect(event?.stream_ids).toEqual(story.level < 343 ? undefined : [story.ids.attic])
      const [stream = {}] = objects(event?.streams)
      if (story.level >= 343) expect(stream).toEqual({ stream_id: story.ids.attic })
      else expect(stream).toMatchObject({ stream_id: story.ids.attic, name: 'attic' })
    })
  })

  it('links the unnamed topic (346)', async () => {
    await atEveryLevel(dialect, (story) => {
      const content = objects(story.answers.messages?.messages).find(
        ({ id }) => id === story.answers['link without topic']?.id,
      )?.content
      const isLink = /<a class="stream-topic" .*\/topic\/\/with\/\d+">#hall &gt; <em>general chat<\/em><\/a>/.test(
        String(content),
      )
      expect(isLink).toBe(story.level >= 346)
    })
  })

  it('answers which streams were left out of marking as unread (355)', async () => {
    await atEveryLevel(dialect, (story) => {
      const left = story.answers['unread again']?.ignored_because_not_subscribed_channels
      expect(left).toEqual(story.level < 355 ? undefined : [])
    })
  })

  it('sends former boolean policies as words, in one event with related settings (358, 392)', async () => {
    await atEveryLevel(dialect, (story) => {
      const told = eventsOf(story.plain, 'realm').flatMap((event) =>
        event.op === 'update' ? [String(event.property)] : Object.keys(event.data as Json),
      )
      expect(told.includes('allow_edit_history')).toBe(story.level < 358)
      expect(told.includes('topics_policy')).toBe(false)
      expect(story.plain.register.realm_allow_edit_history).toBe(true)
      expect(story.plain.register.realm_message_edit_history_visibility_policy).toBe(
        story.level < 358 ? undefined : 'all',
      )
      expect(story.plain.register.realm_topics_policy).toBe(story.level < 392 ? undefined : 'allow_empty_topic')
    })
  })

  it('sends the time of the last edit of the content, separately from moves (365)', async () => {
    await atEveryLevel(dialect, (story) => {
      const moved = message(story, 'moved')
      const edited = message(story, 'hello')
      const isNew = story.level >= 365
      expect(['last_edit_timestamp' in moved, 'last_moved_timestamp' in moved]).toEqual([!isNew, isNew])
      expect(['last_edit_timestamp' in edited, 'last_moved_timestamp' in edited]).toEqual([true, false])
    })
  })

  it('refuses an edit of content that has changed meanwhile (379)', async () => {
    await atEveryLevel(dialect, async ({ level, service, ids }) => {
      const ben = { id: ids.ben ?? 0, email: 'ben@test.example', apiKey: 'key-of-ben' }
      const mine = Number(
        (await service.ok(ben, 'POST', '/messages', { type: 'private', to: [ben.id], content: 'one' })).id,
      )
      const hash = (text: string) => createHash('sha256').update(text).digest('hex')
      const edit = (before: string, content: string) =>
        service.call(ben, 'PATCH', `/messages/${mine}`, { content, prev_content_sha256: hash(before) })
      expect((await edit('another', 'two')).code).toBe(level < 379 ? undefined : 'EXPECTATION_MISMATCH')
      expect((await edit(level < 379 ? 'two' : 'one', 'three')).result).toBe('success')
    })
  })

  it('reads sounds and pictures in the syntax of pictures, outside of code (405, 437)', async () => {
    await atEveryLevel(dialect, (story) => {
      const { level } = story
      const uri = String(story.answers.upload?.uri)
      expect(html(story, 'sound').startsWith('<p><audio controls preload="metadata" src="/user_uploads/')).toBe(
        level >= 405,
      )
      const inline = `<img alt="a photo" class="inline-image" data-original-dimensions="8x8" data-original-content-type="image/png" data-original-src="${uri}"`
      expect(html(story, 'inline').includes(inline)).toBe(level >= 437)
      expect(html(story, 'inline')).toContain(`<code>![x](${uri})</code>`)
    })
  })

  it('sends presence by user to clients that support it (419)', async () => {
    await atEveryLevel(dialect, (story) => {
      const plain = eventsOf(story.plain, 'presence')[0] ?? {}
      const modern = eventsOf(story.modern, 'presence')[0] ?? {}
      expect(has(plain, 'user_id', 'presence', 'server_timestamp')).toEqual([true, true, true])
      const isNew = story.level >= 419
      expect(has(modern, 'presences', 'user_id', 'presence', 'server_timestamp')).toEqual([
        isNew,
        !isNew,
        !isNew,
        !isNew,
      ])
      if (isNew) {
        expect(Object.entries(modern.presences as Json)).toEqual([
          [
            String(story.ids.olga),
            { active_timestamp: expect.any(Number) as unknown, idle_timestamp: expect.any(Number) as unknown },
          ],
        ])
      }
    })
  })

  it('sends times of attachments in seconds, and their messages as ids (443, 472)', async () => {
    await atEveryLevel(dialect, (story) => {
      const seconds = story.service.context.nowSeconds()
      const told = [
        ...objects(story.answers.attachments?.attachments),
        ...eventsOf(story.plain, 'attachment').map((event) => event.attachment as Json),
      ]
      for (const attachment of told) {
        const scale = story.level < 443 ? 1000 : 1
        expect(Math.abs(Number(attachment.create_time) / scale - seconds)).toBeLessThan(86_400)
        expect(has(attachment, 'messages', 'message_ids')).toEqual([story.level < 472, story.level >= 472])
      }
      const photo = told.find((attachment) => attachment.name === 'photo.png') ?? {}
      const ids = story.level < 472 ? objects(photo.messages).map(({ id }) => id) : photo.message_ids
      expect(ids).toContain(story.ids.picture)
    })
  })

  it('renders an invalid time as plain text (451)', async () => {
    await atEveryLevel(dialect, (story) => {
      expect(html(story, 'links').includes('&lt;time:bad&gt;')).toBe(story.level >= 451)
      expect(html(story, 'links').includes('timestamp-error')).toBe(story.level < 451)
    })
  })

  it('has a shorter name for the view of recent conversations (454)', async () => {
    await atEveryLevel(dialect, (story) => {
      const event = eventsOf(story.plain, 'user_settings').at(-1)
      expect(event?.value).toBe(story.level < 454 ? 'recent_topics' : 'recent')
    })
  })

  it('sends a new description with its HTML (464)', async () => {
    await atEveryLevel(dialect, (story) => {
      const told = eventsOf(story.plain, 'realm').find((event) => JSON.stringify(event).includes('A *hall*'))
      expect(told).toMatchObject(
        story.level < 464
          ? { op: 'update', property: 'description', value: 'A *hall*' }
          : { op: 'update_dict', data: { description: 'A *hall*', rendered_description: '<p>A <em>hall</em></p>' } },
      )
    })
  })

  it('sends bots with the fields that their users lack only (474)', async () => {
    await atEveryLevel(dialect, (story) => {
      const shared = ['full_name', 'bot_type', 'is_active', 'owner_id', 'email', 'avatar_url', 'api_key']
      const bot = eventsOf(story.plain, 'realm_bot', 'add')[0]?.bot as Json
      const [registered = {}] = objects(story.answers['registered later']?.realm_bots)
      for (const object of [bot, registered]) expect(has(object, ...shared)).toEqual(all(story.level < 474, shared))
      expect(bot.user_id).toBe(story.answers.bot?.user_id)
      expect(eventsOf(story.plain, 'realm_bot', 'update')).toHaveLength(story.level < 474 ? 1 : 0)
    })
  })

  it('accepts and answers a longer lifetime of a queue (481)', async () => {
    await atEveryLevel(dialect, (story) => {
      const of = (name: string) => story.answers[name]?.idle_queue_timeout_secs
      expect([of('registered later'), of('registered later, modern')]).toEqual(
        story.level < 481 ? [undefined, undefined] : [600, 7200],
      )
    })
  })

  it('has the fields of users of its level (363, 433, 490)', async () => {
    await atEveryLevel(dialect, (story) => {
      const [user = {}] = objects(story.answers.users?.members)
      expect(has(user, 'is_billing_admin', 'is_imported_stub', 'is_deleted')).toEqual([
        story.level < 363,
        story.level >= 433,
        story.level >= 490,
      ])
    })
  })

  it('sends a single emoji to clients that support it (491)', async () => {
    await atEveryLevel(dialect, (story) => {
      const ops = (told: Story['plain']) => eventsOf(told, 'realm_emoji').map((event) => event.op)
      expect(ops(story.plain)).toEqual(['update', 'update', 'update'])
      expect(ops(story.modern)).toEqual(story.level < 491 ? ops(story.plain) : ['add', 'add', 'update_one'])
    })
  })

  it.each([
    [249, 'reacted', 'hello'],
    [265, 'followed', 'hello'],
    [366, 'muted', 'moved'],
    [271, 'with', 'moved'],
  ] as const)('from level %i on finds messages by the filter %s', async (level, name, found) => {
    await atEveryLevel(dialect, (story) => {
      const answer = story.answers[name]
      if (story.level < level) expect(answer?.code).toBe('BAD_NARROW')
      else expect(objects(answer?.messages).map(({ id }) => id)).toContain(story.ids[found])
    })
  })

  it('sends the same at its own level where the layer changes nothing', async () => {
    const own = await storyOf(dialect, 237)
    expect(own.service.context.layer).toBeUndefined()
  })
})
