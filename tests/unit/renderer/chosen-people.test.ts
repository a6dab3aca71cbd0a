import { describe, expect, it } from 'vitest'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { FoundPerson } from '#contract/people.ts'
import type { UserId } from '#shared/ids.ts'
import { ChosenPeople } from '#renderer/parts/people/chosen-people.svelte.ts'

const everyone = ['Ada', 'Bela', 'Carla', 'Bert'].map(
  (name, index) => ({ id: index + 1, name, email: `${name}@alder.example`, avatar: null }) as unknown as FoundPerson,
)

/** A directory whose answers are held back until the test releases them, in any order. */
class TestDirectory {
  readonly waiting: { readonly query: string; readonly answer: () => void }[] = []
  isHeld = false
  failure: Failure | null = null

  searchPeople = (query: string): Promise<Result<readonly FoundPerson[]>> => {
    const value = everyone.filter(({ name }) => name?.startsWith(query))
    const found = this.failure === null ? ({ ok: true, value } as const) : ({ ok: false, error: this.failure } as const)
    if (!this.isHeld) return Promise.resolve(found)
    return new Promise((resolve) => {
      this.waiting.push({ query, answer: () => resolve(found) })
    })
  }
}

async function setUp() {
  const directory = new TestDirectory()
  const complete: UserId[][] = []
  const people = new ChosenPeople({ calls: directory, onchosen: (ids) => complete.push(ids) })
  await answered()
  return { directory, complete, people }
}

const answered = () => new Promise<void>((resolve) => setImmediate(resolve))
const names = (people: readonly FoundPerson[]) => people.map(({ name }) => name)

describe('the people picker', () => {
  it('offers everyone at first, and then unchosen people who match the text', async () => {
    const { people } = await setUp()
    expect(names(people.offered)).toEqual(['Ada', 'Bela', 'Carla', 'Bert'])
    people.type('Be')
    await answered()
    expect(names(people.offered)).toEqual(['Bela', 'Bert'])
    people.choose(everyone[1]!)
    await answered()
    expect({ query: people.query, offered: names(people.offered), chosen: names(people.chosen) }).toEqual({
      query: '',
      offered: ['Ada', 'Carla', 'Bert'],
      chosen: ['Bela'],
    })
  })

  it('chooses the first match of the last text, even if its answer is still pending', async () => {
    const { directory, people } = await setUp()
    directory.isHeld = true
    people.type('C')
    const choosing = people.chooseFirst()
    expect(names(people.chosen)).toEqual([])
    directory.waiting[0]?.answer()
    await choosing
    expect(names(people.chosen)).toEqual(['Carla'])
  })

  it('reports that nobody is found only when that is known, and not after a failed search', async () => {
    const directory = new TestDirectory()
    directory.isHeld = true
    const people = new ChosenPeople({ calls: directory, onchosen: () => undefined })
    people.type('Nobody')
    expect(people.isNobodyFound).toBe(false)
    directory.waiting[1]?.answer()
    await answered()
    expect(people.isNobodyFound).toBe(true)
    directory.isHeld = false
    directory.failure = { code: 'ENGINE_RESTARTED' }
    people.type('A')
    await answered()
    expect([people.isNobodyFound, people.failure]).toEqual([false, directory.failure])
    directory.failure = null
    people.retry()
    await answered()
    expect([names(people.offered), people.failure]).toEqual([['Ada'], null])
  })

  it('is completed by a second Enter while the search for the first one is pending', async () => {
    const { directory, complete, people } = await setUp()
    directory.isHeld = true
    people.type('C')
    const presses = [people.enter(), people.enter()]
    await answered()
    expect(complete).toEqual([])
    directory.waiting[0]?.answer()
    expect(await Promise.all(presses)).toEqual([false, true])
    expect(complete).toEqual([[3]])
  })

  it('stays open after a second Enter if nobody was found for the first one', async () => {
    const { directory, complete, people } = await setUp()
    directory.isHeld = true
    people.type('Nobody')
    const presses = [people.enter(), people.enter()]
    directory.waiting[0]?.answer()
    expect(await Promise.all(presses)).toEqual([false, false])
    expect([complete, people.query]).toEqual([[], 'Nobody'])
  })

  it('chooses nobody if the text changed while the search was in flight', async () => {
    const { directory, people } = await setUp()
    directory.isHeld = true
    people.type('C')
    const choosing = people.chooseFirst()
    people.type('B')
    for (const { answer } of directory.waiting) answer()
    await choosing
    expect(names(people.chosen)).toEqual([])
  })

  it('ignores the answer of a superseded search', async () => {
    const { directory, people } = await setUp()
    directory.isHeld = true
    people.type('B')
    people.type('Bert')
    directory.waiting[1]?.answer()
    await answered()
    directory.waiting[0]?.answer()
    await answered()
    expect(names(people.offered)).toEqual(['Bert'])
  })

  it('chooses the person who was offered when the pointer was pressed, once', async () => {
    const { people } = await setUp()
    people.type('Carla')
    await answered()
    people.choose(everyone[0]!)
    people.choose(everyone[0]!)
    expect(names(people.chosen)).toEqual(['Ada'])
  })

  it('is complete with at least one person, and returns ascending ids', async () => {
    const { complete, people } = await setUp()
    expect(people.finish()).toBe(false)
    for (const index of [2, 0, 1]) {
      people.choose(everyone[index]!)
      await answered()
    }
    people.removeLast()
    expect(people.finish()).toBe(true)
    expect(complete).toEqual([[1, 3]])
    people.remove(3)
    expect(names(people.chosen)).toEqual(['Ada'])
  })
})
