import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runChild } from '../runner/child.ts'
import { asPattern, runVitest } from '../runner/vitest.ts'
import { findingsIn } from './findings.ts'
import {
  nothing,
  playwrightOutcomes,
  together,
  vitestOutcomes,
  type Outcomes,
  type PlaywrightReport,
} from './outcomes.ts'

const root = resolve(import.meta.dirname, '../..')
/** A longer run counts as hanging. */
const unitTestsMs = 20 * 60_000
const endToEndFileMs = 15 * 60_000

/** A selection of tests and the place of the run. */
export interface Run {
  /** The project's folder, or the reviewed tree. */
  readonly folder: string
  /** The folder for reports and the programs' temporary files. */
  readonly temporary: string
  readonly files: readonly string[]
  /** Only tests that name one of these findings run. */
  readonly findings: readonly string[]
}

/** The paths of the test files that name a finding, relative to a project's folder. */
export function filesThatName(findings: readonly string[], folder: string = root): string[] {
  return readdirSync(join(folder, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((name) => `tests/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.(?:test|spec)\.ts$/.test(file))
    .filter((file) => findingsIn(readFileSync(join(folder, file), 'utf8'), findings).length > 0)
    .sort()
}

/** Runs unit, engine and end-to-end tests; the last ones by file, since a file that does not load stops all others. */
export async function runTests(run: Run): Promise<Outcomes> {
  const pattern = run.findings.map((finding) => asPattern(`[${finding}]`)).join('|')
  const parts = [await runUnitTests(run, pattern)]
  for (const file of run.files.filter(isEndToEnd)) parts.push(await runEndToEnd(run, file, pattern))
  return together(parts)
}

function isEndToEnd(file: string): boolean {
  return file.endsWith('.spec.ts')
}

function placeOf({ folder, temporary }: Run, longestMs: number) {
  return { cwd: folder, longestMs, env: { TMPDIR: temporary, TEMP: temporary, TMP: temporary } }
}

async function runUnitTests(run: Run, pattern: string): Promise<Outcomes> {
  const files = run.files.filter((file) => !isEndToEnd(file))
  if (files.length === 0) return nothing
  const { report, output } = await runVitest(
    { files, options: [`--testNamePattern=${pattern}`], reportFile: join(run.temporary, 'vitest.json') },
    placeOf(run, unitTestsMs),
  )
  if (report === null) throw new Error(`the tests did not run:\n${output}`)
  return vitestOutcomes(run.folder, report)
}

async function runEndToEnd(run: Run, file: string, pattern: string): Promise<Outcomes> {
  const reportFile = join(run.temporary, 'playwright.json')
  rmSync(reportFile, { force: true })
  const place = placeOf(run, endToEndFileMs)
  const { output } = await runChild(
    [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--workers=1', '--grep', pattern, file],
    { ...place, env: { ...place.env, SKEIN_TEST_REPORT: reportFile } },
  )
  if (!existsSync(reportFile)) throw new Error(`${file} did not run:\n${output}`)
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as PlaywrightReport // the format of its reporter
  return playwrightOutcomes(file, report)
}
