/** The part of a Vitest report about attacks on the server and the client. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The test files with attacks, from the root. The drill runs all their tests in full size. */
export const attackFiles: readonly string[] = [
  'tests/engine/queue.test.ts',
  'tests/engine/text-tasks.test.ts',
  'tests/unit/browser-host/launching.test.ts',
  'tests/unit/main/accounts/account-folders.test.ts',
  'tests/unit/main/accounts/accounts.test.ts',
  'tests/unit/main/accounts/state-file.test.ts',
  'tests/unit/main/engine/state/content/content.test.ts',
  'tests/unit/main/network/gate-holds.test.ts',
  'tests/unit/main/shell/start/private-folder.test.ts',
  'tests/unit/renderer/formula-drawer.test.ts',
  'tests/unit/server/background-work.test.ts',
  'tests/unit/server/events/idle-queues.test.ts',
  'tests/unit/server/events/lost-access.test.ts',
  'tests/unit/server/events/queue-limits.test.ts',
  'tests/unit/server/http/answer-limits.test.ts',
  'tests/unit/server/http/input-limits.test.ts',
  'tests/unit/server/http/rate-limiter.test.ts',
  'tests/unit/server/markdown/drawings.test.ts',
  'tests/unit/server/markdown/formula-attacks.test.ts',
  'tests/unit/server/markdown/formulas.test.ts',
  'tests/unit/server/markdown/markdown.test.ts',
  'tests/unit/server/people/hidden-addresses.test.ts',
  'tests/unit/server/people/sign-in-attempts.test.ts',
  'tests/unit/server/store/private-files.test.ts',
  'tests/unit/server/streams/announcements.test.ts',
  'tests/unit/server/streams/hidden-streams.test.ts',
  'tests/unit/shared/formulas.test.ts',
]

interface Report {
  readonly testResults: readonly {
    /** The absolute path of the file. */
    readonly name: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly duration?: number | null
    }[]
  }[]
}

/** One row for each test of `attackFiles` that ran: its file, its name, its result and its duration. */
export function attackRows(root: string, report: Report): string[] {
  const files = report.testResults.map((result) => ({
    file: relative(root, result.name).replaceAll('\\', '/'),
    tests: result.assertionResults,
  }))
  return files
    .filter(({ file }) => attackFiles.includes(file))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
    .flatMap(({ file, tests }) =>
      tests
        .filter(({ status }) => status !== 'pending' && status !== 'skipped')
        .map(({ fullName, status, duration }) => {
          // Line breaks are removed and long texts cut, since the text of an attack may have any length.
          const name = fullName.replaceAll(/\s+/g, ' ').slice(0, 160)
          return `${file} | ${name} | ${status} | ${Math.round(duration ?? 0)} ms`
        }),
    )
}

/** Writes the table into `results/`. */
export function keepAttacks(root: string, report: Report): void {
  const folder = join(root, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'attacks.txt'),
    ['file | attack | result | took', ...attackRows(root, report), ''].join('\n'),
  )
}
