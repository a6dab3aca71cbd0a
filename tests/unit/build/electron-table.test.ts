import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { differences, loadFacts, missingTests, patternOf, type LoadedFact } from '#build/electron/facts.ts'
import { readRecord, unproven } from '#build/electron/proof.ts'
import { tableOf, withTable } from '#build/electron/rows.ts'
import { findElectronUses, type ElectronUse } from '#build/electron/uses.ts'

const root = resolve(import.meta.dirname, '../../..')

function fact(more: Partial<LoadedFact> = {}): LoadedFact {
  return {
    api: 'Tray#setImage',
    tests: ['tests/unit/main/shell/tray/tray.test.ts: has a picture'],
    behaviour: 'Takes another picture.',
    source: 'docs/api/tray.md',
    onlyARun: null,
    file: 'docs/electron/notify.facts.ts',
    ...more,
  }
}

function use(api: string, file = 'main/shell/tray/tray.ts', symbol = 'SkeinTray.update'): ElectronUse {
  return { api, file, symbol, line: 7, probe: { kind: 'value', start: 0, end: 1, isShorthand: false } }
}

describe('the table of Electron’s APIs', () => {
  it(
    'has a fact for each use, a use for each fact, existing tests, and no outdated row',
    { timeout: 120_000 },
    async () => {
      const { uses, unknown } = findElectronUses(root)
      const facts = await loadFacts(root)
      expect(uses.length).toBeGreaterThan(100)
      expect(unknown).toEqual([])
      expect(differences(uses, facts)).toEqual([])
      expect(missingTests(root, facts)).toEqual([])
      const document = readFileSync(join(root, 'docs/electron/apis.md'), 'utf8')
      expect(document === withTable(document, tableOf(uses, facts)), 'npm run electron-table').toBe(true)
    },
  )

  it('shows each use with its module, its places, its tests and the behaviour that only a run shows', () => {
    const table = tableOf(
      [
        use('Tray#setImage'),
        use('new Tray', 'main/shell/tray/tray.ts', 'SkeinTray.constructor'),
        use('app.quit', 'main/index.ts', ''),
      ],
      [fact(), fact({ api: 'new Tray', tests: [], onlyARun: 'A | <b>' }), fact({ api: 'app.quit' })],
    )
    expect(table.split('\n').filter((line) => line.startsWith('##') || line.startsWith('| `'))).toEqual([
      '## The program (`main/index.ts`)',
      '| `app.quit` | main/index.ts | tray.test.ts: has a picture | Takes another picture. (docs/api/tray.md) | – |',
      '## The desktop (`main/shell`)',
      '| `new Tray` | tray/tray.ts (SkeinTray.constructor) | – | Takes another picture. (docs/api/tray.md) | A \\| &lt;b> |',
      '| `Tray#setImage` | tray/tray.ts (SkeinTray.update) | tray.test.ts: has a picture | Takes another picture. (docs/api/tray.md) | – |',
    ])
  })

  it('is written between its markers only', () => {
    const begin = '<!-- Written by `npm run electron-table`. -->\n\n<!-- prettier-ignore-start -->'
    const document = `before\n${begin}\nold\n<!-- prettier-ignore-end -->\nafter`
    const written = withTable(document, 'new')
    expect(written).toBe(`before\n${begin}\n\nnew\n<!-- prettier-ignore-end -->\nafter`)
    expect(withTable(written, 'new')).toBe(written)
    expect(() => withTable('no marks', 'new')).toThrow(RangeError)
  })
})

describe('the report on facts', () => {
  it('names a use without a fact, with the required change', () => {
    expect(differences([use('Tray#setImage'), use('Tray#destroy')], [fact()])).toEqual([
      'main/shell/tray/tray.ts:7: “Tray#destroy” has no fact: add one to a file of docs/electron, with the tests that run it.',
    ])
  })

  it('names an option and a field that its fact omits', () => {
    const facts = [fact({ api: 'new Tray', parts: ['guid'] }), fact({ api: 'Rectangle', parts: ['x'] })]
    const uses = [
      use('new Tray'),
      use('new Tray{guid}'),
      use('new Tray{other}'),
      use('Rectangle#x'),
      use('Rectangle#y'),
    ]
    expect(differences(uses, facts)).toEqual([
      "main/shell/tray/tray.ts:7: “Rectangle#y” has no fact: add 'y' to `parts` of “Rectangle” in docs/electron/notify.facts.ts, or a fact of its own.",
      "main/shell/tray/tray.ts:7: “new Tray{other}” has no fact: add 'other' to `parts` of “new Tray” in docs/electron/notify.facts.ts, or a fact of its own.",
    ])
  })

  it('names an unused fact, an unused part, and a repeated fact', () => {
    const facts = [
      fact(),
      fact({ file: 'docs/electron/shell.facts.ts' }),
      fact({ api: 'Tray#gone' }),
      fact({ api: 'new Tray', parts: ['gone'] }),
    ]
    expect(differences([use('Tray#setImage'), use('new Tray')], facts)).toEqual([
      'docs/electron/shell.facts.ts: “Tray#setImage” has a fact in docs/electron/notify.facts.ts already: keep one of them.',
      'docs/electron/notify.facts.ts: nothing uses “Tray#gone” any more: remove its fact.',
      "docs/electron/notify.facts.ts: nothing uses 'gone' of “new Tray” any more: remove it from `parts`.",
    ])
  })

  it('names a fact without a source, and one without a test or a run', () => {
    expect(differences([use('Tray#setImage')], [fact({ source: '', tests: [] })])).toEqual([
      'docs/electron/notify.facts.ts: “Tray#setImage” needs a behaviour and its source.',
      'docs/electron/notify.facts.ts: “Tray#setImage” has no test: name one, or say in `onlyARun` why only a run shows it.',
    ])
  })

  it('names a test that no file contains', () => {
    const here = 'tests/unit/build/electron-table.test.ts'
    const facts = [
      fact({ tests: [`${here}: names a test that no file contains`, `${here}: another`, 'tests/gone.test.ts: any'] }),
    ]
    expect(missingTests(root, facts)).toEqual([
      `docs/electron/notify.facts.ts: “Tray#setImage” names a test that is not there: ${here}: another`,
      'docs/electron/notify.facts.ts: “Tray#setImage” names a test that is not there: tests/gone.test.ts: any',
    ])
  })
})

describe('the proof by probes', () => {
  const used = new Set(['Tray#setImage', 'new Tray', 'new Tray{guid}'])
  const line = (entry: unknown) => `${JSON.stringify(entry)}\n`

  it('accepts a fact whose test has run its line, with any parameters of the test', () => {
    const record = readRecord(
      line({ test: 'tray.test.ts: on linux has 2', apis: ['Tray#setImage'] }) +
        line({ passed: 'tray.test.ts: on linux has 2' }),
    )
    expect(unproven([fact({ tests: ['tray.test.ts: on %s has $count'] })], used, record)).toEqual([])
  })

  it('reports a failed test, a test that runs other uses, and an option that no test runs', () => {
    const record = readRecord(
      line({ test: 'a: one', apis: ['new Tray'] }) +
        line({ passed: 'a: one' }) +
        line({ test: 'a: two', apis: ['Tray#setImage'] }),
    )
    const named = 'docs/electron/notify.facts.ts: “'
    expect(unproven([fact({ tests: ['a: two'] })], used, record)).toEqual([
      `${named}Tray#setImage” names a test that did not pass: a: two`,
      `${named}Tray#setImage” runs in none of the tests that “Tray#setImage” names; name one that runs it.`,
    ])
    expect(unproven([fact({ tests: ['a: one'] })], used, record)).toEqual([
      `${named}Tray#setImage” runs in none of the tests that “Tray#setImage” names; name one that runs it.`,
      `${named}Tray#setImage” names a test that does not run it: a: one`,
    ])
    expect(unproven([fact({ api: 'new Tray', parts: ['guid'], tests: ['a: one'] })], used, record)).toEqual([
      `${named}new Tray{guid}” runs in none of the tests that “new Tray” names; name one that runs it.`,
    ])
  })

  it('recognizes a title with parameters by its constant parts', () => {
    expect(new RegExp(`^${patternOf('calls (of %s) are ${what}')}$`).test('calls (of a stranger) are refused')).toBe(
      true,
    )
    expect(new RegExp(`^${patternOf('calls (of %s) are ${what}')}$`).test('calls of a stranger are refused')).toBe(
      false,
    )
  })
})
