import { newApiKey } from '../people/credentials.ts'
import type { ServerContext } from '../context/context.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { roles } from '../people/permissions.ts'
import { directBit, flagBits } from '../store/messages/message-rows.ts'
import { hashPasswordSync } from '../base/passwords.ts'
import type { GeneratePlan } from './plan.ts'
import { Seeded } from './seeded.ts'
import { areas, firstNames, lastNames, nouns, sentence, topics } from './words.ts'

/** An account to sign in with. */
export interface GeneratedAccount {
  readonly email: string
  readonly password: string
  readonly api_key: string
  readonly user_id: number
}

/** The organization cannot be generated because one exists. */
export class GenerateError extends Error {
  readonly code = 'GENERATE'
}

const host = 'large.example'
const password = 'generated'
const batch = 10_000
const yearSeconds = 365 * 86_400
/** The number of streams that the owner subscribes to. */
const ownerStreams = 100
/** The number of subscribers of the first stream. */
const largestStream = 500
const usualStream = 8
const directShare = 0.1
const texts = 4000
/** The number of latest messages that are unread for some users. */
const unreadTail = 20_000
const unreadShare = 0.3

interface Place {
  readonly recipientId: number
  readonly members: readonly number[]
  readonly topics: readonly string[]
  readonly streamId: number | undefined
}

/** Fills an empty organization according to the plan, for benchmarks; returns the owner's account. */
export function generateOrganization(
  context: ServerContext,
  plan: GeneratePlan,
  report: (line: string) => void,
): GeneratedAccount {
  if (context.tables.organization.find() !== undefined) {
    throw new GenerateError('there is an organization in this folder already; choose another --data')
  }
  const random = new Seeded(plan.seed)
  const now = context.nowSeconds()
  const apiKey = newApiKey(context)
  const users = context.write(() => addUsers(context, plan, random, { now, apiKey }))
  report(`${users.length} people`)
  const places = context.write(() => addStreams(context, plan, random, { now, users }))
  report(`${places.length} streams`)
  const contents = Array.from({ length: texts }, () => {
    const text = sentence(random)
    return { text, html: renderMarkdown(text, context.directory).html }
  })
  const first = now - 2 * yearSeconds
  for (let done = 0; done < plan.messages; done += batch) {
    const end = Math.min(plan.messages, done + batch)
    context.write(() => {
      for (let index = done; index < end; index += 1) {
        const place = random.chance(directShare) ? direct(context, users, random) : pickStream(places, random)
        const { text, html } = random.pick(contents)
        const senderId = random.pick(place.members)
        const isTail = index >= plan.messages - unreadTail
        const topic = place.streamId === undefined ? '' : random.pick(place.topics)
        const id = context.tables.messages.add(
          {
            senderId,
            recipientId: place.recipientId,
            topic,
            topicLinks: '[]',
            content: text,
            rendered: html,
            has: 0,
            timestamp: first + Math.floor((index / plan.messages) * 2 * yearSeconds),
            client: 'Skein',
          },
          place.members.map((userId) => ({
            userId,
            flags:
              (place.streamId === undefined ? directBit : 0) |
              (isTail && userId !== senderId && random.chance(unreadShare) ? 0 : flagBits.read),
          })),
        )
        if (place.streamId !== undefined) context.tables.streams.noteFirstMessage(place.streamId, id)
      }
    })
    if (end % (batch * 10) === 0 || end === plan.messages) report(`${end} messages`)
  }
  const owner = users[0] ?? 0
  return { email: `owner@${host}`, password, api_key: apiKey, user_id: owner }
}

function addUsers(
  context: ServerContext,
  plan: GeneratePlan,
  random: Seeded,
  { now, apiKey }: { now: number; apiKey: string },
): number[] {
  context.tables.organization.create({
    stringId: 'large',
    name: 'Large Works',
    description: '',
    createdAt: now - 3 * yearSeconds,
  })
  const passwordHash = hashPasswordSync(password)
  return Array.from({ length: plan.users }, (_, index) => {
    const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
    return context.tables.users.add(
      {
        deliveryEmail: index === 0 ? `owner@${host}` : `person${index}@${host}`,
        fullName: name,
        role: index === 0 ? roles.owner : random.chance(0.03) ? roles.guest : roles.member,
        passwordHash,
        apiKey: index === 0 ? apiKey : newApiKey(context),
        timezone: 'Europe/Oslo',
        dateJoined: now - Math.floor(random.next() * 3 * yearSeconds),
      },
      host,
    )
  })
}

function addStreams(
  context: ServerContext,
  plan: GeneratePlan,
  random: Seeded,
  { now, users }: { now: number; users: readonly number[] },
): Place[] {
  const owner = users[0] ?? 0
  return Array.from({ length: plan.streams }, (_, index) => {
    const description = `What concerns ${random.pick(areas)} and ${random.pick(nouns)}`
    const streamId = context.tables.streams.add({
      name: index === 0 ? 'general' : `${random.pick(areas)}-${random.pick(nouns)}-${index}`,
      description,
      renderedDescription: `<p>${description}</p>`,
      dateCreated: now - 2 * yearSeconds,
    })
    // Most streams are small; a few are large.
    const size = index === 0 ? largestStream : Math.ceil(usualStream * (0.3 + random.next() ** 3 * 6))
    const members = new Set<number>(index < ownerStreams ? [owner] : [])
    for (let tries = 0; members.size < Math.min(size, users.length) && tries < size * 3; tries += 1) {
      members.add(random.pick(users))
    }
    if (members.size === 0) members.add(owner)
    for (const member of members) context.tables.streams.subscribe(member, streamId, { color: '#76ce90' })
    const topicCount = 2 + random.below(12)
    return {
      recipientId: context.tables.messages.streamRecipient(streamId),
      members: [...members],
      topics: Array.from({ length: topicCount }, (_unused, number) => `${random.pick(topics)} ${number + 1}`),
      streamId,
    }
  })
}

/** Picks streams so that busy ones get more messages, and the stream of all users few. */
function pickStream(places: readonly Place[], random: Seeded): Place {
  const index = Math.floor(random.next() ** 1.5 * places.length)
  const place = places[index] ?? places[0]
  if (place === undefined) throw new RangeError('there are no streams')
  return place
}

function direct(context: ServerContext, users: readonly number[], random: Seeded): Place {
  const one = random.pick(users)
  // Each user writes to a few others.
  const other = users[(one + 1 + random.below(5)) % users.length] ?? one
  const members = [...new Set([one, other])]
  return {
    recipientId: context.tables.messages.directRecipient(members),
    members,
    topics: [''],
    streamId: undefined,
  }
}
