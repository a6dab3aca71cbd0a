import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compare } from './compare.ts'
import { judge, type Difference } from './deviations.ts'
import { RecordedOrganization, routeOf } from './organization.ts'
import type { Played } from './player.ts'
import { recordings, type Json, type JsonObject, type RecordedAnswer } from './recording.ts'

/** The headers that clients use; counts in others depend on the recorded minute. */
const headers = ['content-type', 'cache-control', 'vary', 'x-ratelimit-limit'] as const

/** Our page of messages in the short form of the recording: the recorded keys of each message. */
function inShort(recorded: Json, ours: Json): Json {
  const [first] = messagesOf(recorded)
  if (first === undefined || 'content' in first) return ours
  const keys = new Set(messagesOf(recorded).flatMap((message) => Object.keys(message)))
  const short = messagesOf(ours).map((message) =>
    Object.fromEntries(Object.entries(message).filter(([key]) => keys.has(key))),
  )
  return { ...(ours as JsonObject), messages: short } // an answer, as the recorded one
}

function messagesOf(answer: Json): readonly JsonObject[] {
  const { messages } = answer as { readonly messages?: Json } // an answer, or a page of HTML
  return Array.isArray(messages) ? (messages as readonly JsonObject[]) : []
}

function compareAnswer(organization: RecordedOrganization, recorded: RecordedAnswer, ours: Played): Difference[] {
  const { ids } = organization
  const { label } = recorded
  const differences: Difference[] = []
  const told = Object.fromEntries(Object.entries(recorded.headers).map(([name, value]) => [name.toLowerCase(), value]))
  if (recorded.status !== ours.status) {
    differences.push({ place: `${label}: status`, what: `recorded ${recorded.status}, ours ${ours.status}` })
  }
  for (const name of headers) {
    if (told[name] !== undefined && told[name] !== ours.headers[name]) {
      differences.push({
        place: `${label}: header ${name}`,
        what: `recorded "${told[name]}", ours "${ours.headers[name] ?? ''}"`,
      })
    }
  }
  if (typeof recorded.body === 'string') return differences
  return [
    ...differences,
    ...compare({ ids, label }, recorded.body, inShort(recorded.body, ours.body), routeOf(recorded)),
  ]
}

describe.each(recordings)('the recorded answers at level $level', (recording) => {
  let organization: RecordedOrganization

  beforeAll(async () => {
    organization = await RecordedOrganization.create(recording, { rateLimits: { perUser: 200, perAddress: 100 } })
    await organization.playAll()
  }, 120_000)

  afterAll(() => organization.close())

  it('are equal to those of our server after the steps', async () => {
    const differences: Difference[] = []
    await organization.server.clock.advance(60_000)
    for (const recorded of recording.answers) {
      differences.push(...compareAnswer(organization, recorded, await organization.player.play(recorded)))
    }
    const { unexpected, unused } = judge(recording.level, 'answers', differences)
    console.info(
      `${recording.answers.length} answers at level ${recording.level}, ${differences.length - unexpected.length} differences that are listed`,
    )
    expect(unexpected.map(({ place, what }) => `${place}: ${what}`)).toEqual([])
    expect(unused.map(({ reason }) => reason)).toEqual([])
  })
})
