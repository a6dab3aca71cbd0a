import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChild, type ChildOptions, type ChildResult } from './child.ts'

/** What Vitest's JSON reporter writes, as far as it is read here. */
export interface VitestReport {
  readonly testResults: readonly {
    /** The file, with its whole path. */
    readonly name: string
    readonly status: string
    /** Why the file as a whole failed; empty where it did not. */
    readonly message?: string
    readonly assertionResults: readonly VitestTest[]
  }[]
}

export interface VitestTest {
  readonly status: string
  /** Of the groups that the test is in, the outermost first. */
  readonly ancestorTitles: readonly string[]
  readonly title: string
  /** With the stack of each. */
  readonly failureMessages?: readonly string[] | null
}

/** The name of a test as Vitest's `--testNamePattern` sees it, which is not the `fullName` of its report. */
export function testName({ ancestorTitles, title }: Pick<VitestTest, 'ancestorTitles' | 'title'>): string {
  return [...ancestorTitles, title].join(' > ')
}

/** A regular expression that finds just this text. */
export function asPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

export interface VitestRun {
  readonly files: readonly string[]
  readonly options: readonly string[]
  /** Where the report goes meanwhile. */
  readonly reportFile: string
}

/** Runs test files of the project, or of a copy, with Vitest; the report is null where it did not come to write one. */
export async function runVitest(
  { files, options, reportFile }: VitestRun,
  place: ChildOptions,
): Promise<ChildResult & { readonly report: VitestReport | null }> {
  rmSync(reportFile, { force: true })
  const result = await runChild(
    [
      join('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...options,
      '--reporter=json',
      `--outputFile=${reportFile}`,
      ...files,
    ],
    place,
  )
  const isThere = !result.isTooLate && existsSync(reportFile)
  const report = isThere ? (JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport) : null // by Vitest's reporter
  return { ...result, report }
}
