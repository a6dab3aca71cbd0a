import type { ListChange } from '#contract/organization/organization-lists.ts'
import { realmEmoji } from '#server/organization/custom-emoji.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { TransportRequest, TransportResponse } from '#engine/ports.ts'
import type { GroupEntry, GroupMeta } from '#contract/people/groups.ts'
import type { OutboxItem, OutboxMeta } from '#contract/outbox.ts'
import { setupWorld } from '#support/setup-world.ts'
import type { TestClient } from '#support/test-client.ts'

type World = Awaited<ReturnType<typeof world>>

/** One request of the engine that may be executed twice, and its result then. */
interface Row {
  readonly what: string
  /** Method and path, with `{id}` for ids. */
  readonly request: string
  /** The server’s second answer: the status, and the code if it refuses. */
  readonly again: string
  readonly act: (world: World) => Promise<unknown>
  /** The final state at the server or in the client. */
  readonly state: (world: World) => unknown
  readonly wished: unknown
  /** The server’s level, if its own level has no such request. */
  readonly featureLevel?: FeatureLevel
}

const message = async ({ server, iris }: World, id: number) => {
  const { message: found } = await server.call(iris, 'GET', `/messages/${id}`)
  return found as { flags: string[]; reactions: { emoji_code: string }[]; subject: string } | undefined // shape of GET /messages/{id}
}
const flags = async (world: World, id: number) =>
  (await message(world, id))?.flags.filter((flag) => flag !== 'historical')
const state = async ({ server, iris }: World) =>
  (await server.call(iris, 'POST', '/register', {
    fetch_event_types: '["user_topic","muted_topics","muted_users","subscription","drafts","scheduled_messages"]',
  })) as {
    // shape of POST /register
    user_topics: { topic_name: string; visibility_policy: number }[]
    muted_users: { id: number }[]
    subscriptions: { stream_id: number; is_muted: boolean; color: string }[]
    drafts: { content: string }[]
    scheduled_messages: { content: string }[]
  }
const policies = async (world: World) =>
  (await state(world)).user_topics.map(({ topic_name, visibility_policy }) => [topic_name, visibility_policy])
const call = ({ client }: World, name: Parameters<TestClient['engine']['call']>[0], input: unknown) =>
  client.engine.call(name, input as never) // each use passes the input of its call
const vote = (isOn: boolean) => (world: World) =>
  call(world, 'messages.react', { messageId: world.theirs, type: 'unicode_emoji', code: '1f389', isOn })
const draft = (world: World, content: string) =>
  call(world, 'drafts.set', { narrow: world.lunch, draftId: 'd', topic: '', content })
const snippetId = '00000000-0000-4000-8000-000000000001'
const saveText = (world: World, content: string) =>
  call(world, 'snippets.save', { snippetId, name: 'greeting', content })
const snippetsOf = async ({ server, iris }: World) => {
  const { saved_snippets: held } = await server.call(iris, 'GET', '/saved_snippets')
  return (held as { content: string }[]).map(({ content }) => content) // shape of GET /saved_snippets
}
/** Executes a preparing request once. */
const first = async (world: World, work: Promise<unknown>) => {
  world.resend(null)
  await work
  await world.settled()
}
/** Adds a profile field, and waits until the client knows it. */
const profileField = async ({ server, iris, settled }: World) => {
  const { id } = await server.ok(iris, 'POST', '/realm/profile_fields', { field_type: 8, name: 'Pronouns' })
  await settled()
  return Number(id)
}
const profile = async ({ server, iris }: World) => {
  const { user } = await server.call(iris, 'GET', `/users/${iris.id}`, { include_custom_profile_fields: 'true' })
  const { profile_data: data } = user as { profile_data: Record<string, { value: string }> } // shape of GET /users/{id}
  return Object.values(data).map(({ value }) => value)
}
const scheduled = async (world: World) => {
  const { server, lunch, iris } = world
  const deliverAt = Math.floor(server.clock.now() / 1000) + 86_400
  const localId = crypto.randomUUID()
  await first(world, call(world, 'messages.schedule', { localId, destination: lunch, content: 'later', deliverAt }))
  const { scheduled_messages: held } = await server.call(iris, 'GET', '/scheduled_messages')
  return (held as { scheduled_message_id: number }[])[0]?.scheduled_message_id // shape of GET /scheduled_messages
}

const groupNames = async ({ server, iris }: World) => {
  const { user_groups: held } = await server.call(iris, 'GET', '/user_groups')
  // shape of GET /user_groups
  return (held as { name: string; is_system_group: boolean }[])
    .filter(({ is_system_group }) => !is_system_group)
    .map(({ name }) => name)
}
/** Awaits a call that waits for the server: the clock runs until it is answered. */
const answer = async ({ server }: World, asked: Promise<unknown>) => {
  let given: { readonly result: unknown } | undefined
  void asked.then((result) => (given = { result }))
  await server.clock.until('the call is answered', () => given !== undefined, 60_000)
  return given?.result
}
/** Creates a group that the engine knows, and returns its id. */
const group = async (world: World) => {
  const { server, client, iris } = world
  await server.ok(iris, 'POST', '/user_groups/create', { name: 'crew', description: '', members: [iris.id] })
  const { user_groups: held } = await server.call(iris, 'GET', '/user_groups')
  const groupId = (held as { id: number; name: string }[]).find(({ name }) => name === 'crew')?.id ?? 0
  const view = await client.openView<{ item: GroupEntry; meta: GroupMeta }>({ type: 'group', groupId, text: '' })
  await server.clock.until('the group is known', () => view.meta().group !== null)
  return groupId
}

const userOf = async ({ server, iris }: World, id: number, field: string) => {
  const { user } = await server.call(iris, 'GET', `/users/${id}`)
  return (user as Record<string, unknown>)[field] // shape of GET /users/{id}
}
/** Creates a bot that the engine knows, and returns its id. */
const bot = async (world: World) => {
  const { user_id: id } = await world.server.ok(world.iris, 'POST', '/bots', { full_name: 'Bot', short_name: 'bot' })
  await world.settled()
  world.last.botId = Number(id)
  return Number(id)
}

/** Changes a list of the organization, and waits for the answer. */
const changeList = (world: World, change: ListChange) =>
  answer(world, call(world, 'organization.changeList', { change }))
/** Adds an entry to a list of the organization, waits until the engine knows it, and returns its id. */
const entryOf = async ({ server, iris, settled }: World, path: string, form: Record<string, unknown>) => {
  const { id } = await server.ok(iris, 'POST', path, form)
  await settled()
  return Number(id)
}
const linkifierOf = (world: World, pattern = 'A(?P<id>[0-9]+)') =>
  entryOf(world, '/realm/filters', { pattern, url_template: 'https://a.example/{id}' })
const patterns = async ({ server, iris }: World) => {
  const { linkifiers } = await server.ok(iris, 'GET', '/realm/linkifiers')
  return (linkifiers as { pattern: string }[]).map(({ pattern }) => pattern) // shape of GET /realm/linkifiers
}
const listAtServer = async ({ server, iris }: World, type: string, field: string, key: string) => {
  const state = await server.ok(iris, 'POST', '/register', { fetch_event_types: [type] })
  return Object.values(state[field] as Record<string, Record<string, unknown>>).map((entry) => entry[key]) // its shape
}
const domains = (world: World) => listAtServer(world, 'realm_domains', 'realm_domains', 'domain')

/** Uploads a file, and returns its id. */
const file = async ({ server, iris }: World) => {
  const upload = { attachmentId: 'a'.repeat(36), name: 'plan.txt', type: 'text/plain', onProgress: () => undefined }
  await server.raw(iris, { method: 'POST', path: '/api/v1/user_uploads', form: {}, upload })
  const { attachments } = await server.ok(iris, 'GET', '/attachments')
  return (attachments as { id: number }[])[0]?.id ?? 0 // shape of GET /attachments
}

const rows: readonly Row[] = [
  {
    what: 'a reaction',
    request: 'POST /messages/{id}/reactions',
    again: '400 REACTION_ALREADY_EXISTS',
    act: vote(true),
    state: async (world) => (await message(world, world.theirs))?.reactions.map(({ emoji_code }) => emoji_code),
    wished: ['1f389'],
  },
  {
    what: 'a reaction that is taken back',
    request: 'DELETE /messages/{id}/reactions',
    again: '400 REACTION_DOES_NOT_EXIST',
    act: async (world) => {
      await first(world, vote(true)(world))
      world.resend('DELETE /messages/{id}/reactions')
      await vote(false)(world)
    },
    state: async (world) => (await message(world, world.theirs))?.reactions,
    wished: [],
  },
  {
    what: 'an edit',
    request: 'PATCH /messages/{id}',
    again: '200',
    act: (world) => call(world, 'messages.edit', { messageId: world.own, content: 'changed' }),
    state: ({ server, noor }) => server.contents(noor, [['topic', 'lunch']]),
    wished: ['theirs', 'changed'],
  },
  {
    what: 'a move',
    request: 'PATCH /messages/{id}',
    // A move uses a new connection, since it may cause a notice; the first answer may still be lost.
    again: '400 BAD_REQUEST',
    act: (world) =>
      call(world, 'messages.move', {
        messageId: world.theirs,
        streamId: world.general,
        topic: 'supper',
        mode: 'change_one',
        notifyOld: false,
        notifyNew: false,
      }),
    state: async (world) => (await message(world, world.theirs))?.subject,
    wished: 'supper',
  },
  {
    what: 'a deletion',
    request: 'DELETE /messages/{id}',
    again: '400 BAD_REQUEST',
    act: (world) => call(world, 'messages.delete', { messageId: world.own }),
    state: ({ server, noor }) => server.contents(noor, [['topic', 'lunch']]),
    wished: ['theirs'],
  },
  {
    what: 'a star',
    request: 'POST /messages/flags',
    again: '200',
    act: (world) => call(world, 'messages.star', { messageId: world.theirs, isStarred: true }),
    state: (world) => flags(world, world.theirs),
    wished: ['starred'],
  },
  {
    what: 'messages that are marked as read',
    request: 'POST /messages/flags',
    again: '200',
    act: (world) => call(world, 'messages.markRead', { messageIds: [world.theirs] }),
    state: (world) => flags(world, world.theirs),
    wished: ['read'],
  },
  {
    what: 'a conversation that is marked as unread',
    request: 'POST /messages/flags',
    again: '200',
    act: async (world) => {
      await first(world, call(world, 'messages.markRead', { messageIds: [world.theirs] }))
      world.resend('POST /messages/flags')
      await call(world, 'messages.markUnread', { narrow: world.lunch, fromId: world.theirs })
    },
    state: (world) => flags(world, world.theirs),
    wished: [],
  },
  {
    what: 'all messages that are marked as read',
    request: 'POST /messages/flags/narrow',
    again: '200',
    act: (world) => call(world, 'messages.markAllRead', { scope: 'all' }),
    state: (world) => flags(world, world.theirs),
    wished: ['read'],
  },
  ...[1, 3].map((policy): Row => ({
    what: `the policy ${policy} of a topic`,
    request: 'POST /user_topics',
    again: '200',
    act: (world) => call(world, 'topics.policy', { streamId: world.general, topic: 'lunch', policy }),
    state: policies,
    wished: [['lunch', policy]],
  })),
  {
    what: 'the policy of a topic that is removed',
    request: 'POST /user_topics',
    again: '200',
    act: async (world) => {
      const choice = { streamId: world.general, topic: 'lunch' }
      await first(world, call(world, 'topics.policy', { ...choice, policy: 1 }))
      world.resend('POST /user_topics')
      await call(world, 'topics.policy', { ...choice, policy: 0 })
    },
    state: async (world) => (await policies(world)).filter(([, policy]) => policy !== 0),
    wished: [],
  },
  {
    what: 'a stream that is muted',
    request: 'POST /users/me/subscriptions/properties',
    again: '200',
    act: (world) =>
      call(world, 'streams.property', {
        streamId: world.general,
        change: { property: 'is_muted', value: true },
      }),
    state: async (world) => (await state(world)).subscriptions.find((row) => row.stream_id === world.general)?.is_muted,
    wished: true,
  },
  {
    what: 'a person who is muted',
    request: 'POST /users/me/muted_users/{id}',
    again: '400 BAD_REQUEST',
    act: (world) => call(world, 'people.mute', { userId: world.noor.id, isMuted: true }),
    state: async (world) => (await state(world)).muted_users.map(({ id }) => id === world.noor.id),
    wished: [true],
  },
  {
    what: 'a person who is unmuted',
    request: 'DELETE /users/me/muted_users/{id}',
    again: '400 BAD_REQUEST',
    act: async (world) => {
      await first(world, call(world, 'people.mute', { userId: world.noor.id, isMuted: true }))
      world.resend('DELETE /users/me/muted_users/{id}')
      await call(world, 'people.mute', { userId: world.noor.id, isMuted: false })
    },
    state: async (world) => (await state(world)).muted_users,
    wished: [],
  },
  {
    what: 'the own status',
    request: 'POST /users/me/status',
    again: '200',
    act: (world) => call(world, 'account.setStatus', { text: 'Busy', emoji: null, until: null }),
    state: async ({ server, iris }) => {
      const { user_status: statuses } = await server.call(iris, 'POST', '/register', {
        fetch_event_types: '["user_status"]',
      })
      return (statuses as Record<string, { status_text: string }>)[iris.id]?.status_text // shape of POST /register
    },
    wished: 'Busy',
  },
  {
    what: 'the own name',
    request: 'PATCH /settings',
    again: '200',
    act: (world) => call(world, 'account.change', { change: { property: 'full_name', value: 'Iris L' } }),
    state: async ({ server, iris }) => (await server.call(iris, 'GET', '/users/me')).full_name,
    wished: 'Iris L',
  },
  {
    what: 'the name of the organization',
    request: 'PATCH /realm',
    again: '200',
    act: async (world) => {
      world.resend('PATCH /realm')
      const change = { kind: 'name', name: 'Alder' } as const
      expect(await answer(world, call(world, 'organization.change', { change }))).toMatchObject({ ok: true })
    },
    state: async ({ server, iris }) =>
      (await server.call(iris, 'POST', '/register', { fetch_event_types: '["realm"]' })).realm_name,
    wished: 'Alder',
  },
  {
    what: 'a field of the own profile',
    request: 'PATCH /users/me/profile_data',
    again: '200',
    act: async (world) => call(world, 'account.setField', { fieldId: await profileField(world), value: 'she/her' }),
    state: profile,
    wished: ['she/her'],
  },
  {
    what: 'a field of the own profile that is cleared',
    request: 'DELETE /users/me/profile_data',
    again: '200',
    act: async (world) => {
      const fieldId = await profileField(world)
      await first(world, call(world, 'account.setField', { fieldId, value: 'she/her' }))
      world.resend('DELETE /users/me/profile_data')
      await call(world, 'account.setField', { fieldId, value: '' })
    },
    state: profile,
    wished: [],
  },
  {
    what: 'a draft that changes',
    request: 'PATCH /drafts/{id}',
    again: '200',
    act: async (world) => {
      await first(world, draft(world, 'one'))
      world.resend('PATCH /drafts/{id}')
      await draft(world, 'two')
    },
    state: async (world) => (await state(world)).drafts.map(({ content }) => content),
    wished: ['two'],
  },
  {
    what: 'a draft that is deleted',
    request: 'DELETE /drafts/{id}',
    again: '404 BAD_REQUEST',
    act: async (world) => {
      await first(world, draft(world, 'one'))
      world.resend('DELETE /drafts/{id}')
      await call(world, 'drafts.delete', { draftId: 'd' })
    },
    state: async (world) => (await state(world)).drafts,
    wished: [],
  },
  {
    what: 'a snippet that changes',
    request: 'PATCH /saved_snippets/{id}',
    featureLevel: 371,
    again: '200',
    act: async (world) => {
      await first(world, saveText(world, 'hello'))
      world.resend('PATCH /saved_snippets/{id}')
      await saveText(world, 'hello again')
    },
    state: snippetsOf,
    wished: ['hello again'],
  },
  {
    what: 'a snippet that is deleted',
    request: 'DELETE /saved_snippets/{id}',
    featureLevel: 371,
    again: '404 BAD_REQUEST',
    act: async (world) => {
      await first(world, saveText(world, 'hello'))
      world.resend('DELETE /saved_snippets/{id}')
      await call(world, 'snippets.delete', { snippetId })
    },
    state: snippetsOf,
    wished: [],
  },
  {
    what: 'a scheduled message that changes',
    request: 'PATCH /scheduled_messages/{id}',
    again: '200',
    act: async (world) => {
      const scheduledId = await scheduled(world)
      world.resend('PATCH /scheduled_messages/{id}')
      await call(world, 'scheduled.edit', { scheduledId, content: 'much later' })
    },
    state: async (world) => (await state(world)).scheduled_messages.map(({ content }) => content),
    wished: ['much later'],
  },
  {
    what: 'a scheduled message that is deleted',
    request: 'DELETE /scheduled_messages/{id}',
    again: '404 BAD_REQUEST',
    act: async (world) => {
      const scheduledId = await scheduled(world)
      world.resend('DELETE /scheduled_messages/{id}')
      await call(world, 'scheduled.delete', { scheduledId, keepDraft: false })
    },
    state: async (world) => (await state(world)).scheduled_messages,
    wished: [],
  },
  {
    what: 'a file of a message',
    request: 'POST /user_uploads',
    again: '200',
    act: async (world) => {
      const attachmentId = crypto.randomUUID()
      const file = { attachmentId, draftId: 'f', name: 'amber.txt', type: 'text/plain', size: 5 }
      world.resend('POST /user_uploads')
      await call(world, 'drafts.attach', { narrow: world.lunch, ...file })
      await call(world, 'messages.send', {
        localId: crypto.randomUUID(),
        destination: world.lunch,
        content: 'look',
        draftId: 'f',
      })
    },
    // No message uses the second copy.
    state: async ({ server, noor }) =>
      (await server.contents(noor, [['topic', 'lunch']])).map((text) => text.replace(/\(.*\)/, '')),
    wished: ['theirs', 'own', 'look\n\n[amber.txt]'],
  },
  {
    what: 'a presence report',
    request: 'POST /users/me/presence',
    again: '200',
    act: ({ client }) => {
      client.engine.signal('focused')
      return Promise.resolve()
    },
    state: ({ client }) => client.status?.connection.state,
    wished: 'online',
  },
  {
    what: 'a typing notice',
    request: 'POST /typing',
    again: '200',
    act: async (world) => {
      await call(world, 'writing.typing', { narrow: world.lunch, isTyping: true })
      await world.server.clock.advance(1_000)
      // The stop, after a pause, is the same request.
      world.resend(null)
    },
    state: ({ client }) => client.status?.connection.state,
    wished: 'online',
  },
  {
    what: 'a group that is renamed',
    request: 'PATCH /user_groups/{id}',
    again: '200',
    act: async (world) => {
      const groupId = await group(world)
      world.resend('PATCH /user_groups/{id}')
      expect(await answer(world, call(world, 'groups.update', { groupId, name: 'team' }))).toMatchObject({ ok: true })
    },
    state: groupNames,
    wished: ['team'],
  },
  {
    what: 'a group that is deleted',
    request: 'DELETE /user_groups/{id}',
    again: '400 BAD_REQUEST',
    act: async (world) => {
      const groupId = await group(world)
      world.resend('DELETE /user_groups/{id}')
      expect(await answer(world, call(world, 'groups.end', { groupId }))).toMatchObject({ ok: true })
    },
    state: groupNames,
    wished: [],
  },
  {
    what: 'a group that is deactivated',
    request: 'POST /user_groups/{id}/deactivate',
    again: '400 BAD_REQUEST',
    featureLevel: 371,
    act: async (world) => {
      const groupId = await group(world)
      world.resend('POST /user_groups/{id}/deactivate')
      expect(await answer(world, call(world, 'groups.end', { groupId }))).toMatchObject({ ok: true })
    },
    state: groupNames,
    wished: [],
  },
  {
    what: 'a person whose name is changed',
    request: 'PATCH /users/{id}',
    again: '200',
    act: (world) => answer(world, call(world, 'people.change', { userId: world.mei.id, name: 'Mei O.', fields: [] })),
    state: (world) => userOf(world, world.mei.id, 'full_name'),
    wished: 'Mei O.',
  },
  {
    what: 'a person who is deactivated',
    request: 'DELETE /users/{id}',
    again: '400 BAD_REQUEST',
    act: (world) => answer(world, call(world, 'people.deactivate', { userId: world.mei.id, comment: '' })),
    state: (world) => userOf(world, world.mei.id, 'is_active'),
    wished: false,
  },
  {
    what: 'a bot whose name is changed',
    request: 'PATCH /bots/{id}',
    again: '200',
    act: async (world) => answer(world, call(world, 'bots.change', { userId: await bot(world), name: 'Builder' })),
    state: (world) => userOf(world, world.last.botId, 'full_name'),
    wished: 'Builder',
  },
  {
    what: 'a bot that is deactivated',
    request: 'DELETE /bots/{id}',
    again: '400 BAD_REQUEST',
    act: async (world) => answer(world, call(world, 'people.deactivate', { userId: await bot(world), comment: '' })),
    state: (world) => userOf(world, world.last.botId, 'is_active'),
    wished: false,
  },
  {
    what: 'a file that is deleted',
    request: 'DELETE /attachments/{id}',
    again: '400 BAD_REQUEST',
    act: async (world) => {
      const fileId = await file(world)
      world.resend('DELETE /attachments/{id}')
      expect(await answer(world, call(world, 'files.delete', { fileIds: [fileId] }))).toEqual({
        ok: true,
        value: [{ fileId, failure: null }],
      })
    },
    state: async ({ server, iris }) => (await server.ok(iris, 'GET', '/attachments')).attachments,
    wished: [],
  },
  {
    what: 'a preview',
    request: 'POST /messages/render',
    again: '200',
    act: (world) => {
      void call(world, 'writing.preview', { content: '**bold**' })
      return Promise.resolve()
    },
    state: ({ client }) => client.status?.connection.state,
    wished: 'online',
  },
  {
    what: 'a registration',
    request: 'POST /register',
    again: '200',
    act: async ({ server, client, window }) => {
      server.built.context.events.removeAll()
      client.engine.signal('resume')
      await server.clock.until('it has registered', () => client.status?.connection.state !== 'online', 60_000)
      await server.clock.until('it goes on', () => client.status?.connection.state === 'online', 60_000)
      expect(window.texts()).toEqual(['theirs', 'own'])
    },
    state: async ({ server, window, noor, general }) => {
      await server.post(noor, { stream: general, topic: 'lunch' }, 'afterwards')
      await server.clock.until('the queue lives', () => window.texts().includes('afterwards'), 60_000)
      return window.texts()
    },
    wished: ['theirs', 'own', 'afterwards'],
  },
  {
    what: 'a linkifier that is changed',
    request: 'PATCH /realm/filters/{id}',
    again: '200',
    act: async (world) => {
      const linkifierId = await linkifierOf(world)
      const written = { pattern: 'B(?P<id>[0-9]+)', urlTemplate: 'https://b.example/{id}' }
      await changeList(world, { kind: 'change_linkifier', linkifierId, ...written })
    },
    state: patterns,
    wished: ['B(?P<id>[0-9]+)'],
  },
  {
    what: 'a linkifier that is removed',
    request: 'DELETE /realm/filters/{id}',
    again: '400 BAD_REQUEST',
    act: async (world) => changeList(world, { kind: 'remove_linkifier', linkifierId: await linkifierOf(world) }),
    state: patterns,
    wished: [],
  },
  {
    what: 'linkifiers that are ordered',
    request: 'PATCH /realm/linkifiers',
    again: '200',
    act: async (world) => {
      await linkifierOf(world)
      const linkifierId = await linkifierOf(world, 'B(?P<id>[0-9]+)')
      await changeList(world, { kind: 'move_linkifier', linkifierId, to: 0 })
    },
    state: patterns,
    wished: ['B(?P<id>[0-9]+)', 'A(?P<id>[0-9]+)'],
  },
  {
    what: 'a code playground that is removed',
    request: 'DELETE /realm/playgrounds/{id}',
    again: '404 BAD_REQUEST',
    act: async (world) => {
      const site = { name: 'Site', pygments_language: 'rust', url_template: 'https://a.example/{code}' }
      const playgroundId = await entryOf(world, '/realm/playgrounds', site)
      await changeList(world, { kind: 'remove_playground', playgroundId })
    },
    state: (world) => listAtServer(world, 'realm_playgrounds', 'realm_playgrounds', 'name'),
    wished: [],
  },
  {
    what: 'an e-mail domain that is changed',
    request: 'PATCH /realm/domains/{id}',
    again: '200',
    act: async (world) => {
      await entryOf(world, '/realm/domains', { domain: 'a.example', allow_subdomains: false })
      await changeList(world, { kind: 'change_domain', domain: 'a.example', allowsSubdomains: true })
    },
    state: (world) => listAtServer(world, 'realm_domains', 'realm_domains', 'allow_subdomains'),
    wished: [true],
  },
  {
    what: 'an e-mail domain that is removed',
    request: 'DELETE /realm/domains/{id}',
    again: '400 BAD_REQUEST',
    act: async (world) => {
      await entryOf(world, '/realm/domains', { domain: 'a.example', allow_subdomains: false })
      await changeList(world, { kind: 'remove_domain', domain: 'a.example' })
    },
    state: domains,
    wished: [],
  },
  {
    what: 'an emoji that is removed',
    request: 'DELETE /realm/emoji/{id}',
    again: '404 BAD_REQUEST',
    act: async (world) => {
      const { server, iris } = world
      const { context } = server.built
      context.write(() => context.tables.emoji.add('blob', 'blob.png', iris.id))
      server.event(iris, { type: 'realm_emoji', op: 'update', realm_emoji: realmEmoji(context) })
      await world.settled()
      await changeList(world, { kind: 'remove_emoji', name: 'blob' })
    },
    state: (world) => listAtServer(world, 'realm_emoji', 'realm_emoji', 'deactivated'),
    wished: [true],
  },
  {
    what: 'a queue that is released',
    request: 'DELETE /events',
    again: '400 BAD_EVENT_QUEUE_ID',
    act: async ({ server, client }) => {
      const released = client.engine.releaseQueue()
      await server.clock.advance(1_000)
      await released
    },
    state: ({ client }) => client.logs.filter((line) => line.startsWith('error')),
    wished: [],
  },
]

/** Servers below feature level 170 only. */
const ofOldServers = ['PATCH /users/me/subscriptions/muted_topics']
/** Requests over new connections, since executing them twice would create two objects. */
const neverTwice = [
  'POST /messages',
  'POST /scheduled_messages',
  'POST /drafts',
  'POST /saved_snippets',
  'POST /submessage',
  'POST /user_groups/create',
  'POST /user_groups/{id}/members',
  'POST /users',
  'POST /users/{id}/reactivate',
  'POST /bots',
  'POST /bots/{id}/api_key/regenerate',
  'POST /realm/filters',
  'POST /realm/playgrounds',
  'POST /realm/domains',
]

function nameOf({ method, path }: Pick<TransportRequest, 'method' | 'path'>): string {
  return `${method} ${path.replace(/^\/api\/v1/, '').replaceAll(/\/\d+(?=\/|$)|(?<=\/realm\/(?:domains|emoji))\/[^/]+$/g, '/{id}')}`
}

async function world(dialect: 'svc' | 'zulip', featureLevel?: FeatureLevel) {
  let resent: string | null = null
  const again: string[] = []
  const isResent = (request: TransportRequest) => resent !== null && nameOf(request) === resent
  const note = ({ status, body }: TransportResponse) => {
    const { code } = JSON.parse(body) as { code?: string } // the service answers objects
    again.push([status, code].filter((part) => part !== undefined).join(' '))
  }
  const { server, client, people } = await setupWorld({
    settings: featureLevel === undefined ? { dialect } : { dialect, featureLevel },
    faultFor: (request) => (isResent(request) ? { resentAfterMs: 50 } : undefined),
    garble: (request, response) => {
      if (isResent(request)) note(response)
      return response
    },
  })
  const { iris, noor, general } = people
  const lunch = { kind: 'topic', streamId: general, topic: 'lunch' } as const
  const theirs = await server.post(noor, { stream: general, topic: 'lunch' }, 'theirs')
  const own = await server.post(iris, { stream: general, topic: 'lunch' }, 'own')
  const window = await client.openConversation(lunch)
  const list = await client.openView<{ item: OutboxItem; meta: OutboxMeta }>({ type: 'outbox' })
  await server.clock.until('both are shown', () => window.texts().join() === 'theirs,own')
  await server.clock.advance(20_000)
  const settled = async () => {
    await server.clock.advance(30_000)
    expect(list.items()).toEqual([])
  }
  const resend = (name: string | null) => {
    resent = name
  }
  const last = { botId: 0 }
  return { server, client, window, lunch, theirs, own, again, settled, resend, last, ...people }
}

describe.each(['svc', 'zulip'] as const)('a request that is executed twice, in the dialect %s', (dialect) => {
  it.each(rows)('has the wanted effect once, whatever the second answer is: $what', async (row) => {
    const here = await world(dialect, row.featureLevel)
    here.resend(row.request)
    await row.act(here)
    await here.settled()
    expect(here.again).toEqual([row.again])
    expect(await row.state(here)).toEqual(row.wished)
  })
})

describe('the changing requests of the engine', () => {
  it('are in the table above, or use connections of their own', () => {
    const sources = globSync(join(import.meta.dirname, '../../main/engine/api/{,texts/,administration/}*.ts')).map(
      (path) => readFileSync(path, 'utf8'),
    )
    const found = sources.flatMap((source) =>
      [...source.matchAll(/api\.(?:call|ask)\(\s*([^,]+?),\s*['`](\/[^'`]+)['`]/g)].flatMap(
        ([, methods = '', path = '']) =>
          [...methods.matchAll(/'(POST|PATCH|PUT|DELETE)'/g)].map(
            ([, method = '']) => `${method} ${path.replaceAll(/\$\{(?:[^{}])+\}/g, '{id}')}`,
          ),
      ),
    )
    const known = new Set([...rows.map(({ request }) => request), ...ofOldServers, ...neverTwice])
    expect(new Set(found)).toEqual(known)
  })
})
