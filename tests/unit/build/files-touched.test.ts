import { describe, expect, it } from 'vitest'
import { codeTouched, isCode, tableLine } from '#build/files-touched.ts'

describe('the files that a feature touches', () => {
  it.each([
    ['main/engine/store/lists.ts', true],
    ['renderer/app/App.svelte', true],
    ['renderer/styles/base.css', true],
    ['build/files-touched.ts', true],
    ['package.json', true],
    ['tests/engine/lists.test.ts', false],
    ['tests/contract/openapi.json', false],
    ['docs/electron/windows.facts.ts', false],
    ['README.md', false],
    ['main/engine/NOTES.md', false],
    ['main/tests/rows.ts', true],
  ])('are selected by their paths: %s is code: %s', (path, expected) => {
    expect(isCode(path)).toBe(expected)
  })

  it('count once, without tests and documents', () => {
    const files: Readonly<Record<string, readonly string[]>> = {
      one: ['server/limits.ts', 'server/routes/a.ts', 'tests/unit/a.test.ts', 'ARCHITECTURE.md'],
      two: ['server/limits.ts', 'main/engine/a.ts', 'docs/a.md'],
    }
    expect(codeTouched(['one', 'two'], (commit) => files[commit] ?? [])).toEqual([
      'main/engine/a.ts',
      'server/limits.ts',
      'server/routes/a.ts',
    ])
    expect(codeTouched([], () => ['server/limits.ts'])).toEqual([])
  })

  it('are a row with their ratio, or without one if the feature is missing in the new architecture', () => {
    expect(tableLine('words', ['a', 'b', 'c'], ['a'])).toBe('| words | 3 | 1 | 0.33 |')
    expect(tableLine('words', ['a', 'b', 'c'], [])).toBe('| words | 3 | – | – |')
    expect(tableLine('words', [], ['a'])).toBe('| words | 0 | 1 | – |')
  })
})
