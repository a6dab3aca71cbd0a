import { describe, expect, it } from 'vitest'
import { PeopleIndex } from '#engine/store/names/people-index.ts'
import type { PersonRow } from '#engine/store/directory.ts'
import { SeededRandom } from '#support/random.ts'

function person(id: number, name: string, email = `p${id}@test.example`): PersonRow {
  return {
    id,
    name,
    email,
    role: 400,
    is_bot: 0,
    is_active: 1,
    avatar: null,
    api_email: email,
    timezone: '',
    joined_at: null,
    bot_type: null,
    bot_owner_id: null,
    profile: '{}',
  }
}

const names = (index: PeopleIndex<PersonRow>, text: string) => [...index.find(text)].map((row) => row.name)

describe('the index of people', () => {
  const index = new PeopleIndex([
    person(1, 'Zoë O’Neil-Ward'),
    person(2, 'ada lovelace', 'countess@engine.example'),
    person(3, 'José Ångström'),
    person(4, 'Jose Ancelotti'),
    person(5, 'نور الهدى'),
    person(6, 'J. R. Smith'),
    person(7, '山田 花子'),
  ])

  it.each([
    [
      '',
      ['ada lovelace', 'J. R. Smith', 'Jose Ancelotti', 'José Ångström', 'Zoë O’Neil-Ward', 'نور الهدى', '山田 花子'],
    ],
    ['love', ['ada lovelace']],
    ['LACE', []],
    ['lo ad', ['ada lovelace']],
    ['countess@', ['ada lovelace']],
    ['jose an', ['Jose Ancelotti', 'José Ångström']],
    ['José', ['Jose Ancelotti', 'José Ångström']],
    ['neil', ['Zoë O’Neil-Ward']],
    ['o’neil', ['Zoë O’Neil-Ward']],
    ['zoe ward', ['Zoë O’Neil-Ward']],
    ['J. R.', ['J. R. Smith']],
    ['الهدى', ['نور الهدى']],
    ['花子', ['山田 花子']],
  ])('finds people by “%s”, sorted by name', (text, expected) => {
    expect(names(index, text)).toEqual(expected)
  })

  const abroad = new PeopleIndex(
    [
      'Łukasz Żółć',
      'Søren Ærø',
      'Đặng Thị Hường',
      'Þórður Guðmundsson',
      'Jürgen Groß',
      'İpek Işık',
      'Ħanna Ġuba',
      'Ολυμπία Δούκας',
      'Фёдор Йовович',
      'Patrick O´Brien',
      'Jean‑Luc Picard',
      'Mary Jo Smith',
      'Мар\u200dия',
      '王小明',
      '田中 さくら',
      '김민준',
      'ﾔﾏﾀﾞ ﾀﾛｳ',
      'アリス・スミス',
      'Nguyễn Văn Ơn',
      'שָׁלוֹם כהן',
    ].map((name, index) => person(index + 1, name)),
  )

  it.each([
    ['lukasz', 'Łukasz Żółć'],
    ['zolc', 'Łukasz Żółć'],
    ['ŁUKASZ', 'Łukasz Żółć'],
    ['soren aero', 'Søren Ærø'],
    ['dang thi huong', 'Đặng Thị Hường'],
    ['huong dang', 'Đặng Thị Hường'],
    ['thordur gudm', 'Þórður Guðmundsson'],
    ['gross', 'Jürgen Groß'],
    ['GROSS', 'Jürgen Groß'],
    ['ipek isik', 'İpek Işık'],
    ['IPEK', 'İpek Işık'],
    ['hanna', 'Ħanna Ġuba'],
    ['ολυμπια', 'Ολυμπία Δούκας'],
    ['ΔΟΥΚΑΣ', 'Ολυμπία Δούκας'],
    ['δουκασ', 'Ολυμπία Δούκας'],
    ['федор', 'Фёдор Йовович'],
    ["o'brien", 'Patrick O´Brien'],
    ['O’Brien', 'Patrick O´Brien'],
    ['obrien', 'Patrick O´Brien'],
    ['brien patrick', 'Patrick O´Brien'],
    ['jean-luc', 'Jean‑Luc Picard'],
    ['jeanluc', 'Jean‑Luc Picard'],
    ['luc', 'Jean‑Luc Picard'],
    ['mary-jo', 'Mary Jo Smith'],
    ['Smith, Mary', 'Mary Jo Smith'],
    ['мария', 'Мар\u200dия'],
    ['小明', '王小明'],
    ['明', '王小明'],
    ['小明 王', '王小明'],
    ['さくら田中', '田中 さくら'],
    ['田中さくら', '田中 さくら'],
    ['민준', '김민준'],
    ['ヤマダ', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
    ['ﾀﾛｳ', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
    ['スミス アリス', 'アリス・スミス'],
    ['アリススミス', 'アリス・スミス'],
    ['nguyen van on', 'Nguyễn Văn Ơn'],
    ['שלום', 'שָׁלוֹם כהן'],
  ])('finds by “%s” %s', (text, name) => {
    expect(names(abroad, text)).toEqual([name])
  })

  it.each([
    ['jose', ['Jose Ancelotti', 'José Ångström']],
    ['José an', ['Jose Ancelotti', 'José Ångström']],
    ['j', ['J. R. Smith', 'Jose Ancelotti', 'José Ångström']],
    ['lovelace', []],
    ['zz', []],
    ['山', ['山田 花子']],
    ['\u0301', []],
    ['', []],
  ])('finds the names that begin with “%s”', (text, expected) => {
    expect([...index.beginning(text)].map(({ row }) => row.name)).toEqual(expected)
  })

  it.each([
    ['lace', [['ada lovelace', 1]]],
    ['ada', [['ada lovelace', 0]]],
    [
      'an',
      [
        ['José Ångström', 0],
        ['Jose Ancelotti', 0],
      ],
    ],
    ['ss@engine', [['ada lovelace', 2]]],
    ['count lab', [['ada lovelace', 3]]],
    ['mith j', [['J. R. Smith', 1]]],
    ['o’neil', [['Zoë O’Neil-Ward', 0]]],
    ['زرقاء', []],
    ['\u0301', []],
  ] as const)('finds “%s” anywhere, and ranks where', (text, expected) => {
    const found = Object.entries(index.findAnywhere(text, 8, ({ id }) => (id === 2 ? 'laboratory' : '')))
    const named = found.flatMap(([rank, rows]) => rows.map(({ name }) => [name, Number(rank)]))
    expect(named.sort()).toEqual([...expected].sort())
    const chosen = index.findAnywhere(
      text,
      8,
      () => 'laboratory',
      ({ id }) => id === 2,
    )
    expect(Object.values(chosen).flat().length).toBeLessThanOrEqual(1)
  })

  it('neither finds nor reads an address that stands for a hidden one', () => {
    const hidden = new PeopleIndex([
      person(9, 'Hidden', 'user9@test.example'),
      person(10, 'Open', 'user9@test.example'),
    ])
    expect(names(hidden, 'user9')).toEqual(['Open'])
    const found = Object.values(hidden.findAnywhere('test.example', 8, () => '')).flat()
    expect(found.map(({ name }) => name)).toEqual(['Open'])
  })

  it('is the same after any changes as a new one', () => {
    const seed = 20261121
    const random = new SeededRandom(seed)
    const rows = new Map<number, PersonRow>()
    const changed = new PeopleIndex<PersonRow>([])
    for (let step = 0; step < 200; step += 1) {
      const put = Array.from({ length: random.below(6) }, () =>
        person(
          1 + random.below(40),
          `${random.pick(['Ada', 'ada', 'Bo', 'Éva', 'Eva', 'Zed', 'Yu'])}${random.below(9)}`,
        ),
      )
      const gone = Array.from({ length: random.below(3) }, () => 1 + random.below(40))
      for (const row of put) rows.set(row.id, row)
      for (const id of gone) rows.delete(id)
      changed.apply(
        put.filter((row) => !gone.includes(row.id)),
        gone,
      )
      expect([...changed.find('')]).toEqual([...new PeopleIndex([...rows.values()]).find('')])
    }
  })
})
