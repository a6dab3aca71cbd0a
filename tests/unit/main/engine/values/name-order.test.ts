import { afterEach, describe, expect, it } from 'vitest'
import { compareNames, nameOrder, sortNamesBy } from '#engine/values/name-order.ts'

const names = ['Zoe', 'Ärla', 'Arne', 'team 10', 'team 9', 'Öznur', 'Olga']
const sorted = () => names.toSorted(compareNames)

afterEach(() => sortNamesBy('en'))

describe('the order of names', () => {
  it('is that of the language, and changes with it', () => {
    sortNamesBy('de')
    expect(sorted()).toEqual(['Ärla', 'Arne', 'Olga', 'Öznur', 'team 9', 'team 10', 'Zoe'])
    const german = nameOrder()
    sortNamesBy('sv')
    expect(sorted()).toEqual(['Arne', 'Olga', 'team 9', 'team 10', 'Zoe', 'Ärla', 'Öznur'])
    expect(nameOrder()).not.toBe(german)
  })

  it('stays as it is for a language that is no tag', () => {
    sortNamesBy('sv')
    sortNamesBy('not a tag')
    expect(compareNames('Ä', 'Z')).toBeGreaterThan(0)
  })
})
