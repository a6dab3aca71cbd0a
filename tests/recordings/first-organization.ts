import { userDefaultsTable } from '#server/organization/user-settings-defaults.ts'
import { renderMarkdown } from '#server/markdown/render.ts'
import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import { defaultOrganizationSettings, type OrganizationSettings } from '#server/context/organization-settings.ts'
import type { ServerOptions } from '#server/base/options.ts'
import { sendMessage } from '#server/messages/sending/sending.ts'
import { subscribeUsers } from '#server/streams/subscribing.ts'
import type { UserRow } from '#server/store/people/users.ts'
import { changeableProperties } from '#server/people/user-settings.ts'
import { temporaryDatabase } from '#support/files.ts'
import { VirtualClock } from '#support/virtual-clock.ts'
import { TestServer, type Account } from '#support/test-server.ts'
import { firstStreams, type AddStream, type Say } from './first-streams.ts'
import { IdMap } from './id-map.ts'
import { Player, recordedHost } from './player.ts'
import { personKeys, textOf, type Json, type JsonObject, type PersonKey, type Recording } from './recording.ts'

/** The password of each of the six users. */
export const recordedPassword = 'a-password'

/** The server with the organization before its first step. */
export interface Made {
  readonly server: TestServer
  readonly accounts: Readonly<Record<PersonKey, Account>>
  readonly ids: IdMap
  readonly player: Player
}

export async function makeOrganization(recording: Recording, options: ServerOptions): Promise<Made> {
  const { registerBefore, level } = recording
  const createdAt = Number(registerBefore.realm_date_created)
  const clock = new VirtualClock(createdAt * 1000)
  const server = new TestServer({ clock, database: temporaryDatabase() })
  await server.start({
    dialect: 'zulip',
    proxy: 'neighbour',
    webPublicStreams: true,
    featureLevel: recording.ourLevel,
    maxUploadMib: Number(registerBefore.max_file_upload_size_mib),
    ...options,
  })
  const { context } = server.built
  const ids = new IdMap()
  const defaults = registerBefore.realm_user_settings_defaults as JsonObject // shape of a registration
  const userDefaults = JSON.stringify(
    Object.fromEntries(changeableProperties.flatMap((name) => (name in defaults ? [[name, defaults[name]]] : []))),
  )
  const accounts = context.write(() => {
    context.tables.organization.create({ stringId: 'alder', name: 'Alder Robotics', description: '', createdAt })
    context.table(userDefaultsTable).set(userDefaults)
    learnGroups()
    const people = addPeople()
    const settings = addStreams(people)
    changeOrganizationSettings(context, settings)
    return Object.fromEntries(
      personKeys.map((key) => [
        key,
        { id: people[key].id, email: people[key].delivery_email, apiKey: people[key].api_key },
      ]),
    ) as Record<PersonKey, Account> // one for each key
  })
  await clock.advance(Math.floor(Number(registerBefore.server_timestamp)) * 1000 - clock.now())
  return { server, accounts, ids, player: new Player(server, accounts, ids) }

  function learnGroups(): void {
    for (const group of registerBefore.realm_user_groups as readonly JsonObject[]) {
      const own = context.tables.groups.byName(textOf(group.name))
      if (own !== undefined) ids.fits('group', Number(group.id), own.id)
    }
  }

  function addPeople(): Readonly<Record<PersonKey, UserRow>> {
    const recorded = registerBefore.realm_users as readonly JsonObject[] // shape of a registration
    return Object.fromEntries(
      personKeys.map((key) => {
        const person = recorded.find((one) => one.user_id === recording.ids[key])
        if (person === undefined) throw new Error(`${key} is not in the recorded registration`)
        const id = context.tables.users.add(
          {
            deliveryEmail: textOf(person.delivery_email),
            fullName: textOf(person.full_name),
            role: Number(person.role),
            ...(key === 'iris' ? { password: recordedPassword } : {}),
            apiKey: key.padEnd(32, 'k'),
            dateJoined: createdAt,
            settings: userDefaults,
          },
          recordedHost,
        )
        ids.fits('user', recording.ids[key], id)
        const row = context.tables.users.get(id)
        if (row === undefined) throw new Error(`${key} was not stored`)
        return [key, row]
      }),
    ) as Record<PersonKey, UserRow> // one for each key
  }

  function addStreams(people: Readonly<Record<PersonKey, UserRow>>): Partial<OrganizationSettings> {
    const { streams, users } = context.tables
    const stream: AddStream = (name, members, more) => {
      const description = more.description ?? ''
      const renderedDescription = renderMarkdown(description, context.directory).html
      const id = streams.add({ name, renderedDescription, dateCreated: createdAt, ...more, description })
      ids.fits('stream', recording.streams[name] ?? 0, id)
      const row = streams.get(id)
      if (row === undefined) throw new Error(`${name} was not stored`)
      subscribeUsers(context, row, members)
      return row
    }
    const bot = users.system().find((one) => one.full_name === 'Welcome Bot') ?? users.system()[0]
    if (bot === undefined) throw new Error('nobody welcomes')
    const say: Say = (recorded, destination, content) => {
      const sent = sendMessage(context, { sender: bot, destination, content, client: 'Internal', readBySender: true })
      ids.fits('message', recorded, sent.id)
      return sent.id
    }
    const made = firstStreams[level]({ context, people, stream, say, bot })
    const recorded = Object.keys(defaultOrganizationSettings).flatMap((name): [string, Json][] => {
      const value = registerBefore[`realm_${name}`]
      // The recording of the later level lacks policies that became groups; they keep their defaults.
      if (value === undefined && level === 237) throw new Error(`realm_${name} was not recorded`)
      if (value === undefined) return []
      return [[name, name.endsWith('_group') ? ids.ours('group', Number(value)) : value]]
    })
    // The names are those of our settings; the values have the same types.
    const settings = Object.fromEntries(recorded) as unknown as Partial<OrganizationSettings>
    // Its name says MiB, but it is in bytes at level 237.
    const { upload_quota_mib: quota = null } = settings
    const upload_quota_mib = quota === null || level !== 237 ? quota : quota / (1024 * 1024)
    return { ...settings, upload_quota_mib, ...made }
  }
}
