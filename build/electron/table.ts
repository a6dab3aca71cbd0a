/**
 * `npm run electron-table` writes the table of Electron's APIs into docs/electron/apis.md. `--check` only reports missing
 * facts and an outdated table; `--prove` runs the named tests and checks that they run the named lines.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { differences, loadFacts, missingTests } from './facts.ts'
import { isEndToEnd, recordEndToEndTests, recordUnitTests, unproven } from './proof.ts'
import { tableOf, withTable } from './rows.ts'
import { findElectron } from './runtime.ts'
import { findElectronUses } from './uses.ts'

const root = resolve(import.meta.dirname, '../..')
const document = join(root, 'docs/electron/apis.md')

/** Prints each problem. @returns whether there is none */
function tell(problems: readonly string[]): boolean {
  for (const problem of problems) process.stderr.write(`✗ ${problem}\n`)
  return problems.length === 0
}

const { uses, unknown } = findElectronUses(root)
const facts = await loadFacts(root)
const used = new Set(uses.map(({ api }) => api))
const isWhole = tell([
  ...unknown.map((place) => `${place}: write these options where they can be read, as a literal.`),
  ...differences(uses, facts),
  ...missingTests(root, facts),
])
const before = readFileSync(document, 'utf8')
const after = withTable(before, tableOf(uses, facts))

if (process.argv.includes('--check')) {
  const isFresh = before === after
  if (!isFresh) process.stderr.write('✗ the table in docs/electron/apis.md is out of date: npm run electron-table\n')
  process.stdout.write(`${used.size} APIs and options of Electron, ${facts.length} facts\n`)
  process.exitCode = isWhole && isFresh ? 0 : 1
} else if (process.argv.includes('--prove')) {
  if (findElectron() !== undefined) {
    process.stderr.write('skein: the proof needs the browser host, and this machine has a runtime of Electron.\n')
    process.exitCode = 1
  } else {
    const tests = [...new Set(facts.flatMap((fact) => fact.tests))]
    const units = await recordUnitTests(
      root,
      tests.filter((test) => !isEndToEnd(test)),
    )
    const endToEnd = await recordEndToEndTests(root, tests.filter(isEndToEnd))
    const recorded = {
      passed: [...units.passed, ...endToEnd.passed],
      ran: new Map([...units.ran, ...endToEnd.ran]),
    }
    const isProven = tell(unproven(facts, used, recorded))
    const without = facts.filter((fact) => fact.tests.length === 0)
    process.stdout.write(
      `${facts.length - without.length} facts with ${tests.length} tests, ${without.length} without a test\n`,
    )
    process.exitCode = isWhole && isProven ? 0 : 1
  }
} else {
  writeFileSync(document, after)
  process.exitCode = isWhole ? 0 : 1
}
