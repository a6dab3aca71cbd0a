import { setTimeout as wait } from 'node:timers/promises'
import type { ListChange } from '#contract/organization/organization-lists.ts'
import { realmEmoji } from '#server/organization/custom-emoji.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { filesQuery } from './files-query.ts'
import type { SizedClient } from './sized-client.ts'

/** A request of the client, and the action that causes it. */
export interface Asked {
  /** The call's name, as in `callsOfTheClient()`. */
  readonly call: string
  /** Distinguishes requests of one call. */
  readonly kind?: string
  /** Selects requests of this call by their form. */
  readonly isMeant?: (form: Readonly<Record<string, string>>) => boolean
  readonly provoke: (client: SizedClient) => unknown
  /** The server's level. */
  readonly featureLevel?: FeatureLevel
}

const uuid = () => crypto.randomUUID()

/** A topic without messages. */
const newTopic = (sized: SizedClient) =>
  ({ kind: 'topic', streamId: sized.general, topic: `topic ${sized.next()}` }) as const

async function schedule(sized: SizedClient): Promise<void> {
  await sized.does('messages.schedule', {
    localId: uuid(),
    destination: newTopic(sized),
    content: `later ${sized.next()}`,
    deliverAt: sized.inAnHour(),
  })
}

async function draft(sized: SizedClient): Promise<void> {
  const narrow = newTopic(sized)
  await sized.does('drafts.set', { narrow, draftId: uuid(), topic: '', content: `draft ${sized.next()}` })
}

async function saveText(sized: SizedClient): Promise<void> {
  await sized.does('snippets.save', { snippetId: uuid(), name: `name ${sized.next()}`, content: 'text' })
}

async function join(sized: SizedClient): Promise<void> {
  await sized.leaves()
  void sized.client.engine.call('streams.join', { streamId: sized.joinable })
}

function createStream(sized: SizedClient): unknown {
  const wanted = { description: '', privacy: 'public', posting: 'everyone', announce: false, userIds: [] } as const
  const name = `stream ${sized.next()}`
  return sized.client.engine.call('streams.create', { localId: uuid(), name, ...wanted })
}

function createGroup(sized: SizedClient): unknown {
  const wanted = { description: '', userIds: [sized.iris.id], mentionedBy: 'everyone' } as const
  return sized.client.engine.call('groups.create', { name: `group ${sized.next()}`, ...wanted })
}

function createBot(sized: SizedClient): unknown {
  const name = `bot${sized.next()}`
  return sized.client.engine.call('bots.create', { type: 'generic', name, shortName: name, address: '' })
}

/** Changes a list of the organization. */
function changeList(sized: SizedClient, change: ListChange): void {
  void sized.client.engine.call('organization.changeList', { change })
}

function newLinkifier(sized: SizedClient) {
  return { pattern: `sign${sized.next()}`, urlTemplate: 'https://a.example/' }
}

/** A linkifier of the server. */
async function linkifierOfServer(sized: SizedClient): Promise<number> {
  const { pattern, urlTemplate } = newLinkifier(sized)
  const { id } = await sized.tells('POST', '/realm/filters', { pattern, url_template: urlTemplate })
  return Number(id)
}

/** An e-mail domain of the server. */
async function domainOfServer(sized: SizedClient): Promise<string> {
  const domain = `domain${sized.next()}.example`
  await sized.tells('POST', '/realm/domains', { domain, allow_subdomains: 'false' })
  return domain
}

/** An emoji of the server. */
async function emojiOfServer(sized: SizedClient): Promise<string> {
  const { server, iris } = sized
  const name = `emoji${sized.next()}`
  const { context } = server.built
  context.write(() => context.tables.emoji.add(name, 'emoji.png', iris.id))
  server.event(iris, { type: 'realm_emoji', op: 'update', realm_emoji: realmEmoji(context) })
  await server.clock.advance(500)
  return name
}

/** Every request except registrations, which have their own fuzz test, and the action that causes it. */
export const everyAsked: readonly Asked[] = [
  {
    call: 'GET /messages',
    provoke: (sized) => sized.opens(newTopic(sized)),
  },
  {
    call: 'GET /messages',
    kind: 'a look at what was sent',
    isMeant: (form) => form.apply_markdown === 'false',
    provoke: async (sized) => {
      sized.loses('POST /messages')
      await sized.sends(newTopic(sized))
    },
  },
  {
    call: 'GET /messages/:',
    provoke: async (sized) => {
      const messageId = await sized.postsUnheard()
      void sized.client.engine.call('links.resolve', { narrow: null, messageId })
    },
  },
  {
    call: 'GET /messages/:',
    kind: 'as Markdown',
    isMeant: (form) => form.apply_markdown === 'false',
    provoke: ({ client, newest }) => void client.engine.call('messages.raw', { messageId: newest }),
  },
  {
    call: 'GET /messages/:/history',
    provoke: ({ client, newest }) => void client.engine.call('messages.history', { messageId: newest }),
  },
  {
    call: 'GET /messages/:/read_receipts',
    provoke: ({ client, newest }) => void client.engine.call('messages.receipts', { messageId: newest }),
  },
  { call: 'POST /messages', provoke: (sized) => sized.sends(newTopic(sized)) },
  {
    call: 'PATCH /messages/:',
    provoke: async (sized) => {
      const messageId = await sized.own(`before ${sized.next()}`)
      await sized.does('messages.edit', { messageId, content: `after ${sized.next()}` })
    },
  },
  {
    call: 'PATCH /messages/:',
    kind: 'a move',
    isMeant: (form) => form.propagate_mode !== undefined,
    provoke: async (sized) => {
      const messageId = await sized.own('to move', `from ${sized.next()}`)
      const move = { mode: 'change_all', notifyOld: false, notifyNew: false }
      await sized.does('messages.move', { messageId, streamId: sized.general, topic: `to ${sized.next()}`, ...move })
    },
  },
  {
    call: 'DELETE /messages/:',
    provoke: async (sized) => sized.does('messages.delete', { messageId: await sized.own('to go') }),
  },
  {
    call: 'POST /messages/flags',
    provoke: (sized) => sized.does('messages.star', { messageId: sized.newest, isStarred: true }),
  },
  { call: 'POST /messages/flags/narrow', provoke: (sized) => sized.does('messages.markAllRead', { scope: 'all' }) },
  {
    call: 'POST /messages/:/reactions',
    provoke: (sized) => sized.does('messages.react', { ...thumb, messageId: sized.newest, isOn: true }),
  },
  {
    call: 'DELETE /messages/:/reactions',
    provoke: async (sized) => {
      const { newest: messageId } = sized
      await sized.tells('POST', `/messages/${messageId}/reactions`, { emoji_name: '+1' })
      await sized.does('messages.react', { ...thumb, messageId, isOn: false })
    },
  },
  {
    call: 'POST /submessage',
    provoke: async (sized) => {
      const messageId = await sized.own('/poll Where?\nhere\nthere')
      const act = { type: 'vote', key: 'canned,0', isOn: true }
      await sized.does('widgets.act', { messageId, localId: uuid(), act })
    },
  },
  {
    call: 'POST /messages/render',
    provoke: ({ client }) => void client.engine.call('writing.preview', { content: '**how it looks**' }),
  },
  {
    call: 'POST /typing',
    provoke: async (sized) => {
      await sized.does('writing.typing', { narrow: newTopic(sized), isTyping: true })
      await sized.does('writing.typing', { narrow: newTopic(sized), isTyping: false })
    },
  },
  {
    call: 'POST /users/me/presence',
    provoke: ({ client }) => {
      client.engine.signal('blurred')
      client.engine.signal('focused')
    },
  },
  {
    call: 'POST /user_topics',
    provoke: (sized) =>
      sized.does('topics.policy', { streamId: sized.general, topic: `muted ${sized.next()}`, policy: 1 }),
  },
  {
    call: 'PATCH /users/me/subscriptions/muted_topics',
    featureLevel: 155,
    provoke: (sized) =>
      sized.does('topics.policy', { streamId: sized.general, topic: `muted ${sized.next()}`, policy: 1 }),
  },
  {
    call: 'POST /users/me/muted_users/:',
    provoke: async (sized) => {
      await sized.tells('DELETE', `/users/me/muted_users/${sized.mei.id}`)
      await sized.does('people.mute', { userId: sized.mei.id, isMuted: true })
    },
  },
  {
    call: 'DELETE /users/me/muted_users/:',
    provoke: async (sized) => {
      await sized.tells('POST', `/users/me/muted_users/${sized.mei.id}`)
      await sized.does('people.mute', { userId: sized.mei.id, isMuted: false })
    },
  },
  {
    call: 'POST /users/me/alert_words',
    provoke: (sized) => sized.does('alertWords.change', { word: `word ${sized.next()}`, isOn: true }),
  },
  {
    call: 'DELETE /users/me/alert_words',
    provoke: async (sized) => {
      const word = `word ${sized.next()}`
      await sized.tells('POST', '/users/me/alert_words', { alert_words: JSON.stringify([word]) })
      await sized.does('alertWords.change', { word, isOn: false })
    },
  },
  {
    call: 'POST /users/me/status',
    provoke: (sized) => sized.does('account.setStatus', { text: `status ${sized.next()}`, emoji: null, until: null }),
  },
  {
    call: 'PATCH /realm',
    provoke: (sized) => {
      const change = { kind: 'description', description: `changed ${sized.next()}` } as const
      void sized.client.engine.call('organization.change', { change })
    },
  },
  {
    call: 'PATCH /settings',
    provoke: (sized) =>
      sized.does('account.change', { change: { property: 'full_name', value: `Iris ${sized.next()}` } }),
  },
  {
    call: 'PATCH /users/me/profile_data',
    provoke: async (sized) => {
      const fieldId = await sized.profileField()
      await sized.does('account.setField', { fieldId, value: `value ${sized.next()}` })
    },
  },
  {
    call: 'DELETE /users/me/profile_data',
    provoke: async (sized) => {
      const fieldId = await sized.profileField()
      await sized.does('account.setField', { fieldId, value: '' })
    },
  },
  {
    call: 'POST /users/me/subscriptions/properties',
    provoke: (sized) => {
      const value = `#${String(sized.next()).padStart(6, '0')}`
      return sized.does('streams.property', { streamId: sized.general, change: { property: 'color', value } })
    },
  },
  { call: 'POST /users/me/subscriptions', provoke: join },
  {
    call: 'POST /users/me/subscriptions',
    kind: 'a new stream',
    isMeant: (form) => form.principals !== undefined,
    provoke: (sized) => void createStream(sized),
  },
  {
    call: 'POST /users/me/subscriptions',
    kind: 'other people',
    isMeant: (form) => form.principals !== undefined,
    provoke: ({ client, general, mei }) =>
      void client.engine.call('streams.addPeople', { streamId: general, userIds: [mei.id] }),
  },
  { call: 'GET /get_stream_id', provoke: (sized) => void createStream(sized) },
  { call: 'GET /streams/:', provoke: join },
  {
    call: 'GET /users/:/subscriptions/:',
    provoke: async (sized) => {
      sized.loses('POST /users/me/subscriptions')
      await join(sized)
    },
  },
  {
    call: 'DELETE /users/me/subscriptions',
    provoke: async (sized) => {
      await sized.joins()
      void sized.client.engine.call('streams.leave', { streamId: sized.joinable })
    },
  },
  {
    call: 'GET /users/:',
    provoke: async (sized) => sized.opensView({ type: 'person', userId: await sized.forgetsPerson() }),
  },
  {
    call: 'GET /users/me/subscriptions',
    provoke: ({ client, noor }) => void client.engine.call('people.commonStreams', { userId: noor.id }),
  },
  {
    call: 'DELETE /users/me/subscriptions',
    kind: 'of another person',
    isMeant: (form) => form.principals !== undefined,
    provoke: ({ client, general, mei }) =>
      void client.engine.call('streams.removePerson', { streamId: general, userId: mei.id }),
  },
  {
    call: 'GET /streams/:/members',
    provoke: async (sized) => {
      await sized.forgetsSubscribers()
      await sized.does('streams.look', { streamIds: [sized.joinable] })
    },
  },
  {
    call: 'PATCH /users/:',
    provoke: (sized) => {
      const { client, mei } = sized
      void client.engine.call('people.change', { userId: mei.id, name: `Mei ${sized.next()}`, fields: [] })
    },
  },
  {
    call: 'DELETE /users/:',
    provoke: async (sized) => {
      const userId = await sized.personOfServer()
      void sized.client.engine.call('people.deactivate', { userId, comment: '' })
    },
  },
  {
    call: 'POST /users/:/reactivate',
    provoke: async (sized) => {
      const userId = await sized.botOfServer()
      await sized.tells('DELETE', `/bots/${userId}`)
      void sized.client.engine.call('people.reactivate', { userId })
    },
  },
  {
    call: 'POST /users',
    provoke: async (sized) => {
      const name = `person${sized.next()}`
      void sized.client.engine.call('people.add', {
        name,
        email: `${name}@test.example`,
        password: 'a long password',
      })
      // The hash of a password takes time of the machine, not of the clock.
      for (let tries = 0; tries < 30; tries += 1) {
        await wait(10)
        await sized.server.clock.advance(1)
      }
    },
  },
  { call: 'POST /bots', provoke: (sized) => void createBot(sized) },
  {
    call: 'PATCH /bots/:',
    provoke: async (sized) => {
      const userId = await sized.botOfServer()
      void sized.client.engine.call('bots.change', { userId, name: `bot ${sized.next()}` })
    },
  },
  {
    call: 'DELETE /bots/:',
    provoke: async (sized) => {
      const userId = await sized.botOfServer()
      void sized.client.engine.call('people.deactivate', { userId, comment: '' })
    },
  },
  {
    call: 'GET /bots',
    provoke: async (sized) => {
      const userId = await sized.botOfServer()
      void sized.client.engine.call('bots.key', { userId })
    },
  },
  {
    call: 'GET /bots/:/api_key',
    featureLevel: 500,
    provoke: async (sized) => {
      const userId = await sized.botOfServer()
      void sized.client.engine.call('bots.key', { userId })
    },
  },
  {
    call: 'POST /bots/:/api_key/regenerate',
    provoke: async (sized) => {
      const userId = await sized.botOfServer()
      void sized.client.engine.call('bots.replaceKey', { userId })
    },
  },
  { call: 'POST /user_groups/create', provoke: (sized) => void createGroup(sized) },
  {
    call: 'GET /user_groups',
    provoke: (sized) => {
      sized.loses('POST /user_groups/create')
      void createGroup(sized)
    },
  },
  {
    call: 'PATCH /user_groups/:',
    provoke: async (sized) => {
      const groupId = await sized.groupOfServer()
      void sized.client.engine.call('groups.update', { groupId, description: `changed ${sized.next()}` })
    },
  },
  {
    call: 'POST /user_groups/:/members',
    provoke: async (sized) => {
      const groupId = await sized.groupOfServer()
      const lists = { remove: [], addSubgroups: [], removeSubgroups: [] }
      void sized.client.engine.call('groups.changeMembers', { groupId, add: [sized.mei.id], ...lists })
    },
  },
  {
    call: 'DELETE /user_groups/:',
    provoke: async (sized) => {
      const groupId = await sized.groupOfServer()
      void sized.client.engine.call('groups.end', { groupId })
    },
  },
  {
    call: 'POST /user_groups/:/deactivate',
    featureLevel: 371,
    provoke: async (sized) => {
      const groupId = await sized.groupOfServer()
      void sized.client.engine.call('groups.end', { groupId })
    },
  },
  {
    call: 'POST /realm/filters',
    provoke: (sized) => changeList(sized, { kind: 'add_linkifier', ...newLinkifier(sized) }),
  },
  {
    call: 'PATCH /realm/filters/:',
    provoke: async (sized) => {
      const linkifierId = await linkifierOfServer(sized)
      changeList(sized, { kind: 'change_linkifier', linkifierId, ...newLinkifier(sized) })
    },
  },
  {
    call: 'DELETE /realm/filters/:',
    provoke: async (sized) =>
      changeList(sized, { kind: 'remove_linkifier', linkifierId: await linkifierOfServer(sized) }),
  },
  {
    call: 'PATCH /realm/linkifiers',
    provoke: async (sized) =>
      changeList(sized, { kind: 'move_linkifier', linkifierId: await linkifierOfServer(sized), to: 0 }),
  },
  {
    call: 'POST /realm/playgrounds',
    provoke: (sized) =>
      changeList(sized, {
        kind: 'add_playground',
        name: `site ${sized.next()}`,
        language: 'rust',
        urlTemplate: 'https://a.example/{code}',
      }),
  },
  {
    call: 'DELETE /realm/playgrounds/:',
    provoke: async (sized) => {
      const site = { name: `site ${sized.next()}`, pygments_language: 'rust' }
      const { id } = await sized.tells('POST', '/realm/playgrounds', {
        ...site,
        url_template: 'https://a.example/{code}',
      })
      changeList(sized, { kind: 'remove_playground', playgroundId: Number(id) })
    },
  },
  {
    call: 'POST /realm/domains',
    provoke: (sized) =>
      changeList(sized, { kind: 'add_domain', domain: `domain${sized.next()}.example`, allowsSubdomains: false }),
  },
  {
    call: 'PATCH /realm/domains/:',
    provoke: async (sized) =>
      changeList(sized, { kind: 'change_domain', domain: await domainOfServer(sized), allowsSubdomains: true }),
  },
  {
    call: 'DELETE /realm/domains/:',
    provoke: async (sized) => changeList(sized, { kind: 'remove_domain', domain: await domainOfServer(sized) }),
  },
  {
    call: 'DELETE /realm/emoji/:',
    provoke: async (sized) => changeList(sized, { kind: 'remove_emoji', name: await emojiOfServer(sized) }),
  },
  { call: 'POST /drafts', provoke: draft },
  {
    call: 'GET /drafts',
    provoke: async (sized) => {
      sized.loses('POST /drafts')
      await draft(sized)
    },
  },
  {
    call: 'PATCH /drafts/:',
    provoke: async (sized) => {
      const { narrow, draftId } = await sized.draftOfServer()
      await sized.does('drafts.set', { narrow, draftId, topic: '', content: `rewritten ${sized.next()}` })
    },
  },
  {
    call: 'DELETE /drafts/:',
    provoke: async (sized) => {
      const { draftId } = await sized.draftOfServer()
      await sized.does('drafts.delete', { draftId })
    },
  },
  { call: 'POST /saved_snippets', featureLevel: 371, provoke: saveText },
  {
    call: 'GET /saved_snippets',
    featureLevel: 371,
    provoke: async (sized) => {
      sized.loses('POST /saved_snippets')
      await saveText(sized)
    },
  },
  {
    call: 'PATCH /saved_snippets/:',
    featureLevel: 371,
    provoke: async (sized) => {
      const snippetId = await sized.snippetOfServer()
      await sized.does('snippets.save', { snippetId, name: `changed ${sized.next()}`, content: 'text' })
    },
  },
  {
    call: 'DELETE /saved_snippets/:',
    featureLevel: 371,
    provoke: async (sized) => sized.does('snippets.delete', { snippetId: await sized.snippetOfServer() }),
  },
  { call: 'POST /scheduled_messages', provoke: schedule },
  {
    call: 'GET /scheduled_messages',
    provoke: async (sized) => {
      sized.loses('POST /scheduled_messages')
      await schedule(sized)
    },
  },
  {
    call: 'PATCH /scheduled_messages/:',
    provoke: async (sized) => {
      const scheduledId = await sized.scheduledAtServer()
      await sized.does('scheduled.edit', { scheduledId, content: `still later ${sized.next()}` })
    },
  },
  {
    call: 'DELETE /scheduled_messages/:',
    provoke: async (sized) => {
      const scheduledId = await sized.scheduledAtServer()
      await sized.does('scheduled.delete', { scheduledId, keepDraft: false })
    },
  },
  {
    call: 'GET /attachments',
    provoke: async (sized) => {
      await sized.registersAnew()
      await sized.opensView(filesQuery())
    },
  },
  {
    call: 'DELETE /attachments/:',
    provoke: async (sized) => {
      const fileId = await sized.fileAtServer()
      void sized.client.engine.call('files.delete', { fileIds: [fileId] })
    },
  },
  {
    call: 'POST /user_uploads',
    provoke: async (sized) => {
      const [narrow, draftId] = [newTopic(sized), uuid()]
      const file = { attachmentId: uuid(), name: 'plan.txt', type: 'text/plain', size: 10 }
      await sized.does('drafts.attach', { narrow, draftId, ...file })
      await sized.does('drafts.send', { draftId, localId: uuid() })
    },
  },
  {
    call: 'GET /users/me/:/topics',
    provoke: async (sized) => {
      await sized.registersAnew()
      await sized.opens({ kind: 'stream', streamId: sized.general })
    },
  },
  {
    call: 'GET /events',
    provoke: ({ server, iris }) => {
      server.event(iris, { type: 'typing' })
    },
  },
]

const thumb = { type: 'unicode_emoji', code: '1f44d' }

/** Calls whose answers other tests cover, or that have no answer to cover. */
export const askedElsewhere: Readonly<Record<string, string>> = {
  'POST /register': 'each field of a registration has a fuzz of its own',
  'DELETE /events': 'the account is being removed, and nobody reads the answer',
}
