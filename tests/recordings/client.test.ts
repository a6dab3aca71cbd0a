import { copyFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crashAtStatement, forgetCrash, hasCrashed, watchStatements } from '../simulation/crash.ts'
import { removeDatabase, temporaryDatabase } from '#support/files.ts'
import { chooseSeed, isDrill, sampled, SeededRandom } from '#support/random.ts'
import { allDifferences } from './client-expectations.ts'
import { judge, type Difference } from './deviations.ts'
import { dialects, type Dialect } from './dialects.ts'
import { RecordedClient, rewind } from './recorded-client.ts'
import { RecordedServer } from './recorded-server.ts'
import { textOf } from './recording.ts'
import { RecordedMessages, recordedStates, type WireMessage } from './recorded-state.ts'

/** Ordinary runs test some of the crashes, a drill all. */
const seed = chooseSeed()
/** Ordinary runs have the longest test in one dialect. */
const drawnDialect = new SeededRandom(seed).pick(dialects)
const files: string[] = []

function newFile(): string {
  const file = temporaryDatabase()
  files.push(file)
  return file
}

afterAll(() => {
  for (const file of files) removeDatabase(file)
})

describe.each(recordedStates.map((state) => ({ level: state.recording.level, state })))(
  'the recording of level $level',
  ({ state }) => {
    const { recording, allEvents, newestOfEverything, armFirmware } = state
    const found: Difference[] = []
    /** The database of an engine that registered after all steps, by dialect. */
    const fresh: Partial<Record<Dialect, string>> = {}

    /** Expects the recorded state after a run, except for the listed deviations. */
    function expectAsRecorded(run: string, database: string, dialect: Dialect = 'zulip'): void {
      const differences = allDifferences(state, run, database, fresh[dialect] ?? '')
      found.push(...differences)
      expect(judge(recording.level, 'client', differences).unexpected).toEqual([])
    }

    /** Runs the last engine on a database: it receives the remaining events, and the database is checked. */
    async function expectEnd(
      run: string,
      server: RecordedServer,
      database: string,
      epoch: number,
      dialect: Dialect = 'zulip',
    ) {
      const client = new RecordedClient(server, database, epoch).start()
      await client.online()
      if (!server.isQueueLost) await client.hear()
      await client.settle()
      await client.lookAtStream(armFirmware)
      // A registration lacks the user's files, which are fetched on display.
      if (server.isQueueLost) await client.lookAtUploads()
      expect([client.errors(), server.strange]).toEqual([[], []])
      client.engine.close()
      expectAsRecorded(run, database, dialect)
    }

    beforeAll(async () => {
      for (const dialect of dialects) {
        const server = new RecordedServer(state, dialect)
        server.loseQueue()
        const database = newFile()
        const client = new RecordedClient(server, database, 1).start()
        await client.online()
        await client.settle()
        expect([client.errors(), server.strange]).toEqual([[], []])
        client.engine.close()
        fresh[dialect] = database
      }
    })

    describe('the recorded events', () => {
      it('lead a simple reader to the recorded answers, which proves the played server right', () => {
        expect(allEvents.map((event) => event.id)).toEqual([...allEvents.keys()])
        const messages = new RecordedMessages(state)
        for (const event of allEvents) messages.apply(event)
        const comparable = (message: WireMessage) => ({
          ...Object.fromEntries(
            (['id', 'sender_id', 'type', 'subject', 'content', 'is_me_message', 'submessages'] as const).map((key) => [
              key,
              message[key],
            ]),
          ),
          stream_id: message.stream_id ?? null,
          flags: message.flags.toSorted(),
          last_edit_timestamp: message.last_edit_timestamp ?? null,
          edit_history: message.edit_history ?? [],
          reactions: message.reactions
            .map((vote) => [vote.user_id, vote.emoji_code, vote.reaction_type, vote.emoji_name].map(textOf).join(' '))
            .sort(),
        })
        expect(messages.all(false).map(comparable)).toEqual(newestOfEverything.map(comparable))
      })
    })

    describe('an engine that starts with the first registration', () => {
      it.each(dialects)('applies the events one by one (%s)', async (dialect) => {
        const server = new RecordedServer(state, dialect)
        const database = newFile()
        const client = new RecordedClient(server, database, 1).start()
        await client.online()
        while (!server.isOver) {
          server.happen(1)
          await client.hear()
        }
        await client.settle()
        await client.lookAtStream(armFirmware)
        const counted = client.status
        expect(client.errors()).toEqual([])
        const last = new RecordedServer(state, dialect)
        last.loseQueue()
        const other = new RecordedClient(last, newFile(), 1).start()
        await other.online()
        expect(counted).toMatchObject({ organization: 'Alder' })
        const ofFresh = other.status
        for (const name of ['unread', 'mentions', 'badge'] as const) expect(counted?.[name]).toBe(ofFresh?.[name])
        if (recording.level === 237) expect(counted).toMatchObject({ unread: 6, mentions: 2, badge: 6 })
        expect(await client.presence()).toEqual(await other.presence())
        const noor = await client.person(recording.ids.noor)
        expect(noor.fields).toMatchObject([{ name: 'Phone', value: { kind: 'rendered', html: '<p>+47</p>' } }])
        expect(noor.meta.person).toMatchObject({ name: 'Noor Haddad', role: 'member', email: 'noor@alder.example' })
        expect(noor.fields).toEqual((await other.person(recording.ids.noor)).fields)
        other.engine.close()
        client.engine.close()
        expect([server.strange, server.registrations]).toEqual([[], 1])
        expectAsRecorded('one by one', database, dialect)
      })

      it.each([...Array(sampled(3, 12)).keys()])('hears them in slices of random sizes (run %i)', async (run) => {
        const random = new SeededRandom(seed + run)
        const dialect = random.pick(dialects)
        const server = new RecordedServer(state, dialect)
        const database = newFile()
        const client = new RecordedClient(server, database, 1).start()
        await client.online()
        while (!server.isOver) {
          server.happen(1 + random.below(random.pick([3, 20, 120])))
          // Events may have caused requests that are still in flight.
          if (random.below(2) === 0) await client.hear()
          else await server.clock.advance(random.below(40))
        }
        await client.hear()
        await client.settle()
        await client.lookAtStream(armFirmware)
        expect([client.errors(), server.strange]).toEqual([[], []])
        client.engine.close()
        expectAsRecorded('slices', database, dialect)
      })

      it.each(isDrill ? dialects : [drawnDialect])(
        'ends after every single event, and begins again (%s)',
        { timeout: 120_000 },
        async (dialect) => {
          const server = new RecordedServer(state, dialect)
          const database = newFile()
          for (let life = 1; !server.isOver; life += 1) {
            const client = new RecordedClient(server, database, life).start()
            await client.online()
            server.happen(1)
            await client.hear()
            client.engine.close()
            expect(client.errors()).toEqual([])
          }
          await expectEnd('ends after each', server, database, allEvents.length + 1, dialect)
          expect(server.registrations).toBe(1)
        },
      )

      it(
        'restarts anywhere, misses the rest, and receives it at once or after the end of its queue',
        { timeout: 240_000 },
        async () => {
          const database = newFile()
          const server = new RecordedServer(state)
          const copy = newFile()
          const random = new SeededRandom(seed + 50)
          for (let heard = 0; heard < allEvents.length; heard += 1) {
            const client = new RecordedClient(server, database, 2 * heard + 1).start()
            await client.online()
            if (heard > 0) {
              server.happen(1)
              await client.hear()
            }
            client.engine.close()
            // Each position takes a third of a second: ordinary runs test some of them, a drill all.
            if (!isDrill && random.below(40) > 0) continue
            const later = async (run: string, miss: (other: RecordedServer) => void) => {
              copyFileSync(database, copy)
              const other = new RecordedServer(state)
              other.happen(heard)
              miss(other)
              await expectEnd(run, other, copy, 2 * heard + 2)
            }
            await later('rest at once', (other) => {
              other.happen(allEvents.length)
            })
            await later('queue gone', (other) => {
              other.loseQueue()
            })
          }
        },
      )

      it.each([...Array(sampled(2, 8)).keys()])('hears events twice after restarts (run %i)', async (run) => {
        const random = new SeededRandom(seed + 100 + run)
        const server = new RecordedServer(state)
        const database = newFile()
        let life = 1
        for (; !server.isOver; life += 1) {
          const client = new RecordedClient(server, database, life).start()
          await client.online()
          server.repeats = random.below(8)
          server.happen(1 + random.below(30))
          await client.hear()
          client.engine.close()
          expect(client.errors()).toEqual([])
          // The stored state appears unacknowledged, so that events are applied again, not only sent again.
          rewind(database, random.below(12))
          server.forgetAcknowledged()
        }
        await expectEnd('twice', server, database, life)
      })

      it.each([...Array(sampled(2, 10)).keys()])(
        'crashes at any statement of any life (run %i)',
        { timeout: 60_000 },
        async (run) => {
          const random = new SeededRandom(seed + 200 + run)
          const server = new RecordedServer(state)
          const database = newFile()
          let life = 1
          for (; !server.isOver; life += 1) {
            const client = new RecordedClient(server, database, life).start()
            await client.online()
            crashAtStatement(database, 1 + random.below(400))
            server.happen(1 + random.below(25))
            try {
              await server.clock.advance(2_000)
              await client.hear()
            } catch (error) {
              // Errors of the engine's own work are logged; this one occurs in a timer of the clock.
              if (!hasCrashed(database)) throw error
            }
            forgetCrash(database)
            client.engine.close()
          }
          await expectEnd('crashes', server, database, life)
        },
      )

      it('differs from the recording in exactly the listed deviations', () => {
        const { unexpected, unused } = judge(recording.level, 'client', found)
        // The positions of a lost queue are sampled: only the drill meets every deviation of these runs.
        const isDue = ({ place }: (typeof unused)[number]) => isDrill || !place.source.startsWith('^queue gone')
        expect({ unexpected, unused: unused.filter(isDue) }).toEqual({ unexpected: [], unused: [] })
      })
    })
  },
)

watchStatements()
