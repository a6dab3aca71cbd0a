import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#server/system-ports.ts'
import { removeDatabase, temporaryDatabase } from '#support/files.ts'
import { messagesOf, modelOf } from '#support/model.ts'
import { chooseSeed, sampled, SeededRandom } from '#support/random.ts'
import { TestServer, type Account } from '#support/test-server.ts'
import type { KillOrder } from './kill-child.ts'

const rounds = Number(process.env.SKEIN_ENGINE_KILLS ?? sampled(3, 500))
const program = join(import.meta.dirname, 'kill-child.ts')
/**
 * Rounds before a new list is used: a user may add a limited number of submessages to a message (`submessagesOfUser`),
 * and a run adds two or three.
 */
const roundsPerList = 20
/** Deadline of a run that does not reach its count, in milliseconds. */
const longestLifeMs = 20_000

function live(order: KillOrder): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, SKEIN_KILL_ORDER: JSON.stringify(order) },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const timer = order.killAt === null ? undefined : setTimeout(() => child.kill('SIGKILL'), longestLifeMs)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      resolve(signal ?? String(code))
    })
  })
}

interface Entry {
  readonly kind: 'message' | 'scheduled' | 'stroke' | 'draft'
  readonly text: string
  readonly state: 'tried' | 'done' | 'refused'
}

/** The certain and the possible number of times that each text was written. */
function tally(journal: string): Map<string, { kind: Entry['kind']; text: string; least: number; most: number }> {
  const entries = readFileSync(journal, 'utf8').trimEnd().split('\n').filter(Boolean)
  const tallies = new Map<string, { kind: Entry['kind']; text: string; least: number; most: number }>()
  for (const line of entries) {
    const { kind, text, state } = JSON.parse(line) as Entry // written by kill-child.ts
    const key = `${kind}:${text}`
    const known = tallies.get(key) ?? { kind, text, least: 0, most: 0 }
    if (state === 'tried') known.most += 1
    else if (state === 'done') known.least += 1
    else known.most -= 1
    tallies.set(key, known)
  }
  return tallies
}

/** Other people write, react and edit while the engine is killed and restarted. */
class Traffic {
  readonly #server: TestServer
  readonly #random: SeededRandom
  readonly #people: readonly Account[]
  readonly #stream: number
  readonly #iris: Account
  #isOn = true

  constructor(server: TestServer, random: SeededRandom, iris: Account, people: readonly Account[], stream: number) {
    this.#server = server
    this.#random = random
    this.#people = people
    this.#iris = iris
    this.#stream = stream
  }

  stop(): void {
    this.#isOn = false
  }

  async run(): Promise<void> {
    const ids: number[] = []
    for (let count = 0; this.#isOn; count += 1) {
      const author = this.#random.pick(this.#people)
      const dice = this.#random.below(10)
      const id = ids.length === 0 ? 0 : this.#random.pick(ids)
      if (dice < 6 || ids.length === 0) {
        const place = this.#random.chance(0.8)
          ? { stream: this.#stream, topic: this.#random.pick(['a', 'b', 'c']) }
          : { direct: [this.#iris.id] }
        ids.push(await this.#server.post(author, place, `noise ${count}`))
      } else if (dice < 8) {
        await this.#server.call(author, 'POST', `/messages/${id}/reactions`, { emoji_name: 'heart' })
      } else {
        await this.#server.call(author, 'PATCH', `/messages/${id}`, { content: `noise, edited ${count}` })
      }
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }
}

describe('an engine that is killed', () => {
  it(
    `${rounds} times at a statement or a request loses nothing, doubles nothing, and converges [Q1] [Q2] [S1] [S3] [S6]`,
    { timeout: 60 * 60_000 },
    async () => {
      const seed = chooseSeed()
      const random = new SeededRandom(seed)
      const server = new TestServer({
        serverClock: systemClock,
        database: temporaryDatabase(),
        random: new SeededRandom(seed + 1),
      })
      await server.start()
      const { iris, noor, mei, general } = server.seed()
      server.built.context.sql('UPDATE user SET role = 100 WHERE id = ?', [iris.id])
      const lists = await writeLists(server, noor, general)
      const url = await server.built.app.listen({ host: '127.0.0.1', port: 0 })
      const database = temporaryDatabase()
      const journal = join(dirname(database), 'journal')
      writeFileSync(journal, '')
      const base = {
        url,
        email: iris.email,
        apiKey: iris.apiKey,
        database,
        journal,
        began: Date.now(),
        streamId: general,
        otherId: noor.id,
        listKey: `0,${noor.id}`,
      }
      const listOf = (round: number) => lists[Math.floor(round / roundsPerList)] ?? 0
      const traffic = new Traffic(server, new SeededRandom(seed + 2), iris, [noor, mei], general)
      const running = traffic.run()
      for (let round = 1; round <= rounds; round += 1) {
        const killAt = random.chance(0.7)
          ? ({ what: 'statement', k: 30 + random.below(4_000) } as const)
          : ({ what: 'request', k: 1 + random.below(40) } as const)
        const end = await live({ ...base, listId: listOf(round), engineEpoch: round, seed: seed + 10 + round, killAt })
        expect([round, end]).toEqual([round, 'SIGKILL'])
        expect([round, ...soundness(database)]).toEqual([round, 'ok', 'ok'])
      }
      traffic.stop()
      await running
      expect(await live({ ...base, listId: listOf(rounds), engineEpoch: rounds + 1, seed, killAt: null })).toBe('0')

      const written = tally(journal)
      const counts = await countAtServer(server, iris, lists)
      let messages = 0
      for (const { kind, text, least, most } of written.values()) {
        if (kind === 'draft') continue
        const found = counts.get(`${kind}:${text}`) ?? 0
        expect([text, found >= least, found <= most]).toEqual([text, true, true])
        messages += found
      }
      const drafts = [...written.values()].filter((entry) => entry.kind === 'draft')
      const lastSure = drafts.findLastIndex((entry) => entry.least > 0)
      // The last stored words, or those of a later key press that was lost in the kill. Short lives may write none.
      const acceptable =
        drafts.length === 0 ? [undefined] : drafts.slice(Math.max(lastSure, 0)).map((entry) => entry.text)
      expect(acceptable).toContain(draftOf(database))

      const other = temporaryDatabase()
      const fresh = { ...base, listId: listOf(rounds), database: other, engineEpoch: 1, seed, killAt: null }
      expect(await live(fresh)).toBe('0')
      expect(modelOf(database)).toEqual(modelOf(other))
      const [here, there] = [messagesOf(database), messagesOf(other)]
      for (const [id, row] of there) if (here.has(id)) expect(here.get(id)).toEqual(row)
      expect(here.size).toBeGreaterThan(rounds)
      console.log(
        `engine kills: ${rounds} kills from seed ${seed}, ${messages} messages and strokes, each exactly once`,
      )
      await server.stop()
      for (const path of [database, other, server.database]) removeDatabase(path)
    },
  )
})

/** Integrity checks of SQLite and of the search index. */
function soundness(database: string): string[] {
  const opened = new Database(database)
  const integrity = String(opened.pragma('integrity_check', { simple: true }))
  // A life may end before it has made the search index.
  if (opened.prepare("SELECT 1 FROM sqlite_master WHERE name = 'message_text'").get() === undefined) {
    opened.close()
    return [integrity, 'ok']
  }
  let index = 'ok'
  try {
    opened.exec("INSERT INTO message_text (message_text) VALUES ('integrity-check')")
    const missing = opened
      .prepare<[], { n: number }>(
        `SELECT count(*) AS n FROM message WHERE is_indexed = 1 AND id NOT IN (SELECT rowid FROM message_text)`,
      )
      .get()
    if (missing?.n !== 0) index = `${missing?.n ?? '?'} messages are not in the index`
  } catch (error) {
    index = String(error)
  }
  opened.close()
  return [integrity, index]
}

/** To-do lists, each with one task. */
async function writeLists(server: TestServer, author: Account, stream: number): Promise<number[]> {
  const task = { type: 'new_task', key: 0, task: 'bread', desc: '', completed: false }
  const lists: number[] = []
  for (let list = 0; list <= rounds / roundsPerList; list += 1) {
    const id = await server.post(author, { stream, topic: 'list' }, '/todo')
    const part = { message_id: String(id), msg_type: 'widget', content: JSON.stringify(task) }
    await server.call(author, 'POST', '/submessage', part)
    lists.push(id)
  }
  return lists
}

async function countAtServer(server: TestServer, iris: Account, lists: readonly number[]) {
  const counts = new Map<string, number>()
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  // The file is read directly, since a long run has more messages than an answer.
  const reader = new Database(server.database, { readonly: true })
  const sent = reader.prepare<[number], { content: string }>('SELECT content FROM message WHERE sender_id = ?')
  for (const { content } of sent.all(iris.id)) add(`message:${content}`)
  reader.close()
  const { scheduled_messages: scheduled } = await server.call(iris, 'GET', '/scheduled_messages')
  for (const { content } of scheduled as { content: string }[]) add(`scheduled:${content}`)
  for (const list of lists) {
    const { message } = await server.call(iris, 'GET', `/messages/${list}`)
    const { submessages } = message as { submessages: { sender_id: number }[] } // shape of GET /messages/{id}
    for (const part of submessages) if (part.sender_id === iris.id) add('stroke:stroke')
  }
  return counts
}

function draftOf(database: string): string | undefined {
  const reader = new Database(database, { readonly: true })
  const row = reader.prepare<[], { content: string }>("SELECT content FROM draft WHERE id = 'the-draft'").get()
  reader.close()
  return row?.content
}
