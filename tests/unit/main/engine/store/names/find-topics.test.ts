import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { TopicFinder, type FoundTopicRow } from '#engine/store/names/find-topics.ts'
import { openStore } from '#engine/store/store.ts'
import { foldName, NameQuery } from '#engine/values/folded-text.ts'
import { fillDirectory, generatedMessage } from '#tests/bench/world.ts'
import { temporaryDatabase } from '#support/files.ts'
import { oddName } from '#support/odd-name.ts'
import { chooseSeed, SeededRandom } from '#support/random.ts'

describe('a search of many topics', () => {
  it('finds the same in the same order as comparing and sorting all of them', () => {
    const random = new SeededRandom(chooseSeed())
    const text = (least: number, most: number) => oddName(random, least, most)
    const path = temporaryDatabase()
    const store = openStore(path)
    fillDirectory(store)
    store.transaction(() => {
      // More topics than the limit begin with one letter, and fewer with several letters.
      for (let id = 1; id <= 800; id += 1) {
        const topic = text(0, 9)
        const place = { stream_id: 1 + random.below(5), topic, topic_key: topic.toLowerCase() }
        store.messages.put({ ...generatedMessage(id, random), ...place })
      }
    })
    const database = new Database(path, { readonly: true })
    const all = database.prepare('SELECT stream_id, topic_key, name, max_id FROM topic')
    let rows = all.all() as FoundTopicRow[]
    const write = (id: number, { stream_id, topic_key: key }: FoundTopicRow, topic: string) => {
      const place = { stream_id, topic, topic_key: key }
      store.transaction(() => store.messages.put({ ...generatedMessage(id, random), ...place }))
      rows = all.all() as FoundTopicRow[]
      return { streamId: stream_id, keys: [key] }
    }
    const finder = new TopicFinder(database)
    let isFirst = true
    const limit = 20
    for (let round = 0; round < 400; round += 1) {
      const query = new NameQuery(random.below(3) === 0 ? `${text(1, 2)} ${text(1, 2)}` : text(1, 3))
      if (query.isEmpty) continue
      // Meanwhile known topics get messages, and older messages add unknown topics.
      const known = random.pick(rows)
      const changed =
        round % 4 === 0
          ? [write(1_000 + round, known, known.name)]
          : round % 4 === 2
            ? [write(-round, { ...known, topic_key: `a${text(1, 9)}${round}`.toLowerCase() }, 'a topic')]
            : []
      const [first] = query.words
      const streamsWith = (word: string) => new Set(word === first ? [] : [3])
      const nameOf = ({ topic_key: key }: FoundTopicRow) => foldName(key) || 'abba'
      const matches = (row: FoundTopicRow) => {
        const isIn = query.words.map((word) => nameOf(row).includes(word))
        return isIn.includes(true) && query.words.every((word, at) => isIn[at] || streamsWith(word).has(row.stream_id))
      }
      const expected = rows
        .filter(matches)
        .map((row) => ({ row, rank: query.rank(nameOf(row)) }))
        .sort((a, b) => a.rank - b.rank || b.row.max_id - a.row.max_id)
        .slice(0, limit)
        .map(({ row }) => row)
      finder.applyChanges(isFirst ? null : changed)
      isFirst = false
      expect(finder.find(query, streamsWith, 'abba', limit), query.text).toEqual(expected)
    }
    database.close()
    store.close()
  })
})
