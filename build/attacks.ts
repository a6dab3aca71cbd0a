/** What a report of Vitest says of the tests that are named by an attack: `[X8] …`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly duration?: number | null
    }[]
  }[]
}

/** A row for each test of each attack: the finding, the test, how it went, and how long it took. */
export function attackRows(report: Report): string[] {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const rows = tests.flatMap(({ fullName, status, duration }) => {
    // What a browser shows as one line stays one line; the text of an attack may be long.
    const name = fullName.replaceAll(/\s+/g, ' ').slice(0, 160)
    return [...fullName.matchAll(/\[X(\d+)\]/g)].flatMap(([, number]) =>
      status === 'pending' || status === 'skipped'
        ? []
        : [{ number: Number(number), row: `X${number} | ${name} | ${status} | ${Math.round(duration ?? 0)} ms` }],
    )
  })
  return rows.sort((a, b) => a.number - b.number).map(({ row }) => row)
}

/** Writes the table into `results/`. */
export function keepAttacks(root: string, report: Report): void {
  const folder = join(root, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'attacks.txt'), ['finding | attack | result | took', ...attackRows(report), ''].join('\n'))
}
