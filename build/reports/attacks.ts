/** The part of a Vitest report about tests whose title names an attack in brackets. */
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

/** One row for each test of each attack: the finding, the test, its result, and its duration. */
export function attackRows(report: Report): string[] {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const rows = tests.flatMap(({ fullName, status, duration }) => {
    // Line breaks are removed and long texts cut, since the text of an attack may have any length.
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
