import { spawn } from 'node:child_process'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#server/system-ports.ts'
import { removeDatabase, temporaryDatabase } from '#support/files.ts'
import { chooseSeed, isDrill, SeededRandom } from '#support/random.ts'
import { TestServer } from '#support/test-server.ts'
import type { HistoryKillOrder } from './history-kill-child.ts'

const program = join(import.meta.dirname, 'history-kill-child.ts')
const many = isDrill ? 1_000_000 : 3_000
const kills = 5
/** The messages of a page. */
const page = 1000
/** Each message of a page takes more statements than this. */
const statementsPerMessage = 3

/** Lets a process fetch; it returns how it ended. */
function live(order: HistoryKillOrder): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, SKEIN_KILL_ORDER: JSON.stringify(order) },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      resolve(signal ?? String(code))
    })
  })
}

/** The sums by which two tables with the same messages agree. */
function sumsOf(database: string, condition: string): unknown {
  const reader = new Database(database, { readonly: true })
  const sums = reader
    .prepare(`SELECT count(*) AS n, min(id) AS first, max(id) AS last, sum(id) AS ids FROM message WHERE ${condition}`)
    .get()
  reader.close()
  return sums
}

describe('the fetch of a whole history by a process that is killed', () => {
  it(
    `${kills} times in the middle of a page has each of ${many} messages once, in the index too [M5]`,
    { timeout: isDrill ? 3_600_000 : 120_000 },
    async () => {
      const seed = chooseSeed()
      const random = new SeededRandom(seed)
      const server = new TestServer({ serverClock: systemClock, database: temporaryDatabase() })
      await server.start()
      const { iris, noor, general } = server.seed()
      const place = { stream: general, topic: 'log' }
      await server.post(noor, place, 'm0')
      server.built.context.sql('UPDATE message SET timestamp = 0', [])
      const everySeconds = Math.min(86_400, Math.floor(1_500_000_000 / many))
      server.fill(place, { from: noor, to: iris, count: many - 1, everySeconds })
      const url = await server.built.app.listen({ host: '127.0.0.1', port: 0 })
      const database = temporaryDatabase()
      const base = { url, email: iris.email, apiKey: iris.apiKey, database, began: Date.now(), streamId: general }

      // So many that some are left for the last process.
      const pagesPerLife = Math.max(1, Math.floor(many / page / (kills + 1)))
      const began = performance.now()
      for (let kill = 1; kill <= kills; kill += 1) {
        const killAt = {
          page: 1 + random.below(pagesPerLife),
          statement: 1 + random.below(page * statementsPerMessage),
        }
        const end = await live({ ...base, engineEpoch: kill, seed: seed + kill, begins: kill === 1, killAt })
        expect([kill, end]).toEqual([kill, 'SIGKILL'])
      }
      expect(await live({ ...base, engineEpoch: kills + 1, seed, begins: false, killAt: null })).toBe('0')
      const tookMs = performance.now() - began

      expect(sumsOf(database, `stream_id = ${general}`)).toEqual(sumsOf(server.database, '1'))
      expect(sumsOf(database, '1')).toMatchObject({ n: many })
      const reader = new Database(database)
      expect(reader.prepare('SELECT state FROM history_fetch').pluck().all()).toEqual(['done'])
      const indexed = reader.prepare("SELECT count(*) FROM message_text WHERE message_text MATCH 'log'").pluck().get()
      expect(indexed).toBe(many)
      expect(reader.pragma('integrity_check', { simple: true })).toBe('ok')
      reader.exec("INSERT INTO message_text (message_text) VALUES ('integrity-check')")
      reader.close()
      console.log(
        `history kills: ${kills} kills from seed ${seed}, ${many} messages, ${Math.round((tookMs * 1000) / many)} µs/message`,
      )
      await server.stop()
      for (const path of [database, server.database]) removeDatabase(path)
    },
  )
})
