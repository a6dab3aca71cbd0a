import { statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Engine } from '#engine/engine.ts'
import { readerInWorker } from '#engine/workers/reader/worker-reader.ts'
import { readerHere } from '#engine/workers/reader/reader.ts'
import type { FindQuery } from '#engine/store/find.ts'
import { noNames } from '#engine/store/names/find-names.ts'
import { openStore } from '#engine/store/store.ts'
import { generateCache, generatedMessage, offlinePorts } from '#tests/bench/world.ts'
import { narrowQuery } from '#support/narrow-query.ts'
import { SeededRandom } from '#support/random.ts'
import { removeDatabase } from '#support/files.ts'

const file = new URL('../../../../../../main/engine/workers/reader/entry.ts', import.meta.url)
const warnings: string[] = []
const read = (program: URL, database: string) =>
  readerInWorker(program, { database, key: null }, (message) => warnings.push(message))
const everything = { sql: '1', parameters: [], isByPerson: false }

function query(match: string | null, more: Partial<FindQuery> = {}): FindQuery {
  return { match, beginnings: null, condition: everything, before: Number.MAX_SAFE_INTEGER, limit: 50, ...more }
}

function ids(rows: readonly { id: number }[] | null) {
  return rows?.map((row) => row.id)
}

describe('the reader thread', () => {
  let path = ''

  beforeAll(() => {
    path = generateCache(3000)
  })
  afterAll(() => {
    removeDatabase(path)
  })

  it('finds the same as a search in the engine’s thread, for any question', async () => {
    const store = openStore(path)
    const here = readerHere(store.finder)
    const apart = read(file, path)
    for (const asked of [
      query('"message"'),
      query('"2999"'),
      query('"29" *'),
      query(null, { condition: { sql: 'm.sender_id = ?', parameters: [7], isByPerson: true } }),
      query('"message"', { condition: { sql: 'm.sender_id = ?', parameters: [7], isByPerson: true } }),
      query('"message"', { before: 1500, limit: 7 }),
      query('"nothing"'),
    ]) {
      expect(await apart.find(asked, 'test')).toEqual(await here.find(asked, 'test'))
    }
    expect(ids(await apart.find(query('"message"', { limit: 3 }), 'test'))).toEqual([3000, 2999, 2998])
    apart.close()
    store.close()
  })

  it('finds the same topics as the engine’s thread: by folded names, and the unnamed one', async () => {
    const store = openStore(path)
    const random = new SeededRandom(1)
    store.transaction(() => {
      for (const [index, topic] of ['', 'Déjà vu', 'deja vu again', 'so deja'].entries()) {
        store.messages.put({
          ...generatedMessage(9000 + index, random),
          stream_id: 3,
          topic,
          topic_key: topic.toLowerCase(),
        })
      }
    })
    const here = readerHere(store.finder)
    const apart = read(file, path)
    const found = async (text: string, topicLimit = 10) => {
      const asked = narrowQuery(text, { topicLimit, changed: store.nameChanges.take() })
      const names = await apart.findNarrows(asked)
      expect(names).toEqual(await here.findNarrows(asked))
      return names.isNear ? [] : names.topics.map(({ name }) => name)
    }
    expect(await found('deja')).toEqual(['deja vu again', 'Déjà vu', 'so deja'])
    expect(await found('deja vu')).toEqual(['Déjà vu', 'deja vu again'])
    expect(await found('chat')).toEqual([''])
    expect(await found('deja nothing')).toEqual([])
    // A word may match the name of the stream.
    const [stream] = store.directory.streams()
    store.transaction(() => {
      if (stream !== undefined) store.directory.putStream({ ...stream, id: 3, name: 'Later' })
    })
    expect(await found('deja lat')).toEqual(['so deja', 'deja vu again', 'Déjà vu'])
    expect(await found('deja', 2)).toHaveLength(2)
    expect(await found('')).toEqual([])
    apart.close()
    expect(await apart.findNarrows(narrowQuery('deja'))).toEqual(noNames)
    expect(await apart.findGroups({ text: 'deja', mostWords: 8, limit: 1, changed: null })).toMatchObject({ ids: [] })
    store.close()
  })

  it('finds similar names, with additions and removals', async () => {
    const path = generateCache(100)
    const store = openStore(path)
    const random = new SeededRandom(2)
    const putTopic = (id: number, topic: string) => {
      store.messages.put({ ...generatedMessage(id, random), stream_id: 3, topic, topic_key: topic.toLowerCase() })
    }
    store.transaction(() => putTopic(9100, 'Encoder drift'))
    const here = readerHere(store.finder)
    const apart = read(file, path)
    const found = async (text: string) => {
      const asked = narrowQuery(text, { changed: store.nameChanges.take() })
      const names = await apart.findNarrows(asked)
      expect(names).toEqual(await here.findNarrows(asked))
      expect(names.isNear).toBe(true)
      return names.topics.map(({ name, max_id }) => `${name} ${max_id}`)
    }
    expect(await found('encodre')).toEqual(['Encoder drift 9100'])
    store.transaction(() => {
      putTopic(9101, 'encoder drift')
      putTopic(9102, 'encoders')
    })
    expect(await found('encodre')).toEqual(['encoders 9102', 'encoder drift 9101'])
    store.transaction(() => {
      store.messages.remove(9102)
      store.messages.recountTopic(3, 'encoders')
    })
    expect(await found('encodre')).toEqual(['encoder drift 9101'])
    // Many of these are older than all known messages, and then a whole stream is removed.
    store.transaction(() => {
      for (let index = 1; index <= 4000; index += 1) putTopic(200 + index, `found later ${index}`)
    })
    expect(await found('laterr')).toEqual(
      Array.from({ length: 10 }, (_, index) => `found later ${4000 - index} ${4200 - index}`),
    )
    // The freed names are read again, with unreported changes.
    store.finder.freeNames()
    store.transaction(() => putTopic(9200, 'encoders again'))
    const nothing = { ...store.nameChanges.take(), topics: [], people: [], streams: [], hasDirects: false }
    const { topics } = await here.findNarrows(narrowQuery('encodre', { limit: 1, changed: nothing }))
    expect(topics.map(({ name }) => name)).toEqual(['encoders again'])
    store.nameChanges.noteAll()
    store.transaction(() => store.messages.dropTopics(3))
    expect([await found('laterr'), await found('encodre')]).toEqual([[], []])
    const [person] = store.directory.people()
    const people = async (text: string) => {
      const asked = narrowQuery(text, { changed: store.nameChanges.take() })
      const names = await apart.findNarrows(asked)
      expect(names).toEqual(await here.findNarrows(asked))
      return names.directs.map(({ key }) => key)
    }
    const put = (name: string) => {
      store.transaction(() => {
        if (person !== undefined) store.directory.putPerson({ ...person, id: 901, name, email: 'zora@x' })
      })
    }
    put('Zora Quist')
    expect([await people('zoqu'), await people('quits')]).toEqual([['901'], ['901']])
    // A renamed person is found only by the new name.
    put('Nora Quint')
    expect([await people('zoqu'), await people('noqu')]).toEqual([[], ['901']])
    store.transaction(() => store.directory.removePerson(901))
    expect(await people('noqu')).toEqual([])
    apart.close()
    store.close()
    removeDatabase(path)
  })

  it('logs a slow search with its plan and without its text', async () => {
    const apart = read(file, path)
    // The statement needs as many rows as a scan without an index.
    const slow =
      '(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT count(*) FROM n)'
    const condition = { sql: `m.sender_id = ? AND ${slow} > 0`, parameters: [7], isByPerson: true }
    await apart.find(query('"message"', { condition, limit: 1 }), 'test')
    expect(warnings.join()).toMatch(/slow statement \(\d+ ms\): SELECT m\.\* .* plan: .*SEARCH/)
    expect(warnings.join()).not.toContain('"message"')
    apart.close()
  })

  it('answers only the newest question of an asker, and each asker', async () => {
    const apart = read(file, path)
    const older = apart.find(query('"message"'), 'one')
    const newer = apart.find(query('"2999"'), 'one')
    const other = apart.find(query('"2998"'), 'two')
    const dropped = apart.find(query('"2997"'), 'three')
    apart.drop('three')
    expect(await older).toBeNull()
    expect(await dropped).toBeNull()
    expect(ids(await newer)).toEqual([2999])
    expect(ids(await other)).toEqual([2998])
    apart.close()
  })

  it('changes no rows, and reports read errors', async () => {
    const nowhere = read(file, `${path}.not-there`)
    await expect(nowhere.find(query('"message"'), 'test')).rejects.toThrow(/./)
    nowhere.close()
    const apart = read(file, path)
    const bad = query(null, { condition: { sql: 'm.no_such_column', parameters: [], isByPerson: false } })
    await expect(apart.find(bad, 'test')).rejects.toThrow(/no such column/)
    expect(ids(await apart.find(query('"2999"'), 'test'))).toEqual([2999])
    apart.close()
    expect(await apart.find(query('"2999"'), 'test')).toBeNull()
  })

  it('continues in another thread if one has ended', async () => {
    const ending = `import { readFileSync, writeFileSync } from 'node:fs'
      import { parentPort } from 'node:worker_threads'
      const marker = ${JSON.stringify(`${path}.marker`)}
      let wasHere = true
      try { readFileSync(marker) } catch { wasHere = false }
      writeFileSync(marker, 'x')
      parentPort.on('message', (m) => {
        if (!wasHere) process.exit(0)
        parentPort.postMessage({ type: 'answer', id: m.id, output: [] })
      })`
    const apart = read(new URL(`data:text/javascript,${encodeURIComponent(ending)}`), path)
    expect(await apart.find(query('"message"'), 'test')).toEqual([])
    apart.close()
  })

  it('checkpoints the write-ahead log while the engine writes, and keeps it short', async () => {
    const apart = read(file, path)
    const engine = new Engine({ ...offlinePorts(path), reader: apart })
    const write = (draft: number) => {
      const narrow = { kind: 'topic', streamId: 1, topic: `topic ${draft}` } as const
      const content = 'many words '.repeat(500)
      return engine.call('drafts.set', { narrow, draftId: `draft-${draft}`, topic: '', content })
    }
    const logBytes = () => statSync(`${path}-wal`).size
    for (let draft = 0; draft < 100; draft += 1) expect(await write(draft)).toMatchObject({ ok: true })
    expect(await apart.checkpoint()).toBe(0)
    const first = logBytes()
    // The next write restarts the log, so that it does not grow.
    for (let draft = 100; draft < 150; draft += 1) await write(draft)
    expect(logBytes()).toBe(first)
    engine.close()
    const store = openStore(path)
    expect(store.integrity()).toBe('ok')
    expect(store.drafts.all()).toHaveLength(150)
    store.close()
  })

  it('leaves the write-ahead log to the engine if it cannot start', async () => {
    const logs: string[] = []
    const apart = read(new URL('data:text/javascript,throw new Error("no thread here")'), path)
    const engine = new Engine({
      ...offlinePorts(path),
      reader: apart,
      log: (_level, message) => logs.push(message),
    })
    for (let draft = 0; draft < 40; draft += 1) {
      const narrow = { kind: 'topic', streamId: 2, topic: `topic ${draft}` } as const
      await engine.call('drafts.set', { narrow, draftId: `other-${draft}`, topic: '', content: 'words' })
    }
    await expect.poll(() => logs.join(), { timeout: 20_000 }).toMatch(/by the engine itself.*no thread here/)
    // Searches are still answered.
    const found = await engine.call('messages.search', { query: 'message 2999', before: null, limit: 5, where: 'disk' })
    expect(found).toMatchObject({ ok: true, value: { hits: [{ messageId: 2999 }] } })
    expect(logs.join()).toMatch(/searching in the engine’s thread.*no thread here/)
    engine.close()
  })
})
