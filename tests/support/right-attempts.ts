import type { ActName, GroupAct, MessageAct, PersonAct, StreamAct } from '#shared/organization/right-choices.ts'
import { groupActs, messageActs, organizationActs, personActs, streamActs } from '#shared/organization/right-choices.ts'
import { isAllowed, refusalOf, type Act } from '#engine/state/permissions/rights.ts'
import type { AccountState } from '#engine/state/account-state.ts'
import { roles } from '#server/people/permissions.ts'
import type { Trier } from './paper-rights.ts'
import { pngOf } from './pictures-of-size.ts'
import type { Facts, RightsWorld, Tried } from './rights-world.ts'
import type { Account } from './test-server.ts'

/** One try: what the client says of it, and the request that it is about. */
export interface Attempt {
  readonly act: ActName
  readonly title: string
  /** The account that tries, if it is not the usual one of its role. */
  readonly by?: Account
  /** What the client believes: the acts of which each must be allowed, or null if it does not know the target. */
  readonly needs: (state: AccountState) => readonly (Act | readonly Act[])[] | null
  readonly ask: () => Promise<Tried>
  /** Undoes what would hinder the next attempt. */
  readonly undo?: () => void
}

const picture = pngOf({ width: 8, height: 8 })
const builtInEmoji = [
  'octopus',
  'tada',
  'rocket',
  'heart',
  'smile',
  'fire',
  'eyes',
  'tree',
  'cat',
  'dog',
  'pizza',
  'car',
]
let nextBuiltIn = 0

/** Returns whether the client believes that an attempt is allowed, with its reason. */
export function believed(
  attempt: Attempt,
  state: AccountState,
  now: number,
): { readonly may: boolean; readonly why: string } {
  const needs = attempt.needs(state)
  if (needs === null) return { may: false, why: 'unknown' }
  const judge = state.judge(now)
  for (const need of needs) {
    const ways: readonly Act[] = Array.isArray(need) ? (need as readonly Act[]) : [need as Act] // either of both
    if (!ways.some((act) => isAllowed(act, judge))) {
      return { may: false, why: ways.map((act) => JSON.stringify(refusalOf(act, judge))).join(' or ') }
    }
  }
  return { may: true, why: '' }
}

const isIn = <T extends string>(names: readonly T[], name: string): name is T => names.some((known) => known === name)

/** The attempts of an act by one person, on new targets. `isBrief` leaves out the targets that only the base settings need. */
export function attemptsOf(act: ActName, world: RightsWorld, trier: Trier, isBrief = false): readonly Attempt[] {
  const made = isIn(streamActs, act)
    ? onStreams(act, world, trier)
    : isIn(messageActs, act)
      ? onMessages(act, world, trier)
      : isIn(groupActs, act)
        ? onGroups(act, world, trier)
        : isIn(personActs, act)
          ? onPeople(act, world, trier)
          : isIn(organizationActs, act)
            ? inOrganization(act, world, trier)
            : onEmoji(world, trier)
  return isBrief ? made.filter(({ title }) => !title.startsWith('also ')) : made
}

function inOrganization(act: (typeof organizationActs)[number], world: RightsWorld, trier: Trier): readonly Attempt[] {
  const me = world.accounts[trier]
  const plain = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    form: Facts = {},
    more: Partial<Attempt> = {},
  ): readonly Attempt[] => [
    {
      act,
      title: '',
      needs: () => [{ act }],
      ask: () => world.ask(more.by ?? me, method, path, form),
      ...more,
    },
  ]
  const created = (form: Facts = {}) =>
    plain('POST', '/users/me/subscriptions', { subscriptions: [{ name: world.name('new') }], ...form })
  const hers = () => world.double(trier)
  switch (act) {
    case 'create_public_stream':
      return created()
    case 'create_private_stream':
      return created({ invite_only: true })
    case 'create_web_public_stream':
      return created({ is_web_public: true })
    case 'subscribe_others': {
      const stream = world.stream({ people: [me], facts: {} })
      const form = { subscriptions: [{ name: stream.name }], principals: [world.person('member').id] }
      return plain('POST', '/users/me/subscriptions', form)
    }
    case 'choose_default_streams':
      return plain('POST', '/default_streams', { stream_id: world.stream({ people: [me], facts: {} }).id })
    case 'mention_many_people':
      return plain('POST', '/messages', { type: 'stream', to: world.crowd, topic: 'all', content: '@**all** hello' })
    case 'begin_direct_conversation': {
      const to = world.person('member')
      return plain('POST', '/messages', { type: 'direct', to: [to.id], content: 'hello' })
    }
    case 'see_edit_history':
    case 'see_read_receipts': {
      const { id } = world.say(world.root, world.hall, 'talk')
      return plain('GET', `/messages/${id}/${act === 'see_edit_history' ? 'history' : 'read_receipts'}`)
    }
    case 'add_emoji':
    case 'replace_builtin_emoji': {
      const name =
        act === 'add_emoji' ? world.name('emoji') : (builtInEmoji[(nextBuiltIn += 1) % builtInEmoji.length] ?? '')
      return plain(
        'POST',
        '',
        {},
        {
          ask: () => world.upload(me, `/realm/emoji/${name}`, picture),
          undo: () => {
            const row = world.context.tables.emoji.byName(name)
            if (row !== undefined) world.context.write(() => world.context.tables.emoji.deactivate(row.id))
          },
        },
      )
    }
    case 'create_group':
      return plain('POST', '/user_groups/create', { name: world.name('team'), description: '', members: [] })
    case 'create_generic_bot':
    case 'create_incoming_bot': {
      const form = { full_name: 'Bot', short_name: world.name('bot'), bot_type: act === 'create_generic_bot' ? 1 : 2 }
      return plain('POST', '/bots', form)
    }
    case 'change_own_name':
      return plain('PATCH', '/settings', { full_name: world.name('Name') })
    case 'change_own_email':
      return plain('PATCH', '/settings', { email: `${world.name('new')}@test.example` }, { by: hers() })
    case 'change_own_picture':
      return plain('POST', '', {}, { ask: () => world.upload(me, '/users/me/avatar', picture) })
    case 'deactivate_self':
      return plain('DELETE', '/users/me', {}, { by: hers() })
    case 'add_person':
      return plain('POST', '/users', {
        email: `${world.name('added')}@test.example`,
        password: 'a long password',
        full_name: 'Added',
      })
    case 'edit_organization':
      return plain('PATCH', '/realm', { description: world.name('An organization ') })
    case 'edit_owner_settings':
      return plain('PATCH', '/realm', { invite_required: true })
    case 'edit_default_settings':
      return plain('PATCH', '/realm/user_settings_defaults', { enter_sends: true })
    case 'edit_domains':
      return plain('POST', '/realm/domains', { domain: `${world.name('d')}.example`, allow_subdomains: false })
    case 'edit_profile_fields':
      return plain('POST', '/realm/profile_fields', { name: world.name('field'), hint: '', field_type: 1 })
    case 'edit_linkifiers':
      return plain('POST', '/realm/filters', {
        pattern: `${world.name('x')}-(?P<id>[0-9]+)`,
        url_template: 'https://example.com/{id}',
      })
    case 'edit_playgrounds':
      return plain('POST', '/realm/playgrounds', {
        name: world.name('play'),
        pygments_language: 'Python',
        url_template: 'https://example.com/?q={code}',
      })
    case 'deactivate_organization':
      return plain(
        'POST',
        '/realm/deactivate',
        {},
        {
          undo: () => {
            world.context.write(() => {
              world.context.tables.organization.setDeactivated(false)
            })
          },
        },
      )
    case 'invite_by_address':
    case 'invite_by_link': {
      const form = { invite_expires_in_minutes: 60, invite_as: roles.member, stream_ids: [world.hall] }
      return act === 'invite_by_link'
        ? plain('POST', '/invites/multiuse', form)
        : plain('POST', '/invites', { ...form, invitee_emails: `${world.name('invited')}@test.example` })
    }
    case 'export_organization':
      return plain('POST', '/export/realm')
  }
}

function onStreams(act: StreamAct, world: RightsWorld, trier: Trier): readonly Attempt[] {
  const me = world.accounts[trier]
  const places = [
    { title: 'of mine', people: [me], isPrivate: false },
    { title: 'that is public', people: [], isPrivate: false },
    { title: 'of mine that is private', people: [me], isPrivate: true },
    { title: 'of others that is private', people: [], isPrivate: true },
    {
      title: act === 'unarchive_stream' ? 'that is archived' : 'also one that is archived',
      people: [me],
      isPrivate: false,
      isArchived: true,
    },
  ]
  return (
    places
      .filter(({ isArchived = false }) => isArchived || act !== 'unarchive_stream')
      // No request names an archived stream to subscribe somebody.
      .filter(({ isArchived = false }) => !isArchived || (act !== 'join_stream' && act !== 'add_subscribers'))
      .map(({ title, ...over }) => {
        const other = world.person('member')
        const people = act === 'join_stream' ? [] : [...over.people, other]
        const { id, name } = world.stream({ ...over, people })
        if (act === 'post_in_stream' || act === 'delete_topic') world.say(world.root, id, 'talk')
        const ask =
          (method: 'POST' | 'PATCH' | 'DELETE', path: string, form: Facts = {}) =>
          () =>
            world.ask(me, method, path, form)
        const attempt = (made: () => Promise<Tried>, more: readonly StreamAct[] = []): Attempt => ({
          act,
          title,
          needs: (state) => {
            const stream = state.streams.get(id)
            return stream === undefined ? null : [act, ...more].map((one) => ({ act: one, stream }))
          },
          ask: made,
        })
        const subscriptions = [{ name }]
        switch (act) {
          case 'join_stream':
            return attempt(ask('POST', '/users/me/subscriptions', { subscriptions }))
          case 'add_subscribers': {
            const principals = [world.person('member').id]
            return attempt(ask('POST', '/users/me/subscriptions', { subscriptions, principals }))
          }
          case 'remove_subscribers': {
            const form = { subscriptions: [name], principals: [other.id] }
            return attempt(ask('DELETE', '/users/me/subscriptions', form))
          }
          case 'post_in_stream':
            return attempt(ask('POST', '/messages', { type: 'stream', to: id, topic: 'talk', content: 'hello' }))
          case 'create_topic': {
            const form = { type: 'stream', to: id, topic: world.name('new'), content: 'hello' }
            return attempt(ask('POST', '/messages', form), ['post_in_stream'])
          }
          case 'edit_stream':
            return attempt(ask('PATCH', `/streams/${id}`, { description: 'changed' }))
          case 'edit_stream_privacy':
            return attempt(ask('PATCH', `/streams/${id}`, { is_private: !over.isPrivate }))
          case 'edit_stream_retention':
            return attempt(ask('PATCH', `/streams/${id}`, { message_retention_days: 30 }))
          case 'archive_stream':
            return attempt(ask('DELETE', `/streams/${id}`))
          case 'unarchive_stream':
            return attempt(ask('PATCH', `/streams/${id}`, { is_archived: false }))
          case 'delete_topic':
            return attempt(ask('POST', `/streams/${id}/delete_topic`, { topic_name: 'talk' }))
        }
      })
  )
}

/** The ages of messages around the limits of `limitSeconds`. */
export const limitSeconds = 100
const ages = [
  ['', 5],
  ['also of its last second', limitSeconds],
  ['also just too late', limitSeconds + 20],
  ['also too late', limitSeconds + 21],
] as const

function onMessages(act: MessageAct, world: RightsWorld, trier: Trier): readonly Attempt[] {
  const me = world.accounts[trier]
  const bot = world.person('member', { botOwner: me })
  const senders = [
    ['mine', me],
    ['that is not mine', world.root],
    ['also of my bot', bot],
  ] as const
  return senders.flatMap(([whose, sender]) =>
    ages.flatMap(([age, seconds]) => {
      if (whose.startsWith('also') && age !== '') return []
      const { id: streamId } = world.stream({ people: [me, bot] })
      return [topicOf(act, age), ...(act === 'rename_topic' && age === '' ? ['(no topic)'] : [])].map(
        (topic): Attempt => {
          const sent = world.say(sender, streamId, topic, seconds)
          const message = (state: AccountState) => ({
            senderId: sender.id,
            timestamp: sent.timestamp,
            stream: state.streams.get(streamId),
            topic,
          })
          const path = `/messages/${sent.id}`
          const title = `${age} ${whose} in ${topic}`.trim()
          const needs =
            (...acts: readonly MessageAct[]) =>
            (state: AccountState) => [acts.map((one) => ({ act: one, message: message(state) }))]
          switch (act) {
            case 'edit_message':
              return { act, title, needs: needs(act), ask: () => world.ask(me, 'PATCH', path, { content: 'changed' }) }
            case 'delete_any_message':
            case 'delete_own_message':
              return {
                act,
                title,
                needs: needs('delete_any_message', 'delete_own_message'),
                ask: () => world.ask(me, 'DELETE', path),
              }
            case 'rename_topic':
              return { act, title, needs: needs(act), ask: () => world.ask(me, 'PATCH', path, { topic: 'supper' }) }
            case 'resolve_topic':
              return { act, title, needs: needs(act), ask: () => world.ask(me, 'PATCH', path, { topic: `✔ ${topic}` }) }
            case 'move_to_stream':
              return {
                act,
                title,
                needs: needs(act),
                ask: () => world.ask(me, 'PATCH', path, { stream_id: world.hall }),
              }
          }
        },
      )
    }),
  )
}

function topicOf(act: MessageAct, age: string): string {
  return act === 'rename_topic' && age !== '' ? 'breakfast' : 'lunch'
}

function onGroups(act: GroupAct, world: RightsWorld, trier: Trier): readonly Attempt[] {
  const me = world.accounts[trier]
  return (['a group of mine', 'a group of others', 'also a group of the system'] as const)
    .filter((title) => act !== 'join_group' || title !== 'a group of mine')
    .filter((title) => act !== 'leave_group' || title === 'a group of mine')
    .map((title): Attempt => {
      const [inside, outside] = [world.person('member'), world.person('member')]
      const id =
        title === 'also a group of the system'
          ? 5
          : world.group(title === 'a group of mine' ? [inside, me] : [inside]).id
      const members = `/user_groups/${id}/members`
      const requests: Readonly<Record<GroupAct, () => Promise<Tried>>> = {
        manage_group: () => world.ask(me, 'PATCH', `/user_groups/${id}`, { name: world.name('renamed') }),
        add_members: () => world.ask(me, 'POST', members, { add: [outside.id] }),
        remove_members: () => world.ask(me, 'POST', members, { delete: [inside.id] }),
        join_group: () => world.ask(me, 'POST', members, { add: [me.id] }),
        leave_group: () => world.ask(me, 'POST', members, { delete: [me.id] }),
      }
      return {
        act,
        title,
        needs: (state) => {
          const group = state.groups.get(id)
          return group === undefined ? null : [{ act, group }]
        },
        ask: requests[act],
      }
    })
}

function onPeople(act: PersonAct, world: RightsWorld, trier: Trier): readonly Attempt[] {
  const me = world.accounts[trier]
  const targets = [
    ['a member', () => world.person('member')],
    ['an owner', () => world.person('owner')],
    ['my bot', () => world.person('member', { botOwner: me })],
    ['the bot of another', () => world.person('member', { botOwner: world.root })],
  ] as const
  return targets
    .filter(([title]) => act !== 'manage_bot' || title.includes('bot'))
    .flatMap(([title, make]) =>
      (act === 'change_role' ? [roles.moderator, roles.owner] : [undefined]).map((toRole): Attempt => {
        const { id } = make()
        if (act === 'reactivate_person') {
          world.context.write(() => {
            world.context.tables.users.change(id, { is_active: 0 })
          })
        }
        const requests: Readonly<Record<PersonAct, () => Promise<Tried>>> = {
          edit_person: () => world.ask(me, 'PATCH', `/users/${id}`, { full_name: world.name('Renamed') }),
          change_role: () => world.ask(me, 'PATCH', `/users/${id}`, { role: toRole }),
          deactivate_person: () => world.ask(me, 'DELETE', `/users/${id}`),
          reactivate_person: () => world.ask(me, 'POST', `/users/${id}/reactivate`),
          manage_bot: () => world.ask(me, 'PATCH', `/bots/${id}`, { full_name: world.name('Renamed') }),
        }
        return {
          act,
          title: toRole === undefined ? title : `${title} to ${toRole}`,
          needs: (state) => {
            const person = state.people.get(id)
            return person === undefined ? null : [{ act, person, ...(toRole === undefined ? {} : { toRole }) }]
          },
          ask: requests[act],
        }
      }),
    )
}

function onEmoji(world: RightsWorld, trier: Trier): readonly Attempt[] {
  const me = world.accounts[trier]
  return (
    [
      ['mine', me],
      ['of another', world.root],
    ] as const
  ).map(([title, author]) => {
    const name = world.name('made')
    world.context.write(() => {
      world.context.tables.emoji.add(name, 'a.png', author.id)
    })
    return {
      act: 'remove_emoji',
      title,
      needs: () => [{ act: 'remove_emoji', authorId: author.id }],
      ask: () => world.ask(me, 'DELETE', `/realm/emoji/${name}`),
    }
  })
}
