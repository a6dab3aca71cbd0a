import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexText, rowsOf, withoutEmoji } from '#engine/values/folded-text.ts'
import { foldText } from '#shared/name-query.ts'
import { openStore } from '#engine/store/store.ts'
import { temporaryDatabase } from '#support/files.ts'
import { chooseSeed } from '#support/random.ts'

describe('words of a search', () => {
  it('are compared without case, accents and compatibility forms', () => {
    expect(rowsOf('Straße, ﬁne — C++ don’t x@y.z')).toEqual([
      { words: ['strasse', 'fine', 'c', 'don', 't', 'x', 'y', 'z'], isOpen: false },
    ])
    expect(foldText('Ångström')).toBe('angstrom')
  })

  it('of scripts without spaces are pairs of characters, and the index also has the last character', () => {
    expect(indexText('東京都へ').split(' ')).toEqual(['東京', '京都', '都へ', 'へ'])
    expect(rowsOf('東京都')).toEqual([{ words: ['東京', '京都'], isOpen: false }])
    expect(rowsOf('都')).toEqual([{ words: ['都'], isOpen: true }])
    expect(rowsOf('2026年の会議 ok')).toEqual([
      { words: ['2026', '年の', 'の会', '会議'], isOpen: false },
      { words: ['ok'], isOpen: false },
    ])
  })

  it('of emoji are the character and all its names, and adjacent texts stay together', () => {
    expect(indexText('well 🎉 done 👍🏽').split(' ')).toEqual([
      'well',
      'done',
      '🎉',
      'tada',
      '👍🏽',
      'thumbs',
      'up',
      'like',
    ])
    expect(rowsOf('well 🤷‍♀️ done')).toEqual([
      { words: ['well'], isOpen: false },
      { words: ['🤷‍♀'], isOpen: true },
      { words: ['done'], isOpen: false },
    ])
    expect(rowsOf('1️⃣ 🇳🇴 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤')).toEqual(['1⃣', '🇳🇴', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤'].map((emoji) => ({ words: [emoji], isOpen: true })))
    expect(withoutEmoji('so 🎉 and 🙏', (code) => (code === '1f389' ? 'tada' : undefined))).toBe('so tada and 🙏')
  })

  it('find every text that contains them', () => {
    const seed = chooseSeed()
    const store = openStore(':memory:')
    const word = fc.oneof(
      fc.constantFrom(
        'lunch',
        'Café',
        'straße',
        'don’t',
        '東京都庁',
        'ภาษาไทย',
        'Привет',
        'C++',
        '"quoted"',
        'a"b',
        '😀',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    )
    let id = 0
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), (words, at) => {
        id += 1
        const plain = words.join(' ')
        store.search.put({ id, topic: '', plain })
        for (const { words: row, isOpen } of rowsOf(words[at % words.length] ?? '')) {
          const query = `"${row.join(' ').replaceAll('"', '""')}"${isOpen ? ' *' : ''}`
          expect(store.search.ids(query), `${JSON.stringify(plain)} by ${query}`).toContain(id)
        }
      }),
      { seed, numRuns: 500 },
    )
    store.close()
  })
})

describe('the search index', () => {
  it('of an older file is filled later, and is consistent', () => {
    const path = temporaryDatabase()
    openStore(path).close()
    const raw = new Database(path)
    raw.exec(
      `INSERT INTO message (id, sender_id, stream_id, topic, topic_key, content, plain, timestamp, is_me, is_read, is_starred, is_mentioned, verified_epoch)
       VALUES (5, 1, 2, 'Lunch', 'lunch', '<p>noodles <a href="https://x.example/">x</a></p>', 'noodles x', 9, 0, 1, 0, 0, 1)`,
    )
    raw.close()
    const store = openStore(path)
    expect([store.search.isWhole(), store.search.ids('noodles')]).toEqual([false, []])
    for (const row of store.search.missing(10)) store.search.fill(row, 4)
    expect([store.search.isWhole(), store.search.ids('noodles'), store.messages.get(5)?.has]).toEqual([true, [5], 4])
    store.search.check()
    store.messages.remove(5)
    expect(store.search.ids('noodles')).toEqual([])
    store.search.check()
    store.close()
  })
})
