import { copyFileSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDemo } from '#server/demo/create-demo.ts'
import { liveDemo } from '#server/demo/live.ts'
import { exchanges, exchangeWords } from '#server/demo/live-exchanges.ts'
import { answers, liveThreads, questionReplies, replies } from '#server/demo/live-lines.ts'
import { addedTables } from './live-tables.ts'
import { temporaryDatabase } from '#support/files.ts'
import { chooseSeed, sampled, SeededRandom } from '#support/random.ts'
import { TestServer } from '#support/test-server.ts'
import { VirtualClock } from '#support/virtual-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Monday, 09:00 in Oslo. */
const monday = Date.UTC(2026, 10, 23, 8)
/** The night to Sunday, 02:00 in Oslo. */
const night = Date.UTC(2026, 10, 22, 1)

/** How long the demo is left open: a week, or from Monday to Wednesday. */
const days = sampled(3, 7)
/** A busy computer takes a while for a week. */
const patienceMs = 180_000

/** The demo of that night, which each test copies. */
const database = temporaryDatabase()

beforeAll(async () => {
  const server = new TestServer({ clock: new VirtualClock(night), database })
  await server.start()
  createDemo(server.built.context)
  await server.stop()
}, patienceMs)

/** The demo with its live activity since `start`. */
async function setUp({ seed = 1, start = monday, isLive = true } = {}) {
  const failures: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => failures.push(String(text)) > 0)
  const copy = temporaryDatabase()
  copyFileSync(database, copy)
  const server = new TestServer({ clock: new VirtualClock(start), random: new SeededRandom(seed), database: copy })
  await server.start()
  const { context } = server.built
  const tables = addedTables(context)
  let stop = isLive ? liveDemo(context) : () => undefined
  const restart = () => {
    stop()
    stop = liveDemo(context)
  }
  const end = async () => {
    stop()
    await server.stop()
  }
  return { server, context, tables, failures, restart, end, clock: server.clock }
}

afterEach(() => {
  vi.restoreAllMocks()
})

/** A message of a topic as a pattern that matches the same text with any words in its slots. */
function patternOf(text: string): RegExp {
  const escaped = text.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${escaped.join('.+')}$`, 'iu')
}

describe(`a live demo that is left open for ${days} days`, { timeout: patienceMs }, () => {
  it('looks like a team at work: in its topics, without repetition, in order, by day and in bounds', async () => {
    const seed = chooseSeed()
    const { clock, tables, failures, end } = await setUp({ seed })
    const topics = tables.topics()
    await clock.advance(days * dayMs)
    // The demo user has scheduled a message of her own.
    const messages = tables.added().filter(({ sender }) => sender !== 'iris')
    expect(failures).toEqual([])

    // Every message is in an existing topic, none of which is a numbered copy.
    expect(messages.filter(({ stream, topic }) => !topics.includes(`${stream} > ${topic}`))).toEqual([])
    expect(messages.filter(({ topic }) => / \(\d+\)$/.test(topic))).toEqual([])

    // The number suits a team of forty, and a small computer can store it.
    const people = messages.filter(({ topic }) => topic !== 'nightly and branches')
    expect(people.length).toBeGreaterThan(28 * days)
    expect(messages.length).toBeLessThan(2_500)
    for (let day = 0; day < days; day += 1) {
      const ofDay = people.filter(({ at }) => Math.floor((at * 1000 - monday) / dayMs) === day)
      expect(ofDay.length, `day ${day}`).toBeGreaterThan(day < 5 ? 15 : 2)
    }

    // No text is repeated within sixty messages of its topic.
    const byTopic = Map.groupBy(tables.all(), ({ stream, topic }) => `${stream} > ${topic}`)
    const live = new Set(messages.map(({ id }) => id))
    for (const [topic, ofTopic] of byTopic) {
      for (const [index, { id, text }] of ofTopic.entries()) {
        if (!live.has(id)) continue
        const before = ofTopic.slice(Math.max(0, index - 60), index).map((other) => other.text)
        expect(before, topic).not.toContain(text)
      }
    }

    // An exchange occurs at most once a day, whatever its words are.
    for (const { stream, topic, lines } of exchanges) {
      const first = patternOf(lines[0]?.[1] ?? '')
      const times = messages.filter(
        (message) => message.stream === stream && message.topic === topic && first.test(message.text),
      )
      for (const [index, { at }] of times.entries()) {
        if (index > 0) expect(at - (times[index - 1]?.at ?? 0), first.source).toBeGreaterThan(19 * 3600)
      }
    }

    // The people of Oslo do not write at night when the demo has no audience.
    const zones = new Map(tables.users().map(({ id, timezone }) => [id, timezone]))
    for (const { at, senderId, text } of people.filter((message) => message.at * 1000 > monday + hourMs)) {
      const zone = zones.get(senderId) ?? ''
      const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit' }).format(at * 1000))
      expect(hour >= 7 && hour < 23, `${text} at ${hour} in ${zone}`).toBe(true)
    }
    expect(Math.max(...tables.reactionCounts())).toBeLessThanOrEqual(4 + tables.reactionsBefore)
    await end()
  })

  it('completes each conversation from its first line to its last', async () => {
    const { clock, tables, end } = await setUp({ seed: 3 })
    await clock.advance(2 * dayMs)
    const byTopic = Map.groupBy(tables.added(), ({ stream, topic }) => `${stream} > ${topic}`)
    let count = 0
    for (const [place, messages] of byTopic) {
      // The topics of a bot and of the demo user's scheduled message.
      if (place === 'build-log > nightly and branches' || place === 'release-notes > release 2.4') continue
      const known = [...liveThreads, ...exchanges].filter(({ stream, topic }) => `${stream} > ${topic}` === place)
      let rest = messages.map(({ text, sender }) => ({ text, sender }))
      while (rest.length > 0) {
        const lines = known
          .map((exchange) => exchange.lines.slice(0, rest.length))
          .find((all) =>
            all.every(([by, text], index) => rest[index]?.sender === by && patternOf(text).test(rest[index].text)),
          )
        expect(lines, `${place}: ${JSON.stringify(rest.slice(0, 3))}`).toBeDefined()
        rest = rest.slice(lines?.length ?? rest.length)
        count += 1
      }
    }
    expect(count).toBeGreaterThan(30)
    await end()
  })

  it('is the same for the same seed, and different for another', async () => {
    const told = async (seed: number) => {
      const { clock, tables, end } = await setUp({ seed })
      await clock.advance(6 * hourMs)
      const messages = tables.added().map(({ topic, text, at }) => [topic, text, at])
      await end()
      return messages
    }
    const first = await told(5)
    expect(first.length).toBeGreaterThan(60)
    expect(await told(5)).toEqual(first)
    expect(await told(6)).not.toEqual(first)
  })

  it('is lively after a start at night, and quiet when it has no audience any more', async () => {
    const { clock, tables, end } = await setUp({ start: night })
    await clock.advance(hourMs)
    const watched = tables.added().length
    expect(watched).toBeGreaterThan(60)
    await clock.advance(3 * hourMs)
    expect(tables.added().length - watched).toBeLessThan(12)
    await end()
  })

  it('continues after a restart of its server without repeating a line', async () => {
    const { clock, tables, restart, end } = await setUp({ seed: 4 })
    for (let round = 0; round < 5; round += 1) {
      await clock.advance(12 * minuteMs)
      restart()
    }
    const texts = tables.added().map(({ topic, text }) => `${topic}: ${text}`)
    expect(texts.length).toBeGreaterThan(70)
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
    await end()
  })

  it('does not write to a topic that was renamed or resolved, or to a stream that was archived', async () => {
    const { server, clock, context, tables, end } = await setUp({ seed: 7 })
    await clock.advance(5 * minuteMs)
    const ada = tables.accountOf('ada')
    const { id } = tables.all().findLast(({ topic }) => topic === 'lunch on Friday') ?? { id: 0 }
    await server.ok(ada, 'PATCH', `/messages/${id}`, { topic: '✔ lunch on Friday', propagate_mode: 'change_all' })
    await server.ok(ada, 'DELETE', `/streams/${context.tables.streams.byName('perception')?.id ?? 0}`)
    const before = tables.added().length
    await clock.advance(dayMs)
    const later = tables.added().slice(before)
    expect(later.filter(({ topic, stream }) => topic === 'lunch on Friday' || stream === 'perception')).toEqual([])
    expect(later.length).toBeGreaterThan(60)
    expect(context.tables.messages.maxId()).toBeGreaterThan(before)
    await end()
  })

  it('sends no line of a deactivated person, and no answer to an unsent line', async () => {
    const { clock, tables, end } = await setUp({ seed: 8 })
    tables.leave('ravi')
    await clock.advance(dayMs)
    const messages = tables.added()
    expect(messages.filter(({ sender }) => sender === 'ravi')).toEqual([])
    const answered = exchanges
      .filter(({ lines }) => lines[0]?.[0] === 'ravi')
      .map(({ lines }) => patternOf(lines[1]?.[1] ?? ''))
    expect(messages.filter(({ text }) => answered.some((pattern) => pattern.test(text)))).toEqual([])
    expect(messages.length).toBeGreaterThan(80)
    await end()
  })
})

describe('an exchange of the live demo', { timeout: patienceMs }, () => {
  it('belongs to an existing topic, and its speakers may post there', async () => {
    const { tables, end } = await setUp({ isLive: false })
    const topics = new Set(tables.topics())
    for (const { stream, topic, lines } of [...exchanges, ...liveThreads]) {
      expect(topics).toContain(`${stream} > ${topic}`)
      expect(lines.length).toBeGreaterThan(1)
      for (const [by] of lines) expect(tables.mayWrite(by, stream), `${by} in ${stream}`).toBe(true)
    }
    await end()
  })

  it('has a slot in each line, so that its repetitions differ, and no unknown slot', () => {
    const known = new Set(Object.keys(exchangeWords(new SeededRandom(1))))
    for (const { lines } of exchanges) {
      for (const [, text] of lines) {
        const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
        expect(names.length, text).toBeGreaterThan(0)
        for (const name of names) expect(known, text).toContain(name)
      }
    }
  })
})

describe('a message of the demo user', { timeout: patienceMs }, () => {
  const written = (text: string, list: readonly string[]) => list.includes(text)

  it('gets one answer if it is the last of several in a direct conversation', async () => {
    const { clock, tables, end } = await setUp({ seed: 9 })
    await clock.advance(minuteMs)
    for (const text of ['Hi', 'one more thing', 'and this']) tables.writeDirect('noor', text)
    await clock.advance(3 * minuteMs)
    const got = tables.added().filter(({ text, sender }) => sender === 'noor' && written(text, replies))
    expect(got).toHaveLength(1)
    await end()
  })

  it('gets no answer that the conversation has had; then it gets a reaction', async () => {
    const { clock, tables, end } = await setUp({ seed: 10 })
    for (let round = 0; round < 12; round += 1) {
      tables.writeDirect('noor', `message ${round}`)
      await clock.advance(2 * minuteMs)
    }
    const got = tables.added().filter(({ text, sender }) => sender === 'noor' && written(text, replies))
    expect(got.map(({ text }) => text).toSorted()).toEqual([...replies].toSorted())
    expect(tables.reactionsTo('message 11')).toBe(1)
    await end()
  })

  it('gets its answer from a mentioned colleague in the same topic, at night too', async () => {
    const { clock, tables, end } = await setUp({ start: night })
    await clock.advance(2 * hourMs)
    tables.write('design', 'words on the panel', '@**Nina Vogel** could you look at this?')
    await clock.advance(3 * minuteMs)
    const got = tables.added().filter(({ text }) => written(text, answers))
    expect(got.map(({ sender, topic }) => [sender, topic])).toEqual([['nina', 'words on the panel']])
    await end()
  })

  it('gets its answer from a person of the topic if it is a question, and at most a reaction otherwise', async () => {
    const { clock, tables, end } = await setUp({ seed: 11, start: night })
    await clock.advance(2 * hourMs)
    tables.write('general', 'books', 'Who has “Kokoro”?')
    for (let index = 0; index < 6; index += 1) {
      tables.write('general', 'the coffee machine', `remark ${index}`)
      await clock.advance(2 * minuteMs)
    }
    const got = tables.added().filter(({ sender }) => sender !== 'iris')
    const toQuestion = got.filter(({ text }) => written(text, questionReplies))
    expect(toQuestion.map(({ topic }) => topic)).toEqual(['books'])
    expect(['hana', 'ada', 'leo', 'elena']).toContain(toQuestion[0]?.sender)
    for (let index = 0; index < 6; index += 1) expect(tables.reactionsTo(`remark ${index}`)).toBeLessThanOrEqual(4)
    expect(got.filter(({ text }) => written(text, [...answers, ...replies]))).toEqual([])
    await end()
  })

  it('gets no answer from a bot, from the user, or in a topic without other people', async () => {
    const { clock, tables, failures, end } = await setUp({ seed: 12, start: night })
    await clock.advance(2 * hourMs)
    const before = tables.added().length
    tables.writeDirect('build', 'Are you there?')
    tables.writeDirect('iris', 'a note')
    tables.write('general', 'a topic of my own', 'Anybody?')
    await clock.advance(5 * minuteMs)
    const got = tables
      .added()
      .slice(before)
      .filter(({ sender, topic }) => sender !== 'iris' && topic === 'a topic of my own')
    expect(got).toEqual([])
    expect(
      tables
        .added()
        .slice(before)
        .filter(({ text }) => written(text, [...replies, ...questionReplies])),
    ).toEqual([])
    expect(failures).toEqual([])
    await end()
  })
})
