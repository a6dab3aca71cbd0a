import type { ServerContext } from '../context/context.ts'
import { draw } from '../markdown/drawing/draw.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { directDestination, streamDestination } from '../messages/sending/destination.ts'
import { sendMessage } from '../messages/sending/sending.ts'
import { constructs } from './constructs.ts'
import { addDemoFiles, addDemoReactions } from './decorate.ts'
import { pastMessages } from './history.ts'
import { addDemoGroups, addDemoLife } from './life.ts'
import { roles } from '../people/permissions.ts'
import { hashPasswordSync } from '../base/passwords.ts'
import { demoPassword, people, streams, type PersonKey } from './people.ts'
import { landscape } from './picture.ts'
import { threads, type Thread } from './threads.ts'

const apiHost = 'alder.example'
const buildRuns = 140

/** An account of the organization, as `npm run server` prints it. */
export interface DemoAccount {
  readonly email: string
  readonly password: string
  readonly api_key: string
  readonly user_id: number
  readonly role: string
}

interface Planned {
  readonly timestamp: number
  readonly order: number
  readonly thread: Pick<Thread, 'to'>
  readonly sender: PersonKey
  readonly text: string
  readonly unread: boolean
}

/** Fills an empty organization with the demo's users, streams and conversations, which end at the present time. */
export function createDemo(context: ServerContext): void {
  const now = context.nowSeconds()
  context.drawings.here(draw, () => {
    context.write(() => {
      fill(context, now)
    })
  })
}

function fill(context: ServerContext, now: number): void {
  context.tables.organization.create({
    stringId: 'alder',
    name: 'Alder Robotics',
    description: 'Arms that can stand the weather.',
    createdAt: now - 900 * 86_400,
  })
  const ids = addPeople(context, now)
  const idOf = (key: PersonKey): number => ids.get(key) ?? 0
  addStreams(context, now, idOf)
  addDemoGroups(context, idOf)
  addDemoFiles(context, now, idOf)
  const demoUserId = idOf('iris')
  for (const message of plan(now)) {
    const sender = context.tables.users.get(idOf(message.sender))
    if (sender === undefined) continue
    const { to } = message.thread
    sendMessage(context, {
      sender,
      destination:
        'stream' in to
          ? streamDestination(context, sender, to.stream, to.topic)
          : directDestination(context, sender, ['iris' as const, ...to.direct].map(idOf)),
      content: message.text,
      client: 'Skein',
      readBySender: true,
      timestamp: message.timestamp,
      isRead: (userId) => userId !== demoUserId || !message.unread,
    })
  }
  addDemoReactions(context, now, idOf)
  addDemoLife(context, now, idOf)
}

function addPeople(context: ServerContext, now: number): Map<PersonKey, number> {
  const ids = new Map<PersonKey, number>()
  const passwordHash = hashPasswordSync(demoPassword)
  for (const [index, person] of people.entries()) {
    const picture = 'hue' in person ? `${person.key}.png` : undefined
    if (picture !== undefined && 'hue' in person) {
      context.ports.files.write(`avatars/${picture}`, landscape(person.hue))
    }
    const id = context.tables.users.add(
      {
        deliveryEmail: person.email,
        fullName: person.name,
        role: person.role,
        passwordHash,
        apiKey: context.ports.random.bytes(24).toString('base64url'),
        timezone: person.timezone,
        dateJoined: now - Math.max(5, 800 - index * 19) * 86_400,
        isBot: 'isBot' in person,
        ...('isBot' in person ? { botOwnerId: ids.get('ada') ?? 0 } : {}),
        ...(picture === undefined ? {} : { avatarPath: picture }),
      },
      apiHost,
    )
    ids.set(person.key, id)
  }
  return ids
}

function addStreams(context: ServerContext, now: number, idOf: (key: PersonKey) => number): void {
  for (const stream of streams) {
    const members = 'private' in stream ? stream.private : undefined
    const id = context.tables.streams.add({
      name: stream.name,
      description: stream.description,
      renderedDescription: renderMarkdown(stream.description, context.directory).html,
      dateCreated: now - 700 * 86_400,
      inviteOnly: members !== undefined,
      postPolicy: 'policy' in stream ? stream.policy : 1,
      isDefault: 'isDefault' in stream,
    })
    const readers: readonly PersonKey[] | undefined = 'readers' in stream ? stream.readers : undefined
    for (const person of people) {
      const isGuest = person.role === roles.guest
      const isOpenToSam = person.key === 'sam' && (stream.name === 'design' || stream.name === 'general')
      const named = members ?? readers
      const joins = named === undefined ? !isGuest || isOpenToSam : named.some((key) => key === person.key)
      if (!joins) continue
      context.tables.streams.subscribe(idOf(person.key), id, {
        color: stream.color,
        isMuted: 'muted' in stream,
        pinToTop: 'pin' in stream,
      })
    }
  }
}

/** All messages of the demo by time, so that their ids ascend. */
function plan(now: number): Planned[] {
  const planned: Planned[] = []
  for (const thread of threads) {
    const last = now - Math.round(thread.endedHoursAgo * 3600)
    for (const [index, [sender, text]] of thread.lines.entries()) {
      const fromEnd = thread.lines.length - 1 - index
      // Uneven gaps look natural; the pattern is fixed, so that every demo is the same.
      const gap = thread.minutesBetween * 60 * (fromEnd + 0.35 * Math.sin(fromEnd * 2.3))
      planned.push({
        timestamp: Math.round(last - Math.max(0, gap)),
        order: planned.length,
        thread,
        sender,
        text,
        unread: fromEnd < (thread.unread ?? 0) && sender !== 'iris',
      })
    }
  }
  for (let run = 0; run < buildRuns; run += 1) {
    const number = 5120 + run
    const failed = run % 17 === 5
    planned.push({
      timestamp: now - (buildRuns - run) * 4111,
      order: planned.length,
      thread: { to: { stream: 'build-log', topic: failed ? 'failures' : 'nightly and branches' } },
      sender: 'build',
      text: failed
        ? `Build **#${number}** failed in \`test_torque_limits\` after ${41 + (run % 9)} s.`
        : `Build #${number} passed in ${170 + ((run * 37) % 60)} s.`,
      unread: run >= buildRuns - 9,
    })
  }
  for (const past of [...pastMessages(), ...constructs]) {
    planned.push({
      timestamp: Math.round(now - past.age),
      order: planned.length,
      thread: { to: { stream: past.stream, topic: past.topic } },
      sender: past.sender,
      text: past.text,
      unread: false,
    })
  }
  return planned.sort((a, b) => a.timestamp - b.timestamp || a.order - b.order)
}

/** The demo accounts for sign-in, the demo user first. */
export function demoAccounts(context: ServerContext, roleName: (role: number) => string): DemoAccount[] {
  return people
    .filter((person) => !('isBot' in person) && !('hasLeft' in person))
    .flatMap((person) => {
      const user = context.tables.users.byEmail(person.email)
      if (user === undefined) return []
      return [
        {
          email: user.delivery_email,
          password: demoPassword,
          api_key: user.api_key,
          user_id: user.id,
          role: roleName(user.role),
        },
      ]
    })
}
