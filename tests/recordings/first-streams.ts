import type { ServerContext } from '#server/context/context.ts'
import type { OrganizationSettings } from '#server/context/organization-settings.ts'
import type { sendMessage } from '#server/messages/sending/sending.ts'
import { contentBits, flagBits } from '#server/store/messages/message-rows.ts'
import type { UserRow } from '#server/store/people/users.ts'
import type { StreamRow, StreamTable } from '#server/store/streams.ts'
import type { PersonKey, RecordedLevel } from './recording.ts'

export type AddStream = (
  name: string,
  members: readonly UserRow[],
  more: Partial<Parameters<StreamTable['add']>[0]>,
) => StreamRow

/** Sends a message of the welcome bot, which has this id in the recording. Returns our id. */
export type Say = (
  recorded: number,
  destination: Parameters<typeof sendMessage>[1]['destination'],
  content: string,
) => number

interface Making {
  readonly context: ServerContext
  readonly people: Readonly<Record<PersonKey, UserRow>>
  readonly stream: AddStream
  readonly say: Say
  readonly bot: UserRow
}

const inStream = (row: StreamRow, topic: string) => ({ type: 'stream', stream: row, topic }) as const

/** Adds the streams and messages before the first step; returns the settings that name the streams. */
type Add = (making: Making) => Partial<OrganizationSettings>

const addAt237: Add = ({ context, people, stream, say, bot }) => {
  const general = stream('general', Object.values(people), {
    description: 'Everyone is here. :octopus:',
    isDefault: true,
  })
  const coreTeam = stream('core team', [people.ada], {
    description: 'A private stream for core team members.',
    inviteOnly: true,
    historyPublic: false,
  })
  say(6360, inStream(coreTeam, 'stream events'), 'words of the server')
  for (const id of [6361, 6362]) {
    say(id, inStream(general, 'topic demonstration'), 'words of the [server](https://chat.example/help)')
  }
  const turtles = say(
    6363,
    inStream(general, 'swimming turtles'),
    'words of the server https://chat.example/static/images/cute/turtle.png',
  )
  say(6364, { type: 'direct', userIds: [people.ada.id] }, 'words of the [server](https://chat.example/help)')
  say(6365, { type: 'direct', userIds: [people.iris.id] }, 'words of the [server](https://chat.example/help)')
  // A picture and a reaction of the sender, which the recording lacks.
  context.sql('UPDATE message SET has = has | ? WHERE id = ?', [contentBits.image, turtles])
  const turtle = { emoji_name: 'turtle', emoji_code: '1f422', reaction_type: 'unicode_emoji' }
  context.tables.reactions.add({ message_id: turtles, user_id: bot.id, ...turtle })
  // The three messages of `general` were sent as one batch, whose last one counted as the first.
  context.sql('UPDATE stream SET first_message_id = ? WHERE id = ?', [turtles, general.id])
  return { notifications_stream_id: general.id, signup_notifications_stream_id: coreTeam.id }
}

const addAt372: Add = ({ context, people, stream, say, bot }) => {
  const everybody = Object.values(people)
  const words = 'words of the server'
  const link = '[words](https://chat.example/help) of the server'
  const withLink = [2533, 2535, 2536, 2542, 2544]
  const zulip = stream('Zulip', everybody, {
    description: 'Questions and discussion about using Zulip.',
    isDefault: true,
  })
  const sandbox = stream('sandbox', everybody, { description: words, isDefault: true })
  const general = stream('general', everybody, { description: words, isDefault: true })
  const said = [
    ...[2533, 2534].map((id) => [id, zulip, 'moving messages'] as const),
    ...[2535, 2536].map((id) => [id, sandbox, 'experiments'] as const),
    ...[2537, 2538, 2539].map((id) => [id, sandbox, 'start a conversation'] as const),
    ...[2540, 2541].map((id) => [id, general, 'greetings'] as const),
    ...[2542, 2543, 2544].map((id) => [id, zulip, words] as const),
  ].map(([id, row, topic]) => [id, say(id, inStream(row, topic), withLink.includes(id) ? link : words)] as const)
  say(2545, { type: 'direct', userIds: [people.ada.id] }, link)
  const direct = say(2546, { type: 'direct', userIds: [people.iris.id] }, link)
  // The messages are older than the users, who received them on joining, with a star on the first of each topic.
  const flag = (bit: number, id: number) => {
    context.sql('UPDATE user_message SET flags = flags | ? WHERE user_id = ? AND message_id = ?', [
      bit,
      people.iris.id,
      id,
    ])
  }
  for (const [, id] of said) flag(flagBits.historical, id)
  for (const [recorded, id] of said) {
    if ([2533, 2535, 2537, 2540, 2542].includes(recorded)) flag(flagBits.starred, id)
  }
  flag(flagBits.starred, direct)
  const greeting = said.find(([recorded]) => recorded === 2540)?.[1] ?? 0
  const wave = { emoji_name: 'wave', emoji_code: '1f44b', reaction_type: 'unicode_emoji' }
  context.tables.reactions.add({ message_id: greeting, user_id: bot.id, ...wave })
  // Each stream's messages were sent as one batch, whose last one counted as the first.
  for (const [row, recorded] of [
    [zulip, 2544],
    [sandbox, 2539],
    [general, 2541],
  ] as const) {
    const first = said.find(([id]) => id === recorded)?.[1] ?? 0
    context.sql('UPDATE stream SET first_message_id = ? WHERE id = ?', [first, row.id])
  }
  context.levelSettings?.set('realm', 'zulip_update_announcements_stream_id', general.id)
  return { notifications_stream_id: general.id, signup_notifications_stream_id: -1 }
}

export const firstStreams: Readonly<Record<RecordedLevel, Add>> = { 237: addAt237, 372: addAt372 }
