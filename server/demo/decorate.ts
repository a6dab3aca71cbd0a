import type { ServerContext } from '../context/context.ts'
import { emojiCode } from '../markdown/inline/emoji.ts'
import { demoChart, demoFile } from './constructs.ts'
import { drawPng } from '../base/png.ts'
import { plot } from './picture.ts'
import type { PersonKey } from './people.ts'

/** The picture in a conversation, by the path in its message. */
export const demoPicture = '1/de/demo/cold-chamber.png'

/** Reactions to messages, which are identified by their first words. */
const reactions: readonly (readonly [start: string, emoji: string, people: readonly PersonKey[]])[] = [
  ['Found it. The temperature table', 'tada', ['iris', 'tomasz', 'mei', 'ada']],
  ['Found it. The temperature table', 'eyes', ['hana']],
  ['The data sheet says', '+1', ['tomasz', 'ravi']],
  ['I can run the cold chamber tonight', 'heart', ['noor', 'mei']],
  ['I can run the cold chamber tonight', 'weatherproof', ['tomasz', 'noor', 'ada']],
  ['You are a hero.', 'raised_hands', ['ada', 'noor']],
]

/** Adds the file and the custom emoji that demo messages use; call before the messages are written. */
export function addDemoFiles(context: ServerContext, now: number, idOf: (key: PersonKey) => number): void {
  const { files } = context.ports
  // The curves: the chamber warms up from its walls, and the sensor on the arm lags.
  const picture = plot(480, [
    { color: [66, 99, 235], at: (x) => 0.16 + 0.68 * Math.exp(-5 * x) },
    { color: [217, 72, 15], at: (x) => 0.2 + 0.66 * Math.exp(-2.6 * Math.max(0, x - 0.06)) },
  ])
  files.write(`uploads/${demoPicture}`, picture)
  context.tables.attachments.add({
    user_id: idOf('ravi'),
    path_id: demoPicture,
    name: 'cold-chamber.png',
    size: picture.length,
    create_time: now - 9000,
  })
  const chart = plot(320, [
    { color: [66, 99, 235], at: (x) => 0.75 - 0.5 * x + 0.06 * Math.exp(-(((x - 0.45) / 0.05) ** 2)) },
  ])
  const table = Buffer.from('colour,for,up to °C\ngrey,cardboard,60\nblue,oil and fish,60\nwhite,food,80\n')
  for (const [path, name, bytes, key] of [
    [demoChart, 'torque-curve.png', chart, 'ravi'],
    [demoFile, 'pads.csv', table, 'mei'],
  ] as const) {
    files.write(`uploads/${path}`, bytes)
    const create_time = now - 9 * 86_400
    context.tables.attachments.add({ user_id: idOf(key), path_id: path, name, size: bytes.length, create_time })
  }
  // The icon: a drop under a roof.
  const drop = drawPng(48, (x, y) => {
    if (y < 0.34 && Math.abs(x - 0.5) < y) return [196, 84, 20]
    return Math.hypot(x - 0.5, (y - 0.66) * 0.9) < 0.24 ? [46, 120, 214] : undefined
  })
  files.write('avatars/emoji/images/weatherproof.png', drop)
  context.tables.emoji.add('weatherproof', 'weatherproof.png', idOf('ada'))
}

/** Adds reactions, stars and the demo user's drafts; call after the messages were written. */
export function addDemoReactions(context: ServerContext, now: number, idOf: (key: PersonKey) => number): void {
  const { messages, emoji, reactions: table, drafts, streams } = context.tables
  for (const [start, name, people] of reactions) {
    const condition = { sql: 'm.content LIKE ?', parameters: [`${start}%`] }
    const [row] = messages.page(idOf('iris'), condition, { comparison: '>', anchor: 0, limit: 1 })
    const custom = emoji.byName(name)
    const code = custom === undefined ? emojiCode(name) : String(custom.id)
    if (row === undefined || code === undefined) continue
    for (const person of people) {
      table.add({
        message_id: row.id,
        user_id: idOf(person),
        emoji_name: name,
        emoji_code: code,
        reaction_type: custom === undefined ? 'unicode_emoji' : 'realm_emoji',
      })
    }
  }
  const firmware = streams.byName('arm-firmware')
  if (firmware === undefined) return
  drafts.add({
    user_id: idOf('iris'),
    type: 'stream',
    recipients: JSON.stringify([firmware.id]),
    topic: 'release 2.4',
    content: 'Before the 27th we still need the calibration file written, and somebody who',
    timestamp: now - 5400,
  })
}
