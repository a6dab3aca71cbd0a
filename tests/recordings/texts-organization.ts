import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { Service } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

/** The keys of a recorded registration that the texts need. */
interface RecordedRegistration {
  readonly realm_users: readonly { readonly user_id: number; readonly full_name: string }[]
}

interface RecordedNames {
  readonly ids: Readonly<Record<string, number>>
  readonly streams: Readonly<Record<string, number>>
}

function recording(name: string): unknown {
  return JSON.parse(readFileSync(resolve(import.meta.dirname, name), 'utf8')) as unknown
}

/** A recorded text and the stock server's HTML. */
export interface RecordedText {
  readonly input: string
  readonly html: string
}

/** The recording of one level: its folder, and values that differ from ours. */
interface TextsRecording {
  readonly folder: string
  /** The level of our server with the same forms. */
  readonly level: FeatureLevel
  readonly names: RecordedNames
  readonly group: number
  /** The picture of the organization's emoji `:octopus:`. */
  readonly picture: string
  /** The message in the topic `release 2.4` to which links to the topic lead. */
  readonly linkedMessage?: number
}

/** The recordings by the level of the stock server. */
export const textsRecordings = {
  237: {
    folder: '.',
    level: 237,
    names: recording('events.json') as RecordedNames,
    group: 57,
    picture: '/user_avatars/6/emoji/images/11.png',
  },
  372: {
    folder: '372',
    level: 371,
    names: {
      ids: { ada: 32, iris: 33, noor: 34, mei: 35, hana: 36, yusra: 37 },
      streams: { 'arm-firmware': 36, board: 38, 'field-reports': 39, general: 35, leads: 37 },
    },
    group: 109,
    picture: '/user_avatars/5/emoji/images/abacb628.png',
    linkedMessage: 2555,
  },
} as const satisfies Readonly<Record<number, TextsRecording>>

/** The texts of a recording. */
export function recordedTexts({ folder }: TextsRecording): readonly RecordedText[] {
  return recording(`${folder}/markdown.json`) as readonly RecordedText[]
}

/** An organization with the users, streams, group and emoji of the texts. */
export interface TextsOrganization {
  /** Our server's HTML of a recorded text. */
  render(input: string): Promise<string>
  /** Recorded HTML with our ids instead of the recorded ones. */
  mapped(html: string): string
}

/** Creates the organization on a server of the stock dialect. */
export async function textsOrganization(recorded: TextsRecording): Promise<TextsOrganization> {
  const service = await Service.start({ dialect: 'zulip', featureLevel: recorded.level })
  const { ids, streams } = recorded.names
  const people237 = textsRecordings[237].names.ids
  const { realm_users: users } = recording('register.json') as RecordedRegistration
  const people = new Map<number, Account>()
  for (const [key, id] of Object.entries(ids)) {
    const name = users.find((user) => user.user_id === people237[key])?.full_name ?? key
    people.set(id, service.person(name, key === 'ada' ? 'owner' : key === 'iris' ? 'administrator' : 'member'))
  }
  const iris = person('iris')
  const ourStreams = new Map<number, number>()
  for (const [name, id] of Object.entries(streams)) ourStreams.set(id, await service.stream(name, [iris]))
  await service.ok(iris, 'POST', '/user_groups/create', {
    name: 'crew',
    description: '',
    members: [person('noor').id],
  })
  const sent = await service.ok(iris, 'POST', '/messages', {
    type: 'stream',
    to: 'arm-firmware',
    topic: 'release 2.4',
    content: 'Tomorrow.',
  })
  const groups = await service.ok(iris, 'GET', '/user_groups')
  const ourGroup = (groups.user_groups as { id: number; name: string }[]).find(({ name }) => name === 'crew')?.id ?? 0
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  )
  await service.upload(iris, '/realm/emoji/octopus', 'octopus.png', picture)
  const { emoji } = await service.ok(iris, 'GET', '/realm/emoji')
  const ourPicture = Object.values(emoji as Record<string, { source_url: string }>)[0]?.source_url ?? ''

  function person(key: string): Account {
    const account = people.get(ids[key] ?? 0)
    if (account === undefined) throw new Error(`nobody is called ${key}`)
    return account
  }

  const user = (id: string) => String(people.get(Number(id))?.id ?? id)
  const stream = (id: string) => String(ourStreams.get(Number(id)) ?? id)
  return {
    async render(input) {
      const content = input.replaceAll(/(?<=\|)\d+(?=\*\*)/g, user)
      return String((await service.ok(iris, 'POST', '/messages/render', { content })).rendered)
    },
    mapped: (html) =>
      html
        .replaceAll(/(?<=data-user-id=")\d+/g, user)
        .replaceAll(/(?<=data-stream-id="|\/#narrow\/(?:stream|channel)\/)\d+/g, stream)
        .replaceAll(`data-user-group-id="${recorded.group}"`, `data-user-group-id="${ourGroup}"`)
        .replaceAll(recorded.picture, ourPicture)
        .replaceAll(`/with/${recorded.linkedMessage}"`, `/with/${String(sent.id)}"`),
  }
}
