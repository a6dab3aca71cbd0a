import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { nextMerge, readIndexStructure } from '#engine/store/file/index-structure.ts'
import { openStore } from '#engine/store/store.ts'
import { generatedMessage } from '#tests/bench/world.ts'
import { temporaryDatabase } from '#support/files.ts'
import { SeededRandom } from '#support/random.ts'

/** A store whose index has a segment for each of `commits`, and SQLite’s own record of it. */
function indexed(commits: number) {
  const path = temporaryDatabase()
  const store = openStore(path)
  const random = new SeededRandom(1)
  for (let id = 1; id <= commits; id += 1) {
    const plain = Array.from({ length: 100 }, () => `word${random.below(100_000)}`).join(' ')
    store.transaction(() => {
      store.messages.put({ ...generatedMessage(id, random), plain })
    })
  }
  const database = new Database(path)
  const segments = database.prepare<[], number>('SELECT count(DISTINCT segid) FROM message_text_idx').pluck()
  const record = database.prepare<[], Buffer>('SELECT block FROM message_text_data WHERE id = 10').pluck()
  return {
    store,
    path,
    record: () => record.get() ?? Buffer.alloc(0),
    segments: () => segments.get(),
    structure: () => readIndexStructure(record.get() ?? Buffer.alloc(0)) ?? [],
    close: () => {
      database.close()
      store.close()
    },
  }
}

describe('the structure record of the search index', () => {
  it('has as many segments as the index, also in the middle of a merge', () => {
    const { store, segments, structure, close } = indexed(40)
    const read = () => structure().reduce((sum, level) => sum + level.segments.length, 0)
    expect(read()).toBe(40)
    expect(read()).toBe(segments())
    let steps = 0
    let wasMerging = false
    while (store.transaction(() => store.search.merge(1))) {
      steps += 1
      wasMerging ||= structure().some((level) => level.merging > 0)
      expect(read()).toBe(segments())
    }
    expect(steps).toBeGreaterThan(1)
    expect(wasMerging).toBe(true)
    expect(read()).toBeLessThan(16)
    close()
  })

  it('shows in advance whether there is anything to merge', () => {
    for (const commits of [3, 15, 16, 33, 60]) {
      const { store, close } = indexed(commits)
      for (;;) {
        const isDue = store.search.nextMerge() !== null
        expect(store.transaction(() => store.search.merge(1))).toBe(isDue)
        if (!isDue) break
      }
      close()
    }
  })

  it('of an unknown form yields nothing', () => {
    expect(readIndexStructure(Buffer.alloc(0))).toBeNull()
    expect(readIndexStructure(Buffer.from([0, 0, 0, 1, 200, 200, 200]))).toBeNull()
    expect(readIndexStructure(Buffer.alloc(64, 0xff))).toBeNull()
    expect(readIndexStructure(Buffer.from([0, 0, 0, 1, 0, 0, 0]))).toEqual([])
  })

  it('that is truncated, too long or inconsistent yields nothing', () => {
    const { record, close } = indexed(5)
    const bytes = record()
    expect(readIndexStructure(bytes)).toHaveLength(1)
    for (let length = 0; length < bytes.length; length += 1) {
      expect(readIndexStructure(bytes.subarray(0, length)), `${length} bytes`).toBeNull()
    }
    expect(readIndexStructure(Buffer.concat([bytes, Buffer.from([0])]))).toBeNull()
    close()
    // The numbers are cookie, levels, number of segments, pages written; then for each level merging, segments, and
    // each segment’s id and pages.
    const foreign = {
      'more pieces than are said': [0, 0, 0, 1, 1, 1, 9, 0, 2, 1, 1, 4, 2, 5, 9],
      'fewer pieces than are said': [0, 0, 0, 1, 1, 3, 9, 0, 2, 1, 1, 4, 2, 5, 9],
      'more merged than there are': [0, 0, 0, 1, 1, 2, 9, 3, 2, 1, 1, 4, 2, 5, 9],
      'a segment twice': [0, 0, 0, 1, 1, 2, 9, 0, 2, 1, 1, 4, 1, 5, 9],
      'a segment without a number': [0, 0, 0, 1, 1, 2, 9, 0, 2, 0, 1, 4, 2, 5, 9],
      'pages that end before they begin': [0, 0, 0, 1, 1, 2, 9, 0, 2, 1, 5, 4, 2, 5, 9],
      'very many levels': [0, 0, 0, 1, 0xff, 0x7f, 0, 9],
    }
    for (const [what, numbers] of Object.entries(foreign))
      expect(readIndexStructure(Buffer.from(numbers)), what).toBeNull()
    expect(readIndexStructure(Buffer.from([0, 0, 0, 1, 1, 2, 9, 0, 2, 1, 1, 4, 2, 5, 9]))).toEqual([
      { merging: 0, segments: [4, 5] },
    ])
  })

  it('of another version leaves the index to SQLite, which still adds and finds messages', () => {
    const { store, path, close } = indexed(20)
    const writer = new Database(path)
    writer.unsafeMode()
    writer.pragma('writable_schema = ON')
    const structure = 'SELECT block FROM message_text_data WHERE id = 10'
    const right = writer.prepare<[], Buffer>(structure).pluck().get()!
    writer.prepare('UPDATE message_text_data SET block = ? WHERE id = 10').run(Buffer.concat([right, Buffer.from([7])]))
    expect(store.search.nextMerge()).toBe('unknown')
    writer.prepare('UPDATE message_text_data SET block = ? WHERE id = 10').run(right)
    writer.close()
    expect(store.search.nextMerge()).toMatchObject({ segments: 20 })
    store.search.check()
    close()
  })
})

describe('the next merge', () => {
  const level = (count: number, merging = 0) => ({ merging, segments: Array.from({ length: count }, () => 10) })

  it('is that of the level with the most segments, if they are enough', () => {
    expect(nextMerge([], 16)).toBeNull()
    expect(nextMerge([level(15), level(3)], 16)).toBeNull()
    expect(nextMerge([level(16), level(3)], 16)).toEqual({ pages: 160, segments: 16 })
    expect(nextMerge([level(16), level(20)], 16)).toEqual({ pages: 200, segments: 20 })
  })

  it('continues an unfinished one, unless a lower level has more segments', () => {
    expect(nextMerge([level(3), level(20, 16)], 16)).toEqual({ pages: 160, segments: 20 })
    expect(nextMerge([level(17), level(20, 16), level(90)], 16)).toEqual({ pages: 170, segments: 17 })
  })
})
