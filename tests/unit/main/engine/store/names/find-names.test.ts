import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { nameFinder } from '#engine/store/names/find-names.ts'
import { openStore } from '#engine/store/store.ts'
import { membersOf } from '#engine/values/conversation.ts'
import { foldName, NameQuery } from '#engine/values/folded-text.ts'
import { fillDirectory } from '#tests/bench/world.ts'
import { temporaryDatabase } from '#support/files.ts'
import { narrowQuery } from '#support/narrow-query.ts'
import { oddName } from '#support/odd-name.ts'
import { chooseSeed, SeededRandom } from '#support/random.ts'

/** Sorts ascending by numbers. */
function inOrder<T>(items: readonly T[], numbers: (item: T) => readonly number[]): T[] {
  const compare = (a: readonly number[], b: readonly number[]) => {
    const at = a.findIndex((value, index) => value !== b[index])
    return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
  }
  return items.toSorted((a, b) => compare(numbers(a), numbers(b)))
}

function setUp(seed: number) {
  const random = new SeededRandom(seed)
  const text = (least: number, most: number) => oddName(random, least, most)
  const path = temporaryDatabase()
  const store = openStore(path)
  fillDirectory(store)
  const [person] = store.directory.people()
  const [stream] = store.directory.streams()
  if (person === undefined || stream === undefined) throw new Error('the directory is empty')
  const bit = (share: number) => (random.below(share) === 0 ? 1 : 0)
  const putPerson = (id: number) => {
    const row = { ...person, id, name: text(1, 9), email: `zz${id}@x`, is_bot: bit(6), is_active: 1 - bit(6) }
    store.directory.putPerson(row)
  }
  const putStream = (id: number) => {
    store.directory.putStream({ ...stream, id, name: text(1, 9), is_subscribed: bit(2), is_archived: bit(5) })
  }
  let newest = 0
  const putDirect = () => {
    const members = Array.from({ length: 1 + random.below(3) }, () => 2 + random.below(120))
    const key = bit(20) === 1 ? '' : [...new Set(members)].sort((a, b) => a - b).join(',')
    newest += 1
    store.messages.noteDirect(key, newest)
  }
  store.transaction(() => {
    for (let id = 1; id <= 120; id += 1) {
      putPerson(id)
      putStream(id)
    }
    for (let count = 0; count < 60; count += 1) putDirect()
  })
  const database = new Database(path, { readonly: true })
  return { random, text, store, database, finder: nameFinder(database), bit, putPerson, putStream, putDirect }
}

describe('a search of streams, people and direct conversations', () => {
  it('finds the same in the same order as comparing and sorting all of them, whatever changes meanwhile', () => {
    const seed = chooseSeed()
    const { random, text, store, database, finder, putPerson, putStream, putDirect } = setUp(seed)
    const limit = 20
    for (let round = 0; round < 300; round += 1) {
      const query = new NameQuery(random.below(3) === 0 ? `${text(1, 2)} ${text(1, 2)}` : text(1, 3))
      if (query.isEmpty) continue
      store.transaction(() => {
        const id = 1 + random.below(140)
        if (round % 5 === 0) putPerson(id)
        else if (round % 5 === 1) putStream(id)
        else if (round % 5 === 2) putDirect()
        else if (round % 25 === 3) store.directory.removeStream(id)
        else if (round % 25 === 4) store.directory.removePerson(id)
      })
      const ids = (share: number) => Array.from({ length: 140 }, (_, id) => id).filter(() => random.below(share) === 0)
      const [muted, unread, mutedPeople] = [ids(4), ids(3), ids(5)]
      const known = store.messages.directs(100).map((row) => row.direct_key)
      const unreadDirects = known.filter(() => random.below(4) === 0)
      const question = narrowQuery(query.text, {
        limit,
        streams: { muted, unread },
        directs: { selfId: 1, mutedPeople, unread: unreadDirects, most: 100 },
        changed: store.nameChanges.take(),
      })
      const found = finder.findNarrows(question)

      const streams = store.directory.streams().map((row) => ({ ...row, folded: foldName(row.name) }))
      const expectedStreams = inOrder(
        streams.filter(({ folded }) => query.matches(folded)),
        (row) => [
          query.rank(row.folded),
          4 * row.is_archived + 2 * (1 - row.is_subscribed) + (muted.includes(row.id) ? 1 : 0),
          row.is_subscribed === 1 && unread.includes(row.id) ? 0 : 1,
          row.folded.length,
          row.id,
        ],
      ).slice(0, limit)
      if (!found.isNear) expect(found.streamIds, query.text).toEqual(expectedStreams.map(({ id }) => id))

      const people = new Map(store.directory.people().map((row) => [row.id, row]))
      const foldedOf = (id: number) => foldName(people.get(id)?.name ?? '')
      const membersIn = (key: string) => (key === '' ? [1] : membersOf(key))
      const withoutConversation = [...people.keys()].map((id) => (id === 1 ? '' : String(id)))
      const expectedDirects = [...new Set([...known, ...withoutConversation])].flatMap((key) => {
        const members = membersIn(key)
        const names = members.map(foldedOf).join(', ')
        const [only = 0, ...others] = members
        const age = known.indexOf(key)
        const words = names.split(' ')
        const isPerson = others.length === 0 && query.words.every((word) => words.some((each) => each.startsWith(word)))
        const row = people.get(only)
        if (age < 0 && (!isPerson || row?.is_active !== 1)) return []
        if (!isPerson && !query.matches(names)) return []
        const isLow = members.every((id) => mutedPeople.includes(id)) || (isPerson && row?.is_bot === 1)
        const rank = query.rank(names)
        const isUnread = age >= 0 && unreadDirects.includes(key)
        return [{ key, order: [rank, isLow ? 1 : 0, isUnread ? 0 : 1, age < 0 ? Infinity : age] }]
      })
      if (found.isNear) expect([expectedStreams, expectedDirects]).toEqual([[], []])
      else {
        const keys = found.directs.map(({ key }) => key)
        const orders = new Map(expectedDirects.map(({ key, order }) => [key, order]))
        // Equal results are in any order.
        const sorted = inOrder(expectedDirects, ({ order }) => order).slice(0, limit)
        expect(
          keys.map((key) => orders.get(key)),
          query.text,
        ).toEqual(sorted.map(({ order }) => order))
        expect(new Set(keys).size).toBe(keys.length)
      }
    }
    database.close()
    store.close()
  })

  it('reports equal names, and direct conversations found by several people', () => {
    const { store, database, finder } = setUp(1)
    const [person] = store.directory.people()
    store.transaction(() => {
      if (person === undefined) return
      store.directory.putPerson({ ...person, id: 201, name: 'Ana Lopez', email: 'zz201@x', is_active: 1, is_bot: 0 })
      store.directory.putPerson({ ...person, id: 202, name: 'Ana López', email: 'zz202@x', is_active: 1, is_bot: 0 })
      store.messages.noteDirect('201,202', 9_000)
    })
    const { directs } = finder.findNarrows(narrowQuery('ana lop'))
    expect(directs).toEqual([
      { key: '201,202', hasNamesake: false },
      { key: '201', hasNamesake: true },
      { key: '202', hasNamesake: true },
    ])
    store.transaction(() => store.directory.removePerson(202))
    const changed = { topics: [], streams: [], people: [202], hasDirects: false }
    expect(finder.findNarrows(narrowQuery('lopez', { changed })).directs).toEqual([
      { key: '201,202', hasNamesake: false },
      { key: '201', hasNamesake: false },
    ])
    database.close()
    store.close()
  })

  it('finds groups except system and deactivated ones, and similar names', () => {
    const { store, database, finder } = setUp(2)
    store.nameChanges.takeGroups()
    const ask = (text: string) =>
      finder.findGroups({ text, mostWords: 8, limit: 5, changed: store.nameChanges.takeGroups() })
    const put = (id: number, name: string, more: { is_system?: number; is_deactivated?: number } = {}) => {
      const row = {
        id,
        name,
        description: '',
        is_system: 0,
        is_deactivated: 0,
        mention_setting: '0',
        facts: '{}',
        ...more,
      }
      store.transaction(() => {
        store.organization.putGroup(row)
      })
    }
    put(901, 'Backend crew')
    put(902, 'Crew')
    put(903, 'role:crew', { is_system: 1 })
    put(904, 'the crew', { is_deactivated: 1 })
    expect(ask('CREW')).toEqual({ isNear: false, ids: [902, 901] })
    expect(ask('backned')).toEqual({ isNear: true, ids: [901] })
    put(902, 'Kitchen')
    put(901, 'Backend crew', { is_deactivated: 1 })
    expect([ask('crew').ids, ask('kitch').ids, ask('').ids]).toEqual([[], [902], []])
    store.transaction(() => store.organization.removeGroups([902]))
    expect(ask('kitch').ids).toEqual([])
    database.close()
    store.close()
  })

  it('rehearses as often as it helps, and prepares all names', () => {
    const { database, finder } = setUp(3)
    // Nothing is read before the first question.
    expect(finder.rehearse()).toBe(false)
    finder.findNarrows(narrowQuery(''))
    let rehearsals = 0
    while (finder.rehearse()) rehearsals += 1
    expect(rehearsals).toBeGreaterThan(5)
    while (finder.prepareNear()) expect(finder.rehearse()).toBe(false)
    database.close()
  })
})
