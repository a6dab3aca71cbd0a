import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openStore, type Store } from '#engine/store/store.ts'
import type { MessageRow } from '#engine/store/message-row.ts'
import type { CopyFile } from '#main/export/files.ts'
import type { ExportRequest, ExportResult } from '#main/export/protocol.ts'
import { runExport, type ExportPorts } from '#main/export/run.ts'
import { drawPng } from '#server/base/png.ts'
import { fillDirectory, generatedMessage } from '#tests/bench/world.ts'
import { temporaryDatabase } from './files.ts'
import { SeededRandom } from './random.ts'

export const exportOrigin = 'https://bench.example'

/** A message of Person 1 in the topic “lunch” of stream 1, apart from what is given. */
export function storedMessage(id: number, over: Partial<MessageRow> = {}): MessageRow {
  const base = generatedMessage(id, new SeededRandom(id))
  const topic = over.topic ?? 'lunch'
  return { ...base, sender_id: 1, stream_id: 1, topic, topic_key: topic.toLowerCase(), ...over }
}

/** A file of an account with the given messages. `prepare` changes its other tables. */
export function storedAccount(rows: readonly MessageRow[], prepare: (store: Store) => void = () => undefined): string {
  const path = temporaryDatabase()
  const store = openStore(path)
  fillDirectory(store)
  store.transaction(() => {
    for (const row of rows) store.messages.put(row)
    prepare(store)
  })
  store.close()
  return path
}

/** A folder of one test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-export-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Copies a small picture for every file. */
export const copyPicture: CopyFile = (_path, target) => {
  writeFileSync(
    target,
    drawPng(8, () => [200, 40, 40]),
  )
  return Promise.resolve({ kind: 'copied' })
}

interface Exported {
  readonly folder: string
  readonly result: ExportResult
  /** Returns the text of a file of the export. */
  readonly read: (file: string) => string
}

/** Exports an account's file into a new folder. */
export async function exportOf(
  database: string,
  over: Partial<ExportRequest> = {},
  ports: Partial<ExportPorts> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Exported> {
  const folder = over.folder ?? temporaryFolder()
  const request: ExportRequest = {
    database,
    key: null,
    folder,
    origin: exportOrigin,
    narrow: null,
    title: 'Bench',
    form: 'html',
    withFiles: true,
    version: '0.1.0',
    language: 'en',
    startedAt: Date.UTC(2026, 10, 30, 12),
    ...over,
  }
  const usual: ExportPorts = {
    copyFile: copyPicture,
    onProgress: () => undefined,
    breathe: () => new Promise((resolve) => setImmediate(resolve)),
  }
  const result = await runExport(request, { ...usual, ...ports }, signal)
  return { folder, result, read: (file) => readFileSync(join(folder, file), 'utf8') }
}
