import { describe, expect, it } from 'vitest'
import { selectedTests } from '#build/reports/selected-tests.ts'

describe('the arguments of npm test', () => {
  it('select all tests if there are none', () => {
    expect(selectedTests([])).toEqual({ isWhole: true, unit: [], endToEnd: [], title: undefined })
  })

  it('select files and folders, each for its runner', () => {
    expect(selectedTests(['tests/unit/i18n'])).toMatchObject({
      isWhole: false,
      unit: ['tests/unit/i18n'],
      endToEnd: null,
    })
    expect(selectedTests(['tests/e2e/inbox.spec.ts'])).toMatchObject({
      unit: null,
      endToEnd: ['tests/e2e/inbox.spec.ts'],
    })
    expect(selectedTests(['inbox.spec', 'tests/e2e'])).toMatchObject({
      unit: null,
      endToEnd: ['inbox.spec', 'tests/e2e'],
    })
    expect(selectedTests(['inbox.spec.ts:134'])).toMatchObject({ unit: null })
    expect(selectedTests(['tests/engine/outbox.test.ts', './tests/e2e/links.spec.ts'])).toMatchObject({
      unit: ['tests/engine/outbox.test.ts'],
      endToEnd: ['./tests/e2e/links.spec.ts'],
    })
  })

  it('select titles in all files, or in the named files', () => {
    expect(selectedTests(['-t', 'sending fails'])).toEqual({
      isWhole: false,
      unit: [],
      endToEnd: [],
      title: 'sending fails',
    })
    expect(selectedTests(['tests/engine', '-t', '[S4]'])).toMatchObject({
      unit: ['tests/engine'],
      endToEnd: null,
      title: String.raw`\[S4\]`,
    })
  })

  it('select a title by its literal text', () => {
    const { title = '' } = selectedTests(['-t', 'a (b) [S4]'])
    expect(new RegExp(title).test('[S4] without')).toBe(false)
    expect(new RegExp(title).test('what a (b) [S4] is')).toBe(true)
  })

  it('select a part of the tests', () => {
    expect(selectedTests(['--engine'])).toMatchObject({ unit: ['tests/engine', 'tests/simulation'], endToEnd: null })
    expect(selectedTests(['--unit'])).toMatchObject({
      unit: ['tests/unit', 'tests/contract', 'tests/recordings'],
      endToEnd: null,
    })
    expect(selectedTests(['--e2e'])).toMatchObject({ isWhole: false, unit: null, endToEnd: [] })
  })

  it('select files of a part, also by names without a folder', () => {
    expect(selectedTests(['--e2e', 'inbox.spec'])).toMatchObject({ unit: null, endToEnd: ['inbox.spec'] })
    expect(selectedTests(['--e2e', 'inbox'])).toMatchObject({ unit: null, endToEnd: ['inbox'] })
    expect(selectedTests(['--unit', 'inbox'])).toMatchObject({ unit: ['inbox'], endToEnd: null })
    expect(selectedTests(['--engine', 'tests/engine/drafts.test.ts'])).toMatchObject({
      unit: ['tests/engine/drafts.test.ts'],
      endToEnd: null,
    })
  })

  it('are refused with an unknown option', () => {
    expect(() => selectedTests(['--endtoend'])).toThrow(/--endtoend/)
  })
})
