import { featureLevels, type FeatureLevel } from '#server/base/feature-levels.ts'
import { drawPng } from '#server/base/png.ts'
import { allCapabilities, Service, type Answer, type Form, type Method } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

export const dialects = ['svc', 'zulip'] as const
export type Dialect = (typeof dialects)[number]

/** An object of an answer or an event, as tests read it. */
export type Json = Readonly<Record<string, unknown>>

/** The capabilities of clients of later levels. */
export const modernCapabilities = {
  ...allCapabilities,
  archived_channels: true,
  empty_topic_name: true,
  include_deactivated_groups: true,
  simplified_presence_events: true,
  individual_emoji_changes: true,
}

/** The answers and events of one client of Ben's. */
export interface Told {
  readonly register: Json
  readonly events: Json[]
}

/** The same operations on a server of one level, with all its answers and events. */
export interface Story {
  readonly level: FeatureLevel
  readonly dialect: Dialect
  readonly service: Service
  /** A client without the capabilities added after level 237. */
  readonly plain: Told
  /** A client with all capabilities. */
  readonly modern: Told
  readonly answers: Readonly<Record<string, Answer>>
  readonly ids: Readonly<Record<string, number>>
}

const stories = new Map<string, Promise<Story>>()

/** The story at one level, which runs once. */
export function storyOf(dialect: Dialect, level: FeatureLevel): Promise<Story> {
  const key = `${dialect} ${level}`
  const known = stories.get(key) ?? tell(dialect, level)
  stories.set(key, known)
  return known
}

/** Runs a check of the story at every level, and adds the level to its failure. */
export async function atEveryLevel(dialect: Dialect, check: (story: Story) => void | Promise<void>): Promise<void> {
  for (const level of featureLevels) {
    try {
      await check(await storyOf(dialect, level))
    } catch (error) {
      throw new Error(`at level ${level}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
}

export async function endStories(): Promise<void> {
  for (const story of stories.values()) await (await story).service.server.stop()
  stories.clear()
}

/** Events of a type, optionally of one operation. */
export function eventsOf(told: Told, type: string, op?: string): Json[] {
  return told.events.filter((event) => event.type === type && (op === undefined || event.op === op))
}

export function objects(value: unknown): Json[] {
  return value as Json[] // lists of objects in answers of the service
}

class Listener implements Told {
  readonly events: Json[] = []
  readonly register: Json
  readonly #service: Service
  readonly #account: Account
  #last: number

  constructor(service: Service, account: Account, register: Answer) {
    this.#service = service
    this.#account = account
    this.register = register
    this.#last = Number(register.last_event_id)
  }

  async hear(): Promise<void> {
    const answer = await this.#service.ok(this.#account, 'GET', '/events', {
      queue_id: String(this.register.queue_id),
      last_event_id: this.#last,
      dont_block: true,
    })
    const events = objects(answer.events)
    this.events.push(...events)
    this.#last = Number(events.at(-1)?.id ?? this.#last)
  }
}

async function tell(dialect: Dialect, level: FeatureLevel): Promise<Story> {
  const options = { dialect, featureLevel: level }
  const service = await Service.start(options)
  const olga = service.person('Olga', 'owner')
  const ben = service.person('Ben')
  const mei = service.person('Mei')
  const hall = await service.stream('hall', [olga, ben, mei])
  const attic = await service.stream('attic', [olga, ben])
  const answers: Record<string, Answer> = {}
  const ids: Record<string, number> = { olga: olga.id, ben: ben.id, mei: mei.id, hall, attic }
  const act = async (name: string, who: Account | null, method: Method, path: string, form: Form = {}) => {
    // A stock server answers an unknown path with an HTML page.
    const answer = await service.call(who, method, path, form).catch((error: unknown) => {
      if (error instanceof SyntaxError) return { status: 404 }
      throw error
    })
    answers[name] = answer
    return answer
  }
  const listen = async (name: string, capabilities: Json) => {
    const form = { apply_markdown: true, client_capabilities: capabilities, slim_presence: true }
    return new Listener(service, ben, await act(name, ben, 'POST', '/register', form))
  }
  const plain = await listen('register', allCapabilities)
  const modern = await listen('register modern', modernCapabilities)
  const hear = async () => {
    await plain.hear()
    await modern.hear()
  }

  ids.hello = await service.say(olga, hall, 'lunch', 'hello *all*')
  await act('react', ben, 'POST', `/messages/${ids.hello}/reactions`, { emoji_name: 'tada' })
  await act('react again', ben, 'POST', `/messages/${ids.hello}/reactions`, { emoji_name: 'tada' })
  await service.server.clock.advance(2000)
  await act('edit', olga, 'PATCH', `/messages/${ids.hello}`, { content: 'hello **all**' })
  await service.server.clock.advance(2000)
  ids.moved = await service.say(olga, hall, 'dinner', 'soup')
  await service.server.clock.advance(2000)
  await act('move', olga, 'PATCH', `/messages/${ids.moved}`, {
    topic: 'supper',
    send_notification_to_new_thread: false,
  })
  ids.untitled = await service.say(olga, hall, level >= 334 ? '' : '(no topic)', 'who knows')
  ids.links = await service.say(olga, hall, 'lunch', 'see #**hall>lunch** and #**hall>lunch@1** <time:bad>')
  await act('link without topic', olga, 'POST', '/messages', {
    type: 'stream',
    to: hall,
    topic: 'lunch',
    content: '#**hall>**',
  })
  await act('everybody', olga, 'POST', '/messages', {
    type: 'stream',
    to: hall,
    topic: 'lunch',
    content: 'hear @**channel**',
  })
  ids.named = await service.say(olga, hall, 'lunch', '@**Ben** look')
  await act('follow', ben, 'POST', '/user_topics', { stream_id: hall, topic: 'lunch', visibility_policy: 3 })
  await act('mute', ben, 'PATCH', '/users/me/subscriptions/muted_topics', {
    stream_id: hall,
    topic: 'supper',
    op: 'add',
  })
  await act('typing', olga, 'POST', '/typing', { type: level >= 174 ? 'direct' : 'private', op: 'start', to: [ben.id] })
  await act('direct', olga, 'POST', '/messages', { type: 'direct', to: [ben.id], content: 'a word' })
  await act('private', olga, 'POST', '/messages', { type: 'private', to: [ben.id], content: 'two words' })

  const names = ['delete_own_message_policy', 'allow_edit_history', 'mandatory_topics', 'giphy_rating'] as const
  await act('old settings', olga, 'PATCH', '/realm', {
    [names[0]]: 2,
    [names[1]]: false,
    [names[2]]: true,
    [names[3]]: 2,
  })
  await act('new settings', olga, 'PATCH', '/realm', {
    can_delete_own_message_group: { new: { direct_members: [ben.id], direct_subgroups: [2] } },
    message_edit_history_visibility_policy: 'all',
    topics_policy: 'allow_empty_topic',
    can_delete_any_message_group: { new: 3 },
  })
  await act('description', olga, 'PATCH', '/realm', { description: 'A *hall*' })
  if (level < 358) await act('show histories', olga, 'PATCH', '/realm', { allow_edit_history: true })
  if (level < 392) await act('need no topic', olga, 'PATCH', '/realm', { mandatory_topics: false })
  await act('old posting', olga, 'PATCH', `/streams/${hall}`, { stream_post_policy: 4 })
  await act('new posting', olga, 'PATCH', `/streams/${hall}`, { can_send_message_group: { new: 2 } })
  await act('everybody posts', olga, 'PATCH', `/streams/${hall}`, {
    [level >= 333 ? 'can_send_message_group' : 'stream_post_policy']: level >= 333 ? { new: 6 } : 1,
  })
  await act('default', olga, 'POST', '/default_streams', { stream_id: hall })
  await hear()
  await act('archive', olga, 'DELETE', `/streams/${attic}`)
  await hear()
  await act('unarchive', olga, 'PATCH', `/streams/${attic}`, { is_archived: false })
  await act('archive again', olga, 'DELETE', `/streams/${attic}`)

  const picture = await service.upload(
    ben,
    '/user_uploads',
    'photo.png',
    drawPng(8, () => [10, 20, 30]),
  )
  answers.upload = picture
  const sound = await service.upload(ben, '/user_uploads', 'song.mp3', Buffer.from('a song'))
  ids.picture = await service.say(ben, hall, 'lunch', `[photo.png](${String(picture.uri)})`)
  ids.inline = await service.say(
    ben,
    hall,
    'lunch',
    `see ![a photo](${String(picture.uri)}) \`![x](${String(picture.uri)})\``,
  )
  ids.sound = await service.say(ben, hall, 'lunch', `![song.mp3](${String(sound.uri)})`)
  await act('picture being made', ben, 'GET', `/messages/${ids.picture}`)
  await service.server.clock.advance(3000)
  await hear()

  await act('bot', ben, 'POST', '/bots', { full_name: 'Robo', short_name: 'robo' })
  await act('rename bot', ben, 'PATCH', `/bots/${String(answers.bot?.user_id)}`, { full_name: 'Robota' })
  await act('group', olga, 'POST', '/user_groups/create', {
    name: 'cooks',
    description: '',
    members: [ben.id, mei.id],
  })
  const groupList = objects((await service.ok(ben, 'GET', '/user_groups')).user_groups)
  ids.cooks = Number(groupList.find(({ name }) => name === 'cooks')?.id)
  await hear()
  await act('group off', olga, 'POST', `/user_groups/${ids.cooks}/deactivate`)
  await act('group off again', olga, 'POST', `/user_groups/${ids.cooks}/deactivate`)
  await act('groups in use', ben, 'GET', '/user_groups')
  await act('all groups', ben, 'GET', '/user_groups', { include_deactivated_groups: true })
  await act('registered without group', ben, 'POST', '/register', { client_capabilities: allCapabilities })
  await act('registered with group', ben, 'POST', '/register', { client_capabilities: modernCapabilities })
  await act('group on', olga, 'PATCH', `/user_groups/${ids.cooks}`, { deactivated: false })
  await hear()
  await act('presence', olga, 'POST', '/users/me/presence', {
    status: 'active',
    slim_presence: true,
    last_update_id: -1,
  })
  await service.upload(
    olga,
    '/realm/emoji/pot',
    'pot.png',
    drawPng(4, () => [1, 2, 3]),
  )
  await service.upload(
    olga,
    '/realm/emoji/pan',
    'pan.png',
    drawPng(4, () => [1, 2, 3]),
  )
  await hear()
  await act('emoji off', olga, 'DELETE', '/realm/emoji/pot')
  await act('off', olga, 'DELETE', `/users/${mei.id}`)
  await act('on', olga, 'POST', `/users/${mei.id}/reactivate`)
  await act('setting', ben, 'PATCH', '/settings', {
    [level < 219 ? 'default_view' : 'web_home_view']: level < 454 ? 'recent_topics' : 'recent',
  })
  await act('unread', ben, 'POST', '/messages/flags', { messages: [ids.untitled], op: 'add', flag: 'read' })
  await act('unread again', ben, 'POST', '/messages/flags', { messages: [ids.untitled], op: 'remove', flag: 'read' })
  await hear()

  await act('registered later', ben, 'POST', '/register', { client_capabilities: allCapabilities })
  await act('registered later, modern', ben, 'POST', '/register', {
    client_capabilities: modernCapabilities,
    idle_queue_timeout: 7200,
  })
  const range = { anchor: 'newest', num_before: 100, num_after: 0 }
  await act('messages', ben, 'GET', '/messages', range)
  await act('messages, modern', ben, 'GET', '/messages', { ...range, allow_empty_topic_name: true })
  await act('by ids', ben, 'GET', '/messages', { message_ids: [ids.hello, ids.moved] })
  const narrow = async (name: string, terms: readonly Json[]) =>
    act(name, ben, 'GET', '/messages', { ...range, narrow: terms })
  await narrow('with', [{ operator: 'with', operand: ids.moved }])
  await narrow('followed', [{ operator: 'is', operand: 'followed' }])
  await narrow('muted', [{ operator: 'is', operand: 'muted' }])
  await narrow('reacted', [{ operator: 'has', operand: 'reaction' }])
  await narrow('mentions', [{ operator: 'mentions', operand: ben.id }])
  await narrow('mentions nobody', [{ operator: 'mentions', operand: 4711 }])
  await narrow('dm', [{ operator: 'dm', operand: [olga.id] }])
  await narrow('pm-with', [{ operator: 'pm-with', operand: [olga.id] }])
  await narrow('untitled', [
    { operator: 'stream', operand: hall },
    { operator: 'topic', operand: level >= 334 ? '' : '(no topic)' },
  ])
  await act('history', ben, 'GET', `/messages/${ids.hello}/history`)
  await act('picture', ben, 'GET', `/messages/${ids.picture}`)
  await act('attachments', ben, 'GET', '/attachments')
  await act('users', ben, 'GET', '/users')
  await act('streams', ben, 'GET', '/streams')
  await act('topics', ben, 'GET', `/users/me/${hall}/topics`)
  await act('groups', ben, 'GET', '/user_groups')
  await act('server settings', null, 'GET', '/server_settings')
  await act('schedule', ben, 'POST', '/scheduled_messages', {
    type: 'stream',
    to: hall,
    topic: 'lunch',
    content: 'later',
    scheduled_delivery_timestamp: service.context.nowSeconds() + 3600,
  })
  await act('unsupported', ben, 'GET', '/users/me/alert_words', { nonsense: 1 })
  await act('delete', olga, 'DELETE', `/messages/${ids.untitled}`)
  await hear()
  await service.restart(options)
  await hear()
  return { level, dialect, service, plain, modern, answers, ids }
}
