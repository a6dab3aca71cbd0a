import { AccountState } from '#engine/state/account-state.ts'
import { RegisterApplication } from '#engine/state/apply-register.ts'
import { readRegister, registerBatches, registerHead } from '#engine/state/registration.ts'
import { memoryParts } from '#engine/state/slices.ts'
import { openStore } from '#engine/store/store.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import type { ServerContext } from '#server/context/context.ts'
import { sendMessage } from '#server/messages/sending/sending.ts'
import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import { roles } from '#server/people/permissions.ts'
import { systemGroups } from '#server/store/people/groups.ts'
import { archiveStream } from '#server/streams/subscribing.ts'
import { encodeForm } from './forms.ts'
import { triers, type Trier } from './paper-rights.ts'
import { TestServer, type Account } from './test-server.ts'

/** Days until a member of the tried organization is a full one. */
const waitingDays = 3
const longAgo = 1_600_000_000
/** More subscribers than may be mentioned at once by everybody (wire-protocol.md §2.15). */
const crowdSize = 16

/** Settings under their names in the protocol. */
export type Facts = Readonly<Record<string, unknown>>

/** The answer to a request. */
export interface Tried {
  readonly status: number
  readonly isDone: boolean
  readonly text: string
}

/** Makes a state from the registrations of one account, as its engine does. */
class RegisteredAccount {
  readonly #store = openStore(':memory:')
  readonly #state = new AccountState(this.#store, memoryParts)

  take(body: string, now: number): AccountState {
    const commit = (change: () => Parameters<AccountState['apply']>[0]) => {
      let changes: Parameters<AccountState['apply']>[0] = []
      this.#store.transaction(() => (changes = change()))
      this.#state.apply(changes)
    }
    const state = readRegister({ status: 200, headers: {}, body })
    const application = new RegisterApplication(this.#store, this.#state, registerHead(state))
    commit(() => application.begin(now))
    for (const batch of registerBatches(state)) {
      const change = application.take(batch)
      if (change !== null) commit(change)
    }
    commit(() => application.finish(now, 600_000))
    return this.#state
  }

  close(): void {
    this.#store.close()
  }
}

/** An organization in which people of every role try what they may. */
export class RightsWorld {
  readonly level: FeatureLevel
  readonly server: TestServer
  readonly accounts: Readonly<Record<Trier, Account>>
  /** An owner who tries nothing. */
  readonly root: Account
  readonly crew: number
  readonly outerCrew: number
  /** A stream of everybody, where a message of `root` waits in “talk”. */
  readonly hall: number
  /** A stream with many subscribers. */
  readonly crowd: number
  /** The settings of the streams and groups that are made from now on. */
  streamFacts: Facts = {}
  groupFacts: Facts = {}
  readonly #registered = new Map<number, RegisteredAccount>()
  #count = 0

  private constructor(level: FeatureLevel, server: TestServer) {
    this.level = level
    this.server = server
    this.context.write(() => {
      this.context.tables.organization.create({ stringId: 'test', name: 'Test', description: '', createdAt: 1 })
      changeOrganizationSettings(this.context, {
        waiting_period_threshold: waitingDays,
        enable_spectator_access: true,
        create_web_public_stream_policy: 4,
      })
    })
    this.root = this.person('owner')
    this.accounts = Object.fromEntries(triers.map((trier) => [trier, this.double(trier)])) as Record<Trier, Account> // one of each
    const group = (name: string) =>
      this.context.write(() =>
        this.context.tables.groups.add({
          name,
          description: '',
          canMention: systemGroups.everyone,
          creatorId: this.root.id,
          dateCreated: longAgo,
        }),
      )
    this.crew = group('crew')
    this.outerCrew = group('all crews')
    this.context.write(() => {
      const { groups } = this.context.tables
      groups.addMember(this.crew, this.accounts.moderator.id)
      groups.addMember(this.crew, this.accounts.guest.id)
      groups.addSubgroup(this.outerCrew, this.crew)
    })
    const everybody = Object.values(this.accounts)
    this.hall = this.stream({ people: [this.root, ...everybody] }).id
    this.say(this.root, this.hall, 'talk')
    const crowd = Array.from({ length: crowdSize }, () => this.person('member'))
    this.crowd = this.stream({ people: [...everybody, ...crowd] }).id
  }

  static async start(level: FeatureLevel, options: { readonly webPublicStreams?: boolean } = {}): Promise<RightsWorld> {
    const server = new TestServer()
    await server.start({ featureLevel: level, dialect: 'svc', webPublicStreams: true, ...options })
    return new RightsWorld(level, server)
  }

  async close(): Promise<void> {
    for (const one of this.#registered.values()) one.close()
    await this.server.stop()
  }

  get context(): ServerContext {
    return this.server.built.context
  }

  get nowSeconds(): number {
    return this.context.nowSeconds()
  }

  /** A name that nothing has yet. */
  name(kind: string): string {
    return `${kind}${(this.#count += 1)}`
  }

  person(role: keyof typeof roles, more: { readonly joinedAt?: number; readonly botOwner?: Account } = {}): Account {
    const name = this.name('person')
    const email = `${name}@test.example`
    const apiKey = `key-of-${name}`
    const { joinedAt = longAgo, botOwner } = more
    const bot = botOwner === undefined ? {} : { isBot: true, botType: 1, botOwnerId: botOwner.id }
    const id = this.context.write(() =>
      this.context.tables.users.add(
        { deliveryEmail: email, fullName: name, role: roles[role], apiKey, dateJoined: joinedAt, ...bot },
        'test.example',
      ),
    )
    return { id, email, apiKey }
  }

  /** Another account with the role of a trier. */
  double(trier: Trier): Account {
    return trier === 'newcomer'
      ? this.person('member', { joinedAt: this.nowSeconds - 60 })
      : this.person(trier === 'member' ? 'member' : trier)
  }

  /** A new stream with the settings of the round. */
  stream(
    over: {
      readonly people?: readonly Account[]
      readonly isPrivate?: boolean
      readonly isArchived?: boolean
      readonly posting?: number
      readonly facts?: Facts
    } = {},
  ): { readonly id: number; readonly name: string } {
    const { streams } = this.context.tables
    const name = this.name('stream')
    const id = this.context.write(() => {
      const facts = over.facts ?? this.streamFacts
      const added = streams.add({
        name,
        description: '',
        renderedDescription: '',
        dateCreated: longAgo,
        creatorId: this.root.id,
        inviteOnly: over.isPrivate ?? false,
        historyPublic: true,
        postPolicy: Number(facts.stream_post_policy ?? 1),
        removeSubscribersGroup: this.level < 320 ? Number(facts.can_remove_subscribers_group ?? 2) : 2,
      })
      for (const person of [this.root, ...(over.people ?? [])])
        streams.subscribe(person.id, added, { color: '#336699' })
      const row = streams.get(added)
      if (over.isArchived === true && row !== undefined) archiveStream(this.context, row)
      for (const [setting, value] of Object.entries(facts)) {
        this.context.levelSettings?.set(String(added), setting, value)
      }
      return added
    })
    return { id, name }
  }

  /** A new group with the settings of the round. */
  group(members: readonly Account[] = []): { readonly id: number; readonly name: string } {
    const { groups } = this.context.tables
    const name = this.name('group')
    const id = this.context.write(() => {
      const added = groups.add({
        name,
        description: '',
        canMention: systemGroups.everyone,
        creatorId: this.root.id,
        dateCreated: longAgo,
      })
      for (const member of members) groups.addMember(added, member.id)
      for (const [setting, value] of Object.entries(this.groupFacts)) {
        this.context.levelSettings?.set(`group:${added}`, setting, value)
      }
      return added
    })
    return { id, name }
  }

  /** A message in a stream, whatever the rights of its sender. */
  say(sender: Account, streamId: number, topic: string, age = 5): { readonly id: number; readonly timestamp: number } {
    const { context } = this
    const timestamp = this.nowSeconds - age
    const [row, stream] = [context.tables.users.get(sender.id), context.tables.streams.get(streamId)]
    if (row === undefined || stream === undefined) throw new Error('nobody or nowhere')
    const { id } = context.write(() =>
      sendMessage(context, {
        sender: row,
        destination: { type: 'stream', stream, topic },
        content: 'hello',
        client: 'test',
        readBySender: true,
        timestamp,
      }),
    )
    return { id, timestamp }
  }

  /** Changes a setting of the organization as an owner does; tells whether the server took it. */
  async set(form: Facts): Promise<boolean> {
    return (await this.ask(this.root, 'PATCH', '/realm', form)).isDone
  }

  async ask(
    account: Account,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    form: Facts = {},
  ): Promise<Tried> {
    return this.#tried(await this.server.raw(account, { method, path: `/api/v1${path}`, form: encodeForm(form) }))
  }

  /** Sends a picture. */
  async upload(account: Account, path: string, bytes: Buffer): Promise<Tried> {
    const response = await this.server.built.app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: {
        host: 'test.example',
        authorization: `Basic ${Buffer.from(`${account.email}:${account.apiKey}`).toString('base64')}`,
        'content-type': 'multipart/form-data; boundary=part',
      },
      payload: Buffer.concat([
        Buffer.from('--part\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
        bytes,
        Buffer.from('\r\n--part--\r\n'),
      ]),
    })
    return this.#tried({ status: response.statusCode, body: response.body })
  }

  #tried({ status, body }: { readonly status: number; readonly body: string }): Tried {
    return {
      status,
      isDone: status === 200 && body.includes('"result":"success"'),
      text: `${status} ${body.slice(0, 160)}`,
    }
  }

  /** The state of an account that registers now. */
  async registered(account: Account): Promise<AccountState> {
    const { body } = await this.server.raw(account, {
      method: 'POST',
      path: '/api/v1/register',
      form: encodeForm({
        apply_markdown: true,
        slim_presence: true,
        client_capabilities: {
          notification_settings_null: true,
          bulk_message_deletion: true,
          user_avatar_url_field_optional: true,
          stream_typing_notifications: true,
          user_settings_object: true,
          linkifier_url_template: true,
          user_list_incomplete: true,
          empty_topic_name: true,
          archived_channels: true,
          include_deactivated_groups: true,
          simplified_presence_events: true,
          individual_emoji_changes: true,
        },
      }),
    })
    const { queue_id: queue } = JSON.parse(body) as { queue_id: string } // shape of POST /register
    await this.ask(account, 'DELETE', '/events', { queue_id: queue })
    const one = this.#registered.get(account.id) ?? new RegisteredAccount()
    this.#registered.set(account.id, one)
    return one.take(body, this.nowSeconds * 1000)
  }
}
