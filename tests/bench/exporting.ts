import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { WorkerCalls } from '#engine/workers/worker-calls.ts'
import { exportErrors, type ExportCalls, type FromExport, type ToExport } from '#main/export/protocol.ts'
import { testWindow } from '#support/test-window.ts'
import { budgeted, watchLoop, type Row } from './rows.ts'
import { generateCache, openEngine } from './world.ts'

const messages = 100_000
/** Three minutes, in milliseconds. */
const budgetMs = 180_000
/** The time in which the thread loads its program, in milliseconds. */
const startMs = 3_000
/** The engine answers a call so often meanwhile, in milliseconds. */
const callEveryMs = 50

/** Measures the export of an organization, and the delay of the engine's thread meanwhile. */
export async function measureExporting(): Promise<Row[]> {
  const database = generateCache(messages)
  const engine = openEngine(database)
  const call = () => engine.call('views.open', { viewId: 'v', query: { type: 'recent' } }, testWindow)
  // The first calls prepare statements.
  for (let index = 0; index < 20; index += 1) await call()
  const rows: Row[] = []
  for (const form of ['html', 'json'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'skein-bench-export-'))
    const worker = new WorkerCalls<ExportCalls, ToExport, FromExport>({
      file: new URL('../../main/export/entry.ts', import.meta.url),
      name: 'export',
      startsOnCall: true,
      errors: exportErrors,
    })
    // In the program, the main process starts the thread.
    worker.start()
    await wait(startMs)
    const loop = watchLoop()
    const calling = setInterval(() => {
      void call()
    }, callEveryMs)
    const begun = performance.now()
    const result = await worker.call('run', {
      database,
      key: null,
      folder,
      origin: 'https://bench.example',
      narrow: null,
      title: 'Bench',
      form,
      withFiles: true,
      version: '0.1.0',
      language: 'en',
      startedAt: 0,
    })
    const tookMs = performance.now() - begun
    clearInterval(calling)
    rows.push(budgeted(`export of ${result.messages} messages as ${form}`, tookMs, budgetMs))
    rows.push(...loop.end(`an export as ${form}`))
    if (!statSync(join(folder, 'manifest.json')).isFile()) throw new Error('the export has no manifest')
    await worker.close()
    rmSync(folder, { recursive: true, force: true })
  }
  engine.close()
  return rows
}
