import type { ExportProgress } from '#contract/message-exports.ts'
import { fixture, type ShownFixture } from '#tests/e2e/fixtures/build.ts'

const exported = (progress: ExportProgress) =>
  fixture({ exporting: { id: 1, accountId: 'a', title: 'Alder Robotics', progress } })

/** The dialog of an export, and the line about a running and about an ended one. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  'export-running': {
    fixture: exported({ kind: 'messages', done: 41_250, total: 100_000 }),
    opens: 'conversation',
  },
  'export-done': {
    fixture: exported({ kind: 'done', messages: 100_000, files: 1_204, missingFiles: 3, gaps: 1 }),
    opens: 'conversation',
  },
  'export-failed': {
    fixture: exported({
      kind: 'failed',
      failure: { code: 'EXPORT_DISK_FULL' },
      folder: 'Alder Robotics – 2026-11-19.partial',
    }),
    opens: 'conversation',
  },
}
