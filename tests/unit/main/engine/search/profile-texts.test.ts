import { describe, expect, it } from 'vitest'
import type { ReadCore } from '#engine/core/read-core.ts'
import { ProfileTexts } from '#engine/search/profile-texts.ts'
import { PeopleIndex } from '#engine/store/names/people-index.ts'
import type { PersonRow } from '#engine/store/directory.ts'
import type { ProfileFieldRow } from '#engine/store/organization.ts'
import { clientLimits } from '#shared/client-limits.ts'

const field = (id: number, type: number, data = ''): ProfileFieldRow => ({
  id,
  position: id,
  type,
  name: `field ${id}`,
  hint: '',
  data,
  in_summary: 0,
})

const person = (id: number, values: object | string) =>
  ({
    id,
    name: `p${id}`,
    email: `user${id}@x`,
    profile: typeof values === 'string' ? values : JSON.stringify(values),
  }) as PersonRow // all that is read

const value = (text: string) => ({ value: text, html: null })

function setUp(rows: readonly PersonRow[] = []) {
  let fields: readonly ProfileFieldRow[] = [
    field(1, 1),
    field(2, 3, JSON.stringify({ a: { text: 'Bögen', order: '1' } })),
    field(3, 4),
    field(4, 6),
    field(5, 3, 'no JSON'),
    field(6, 7),
  ]
  const index = new PeopleIndex(rows)
  const core = { accountState: { peopleByName: index, of: () => fields } } as unknown as ReadCore // all that is read
  const texts = new ProfileTexts(core)
  texts.follow()
  return { texts, index, change: (next: readonly ProfileFieldRow[]) => (fields = next) }
}

describe('the texts of profiles', () => {
  it('have the texts and the chosen options of fields, folded, but no days and people', () => {
    const { texts } = setUp()
    const row = person(1, {
      1: value('Kitchen, ÉTAGE 4'),
      2: value('a'),
      3: value('2020-01-01'),
      4: value('[7]'),
      5: value('a'),
      6: value('octocat'),
      99: value('of a field that is gone'),
    })
    expect(texts.of(row)).toBe('\nkitchen, etage 4\nbogen\noctocat')
    expect(texts.of(person(2, { 2: value('no such option') }))).toBe('')
  })

  it('are empty for an unreadable profile, which costs no other one', () => {
    const { texts } = setUp()
    for (const profile of ['{}', '[', 'null', '7', '{"1":"text"}', '{"1":{"value":7}}', '{"1":null}']) {
      expect(texts.of(person(1, profile))).toBe('')
    }
  })

  it('are cut, and bounded for each person', () => {
    const { texts } = setUp()
    const { most } = clientLimits.profileSearched
    expect(texts.of(person(1, { 1: value('x'.repeat(100_000)), 6: value('y'.repeat(100_000)) }))).toHaveLength(most)
  })

  it('follow a changed person and changed fields, and are prepared in steps', () => {
    const rows = Array.from({ length: 25 }, (_, index) => person(index, { 1: value(`desk${index}x`) }))
    const { texts, index, change } = setUp([...rows, person(100, '{}')])
    const found = (text: string) => {
      texts.follow()
      return Object.values(index.findAnywhere(text, 8, (row) => texts.of(row)))
        .flat()
        .map(({ id }) => id)
    }
    expect([texts.prepare(10), texts.prepare(10), texts.prepare(10)]).toEqual([true, true, false])
    expect(found('desk3x')).toEqual([3])
    index.apply([person(3, { 1: value('Attic') })], [])
    expect([found('attic'), found('esk3x')]).toEqual([[3], []])
    change([field(6, 7)])
    expect([found('attic'), found('desk')]).toEqual([[], []])
    expect(texts.prepare(100)).toBe(false)
  })
})
