import { createWriteStream, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { lstat, mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dialog, shell, type BrowserWindow } from 'electron'
import { z } from 'zod'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { ParsedInput } from '#contract/calls.ts'
import type { ExportProgress, ExportStatus } from '#contract/message-exports.ts'
import { WorkerCalls } from '#engine/workers/worker-calls.ts'
import { WorkerCallError } from '#engine/workers/worker-messages.ts'
import { FailureError } from '#engine/values/failures.ts'
import type { LogLevel } from '#engine/ports.ts'
import { catalogue } from '#i18n/catalogue.ts'
import {
  exportErrors,
  folderFailure,
  type CopyOutcome,
  type ExportCalls,
  type ExportResult,
  type FromExport,
  type ToExport,
} from '#main/export/protocol.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { validFileName } from '#shared/file-name.ts'
import type { MediaSource } from '../protocols/media.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'
import { originMark, setOriginMark, systemMarkPorts } from './origin-mark.ts'
import { download } from './save-file.ts'

const maxBytes = clientLimits.exportedFile.most
/** The ending of a folder that is not complete. */
const unfinished = '.partial'
/** At most this many names are tried for a folder. */
const mostNames = 100

/** The parts that exports use. */
export interface ExportPorts {
  readonly platform: DesktopPlatform
  /** The program of the thread that exports. */
  readonly thread: URL
  /** The file that names the running export, so that the next start can report an interruption. */
  readonly noteFile: string
  /** The version of Skein. */
  readonly version: string
  readonly accounts: {
    media(accountId: string): MediaSource | undefined
    folderOf(accountId: string): string
    readonly encryption: { readonly key: string | null }
  }
  /** Called when `status` has changed. */
  readonly onChanged: () => void
  readonly log: (level: LogLevel, message: string) => void
}

interface RunningExport {
  readonly worker: WorkerCalls<ExportCalls, ToExport, FromExport>
  readonly partial: string
  /** Whether the user or a sign-out has ended the export. */
  isCancelled: boolean
}

const noteSchema = z.object({ accountId: z.string(), title: z.string(), partial: z.string() })

/**
 * The export of an account's messages: asks for a folder, runs the thread that writes it, copies files for it, and
 * gives the folder its name when it is complete.
 */
export class Exports {
  readonly #ports: ExportPorts
  #status: ExportStatus | null = null
  #running: RunningExport | null = null
  /** Whether the user is choosing a folder. */
  #isAsking = false
  #lastId = 0
  /** The path of the folder of `status`; null if there is none. */
  #path: string | null = null

  constructor(ports: ExportPorts) {
    this.#ports = ports
  }

  /** The export that runs, or has ended and is not dismissed. */
  get status(): ExportStatus | null {
    return this.#status
  }

  /** Reports an export that the last end of the program has interrupted. */
  start(): void {
    const { noteFile, log } = this.#ports
    let text: string
    try {
      text = readFileSync(noteFile, 'utf8')
    } catch {
      return
    }
    rmSync(noteFile, { force: true })
    try {
      const { accountId, title, partial } = noteSchema.parse(JSON.parse(text))
      this.#path = partial
      this.#begin(accountId, title, {
        kind: 'failed',
        failure: { code: 'EXPORT_INTERRUPTED' },
        folder: basename(partial),
      })
    } catch {
      log('warn', 'the note of an interrupted export could not be read')
    }
  }

  /** Ends the thread at the end of the program. The note remains, so that the next start reports the interruption. */
  async stop(): Promise<void> {
    await this.#running?.worker.close()
  }

  /** Asks for a folder and begins an export. False if the user cancelled. */
  async request(
    input: ParsedInput<'exports.start'>,
    window: BrowserWindow,
  ): Promise<Result<{ readonly isStarted: boolean }>> {
    const { accounts } = this.#ports
    if (this.#running !== null || this.#isAsking) return failed({ code: 'EXPORT_RUNNING' })
    if (accounts.media(input.accountId) === undefined) return failed({ code: 'NO_ACCOUNT' })
    this.#isAsking = true
    try {
      const now = Date.now()
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: catalogue.exporting.chooseFolder,
        defaultPath: exportFolderName(input.title, now),
      })
      if (canceled || filePath === '') return { ok: true, value: { isStarted: false } }
      const source = accounts.media(input.accountId)
      if (source === undefined) return failed({ code: 'NO_ACCOUNT' })
      const partial = await makeUnfinished(filePath)
      this.#run(input, source, partial, now)
      return { ok: true, value: { isStarted: true } }
    } catch (error) {
      return failed(folderFailure(error))
    } finally {
      this.#isAsking = false
    }
  }

  /** Ends the running export and removes its folder. */
  async cancel(id: number): Promise<void> {
    if (this.#status?.id === id) await this.#cancel()
  }

  /** Ends the export of an account that signs out, whose file must not be open any more. */
  async forget(accountId: string): Promise<void> {
    if (this.#status?.accountId !== accountId) return
    await this.#cancel()
    this.#show(null)
  }

  /** Shows the folder of an ended export in the system's file manager. */
  show(id: number): void {
    if (this.#status?.id === id && this.#path !== null) shell.showItemInFolder(this.#path)
  }

  /** Forgets an ended export. */
  dismiss(id: number): void {
    if (this.#status?.id === id && this.#running === null) this.#show(null)
  }

  #begin(accountId: string, title: string, progress: ExportProgress): void {
    this.#lastId += 1
    this.#show({ id: this.#lastId, accountId, title, progress })
  }

  #show(status: ExportStatus | null): void {
    this.#status = status
    this.#ports.onChanged()
  }

  #report(progress: ExportProgress): void {
    if (this.#status !== null) this.#show({ ...this.#status, progress })
  }

  #run(input: ParsedInput<'exports.start'>, source: MediaSource, partial: string, startedAt: number): void {
    const { accountId, title, narrow, form, withFiles } = input
    const { accounts, thread, version, noteFile, log } = this.#ports
    this.#path = partial
    const worker = new WorkerCalls<ExportCalls, ToExport, FromExport>({
      file: thread,
      name: 'export',
      startsOnCall: true,
      errors: exportErrors,
      onMessage: (message) => {
        if (this.#running?.worker !== worker || this.#running.isCancelled) return
        if (message.type === 'progress') this.#report(message.progress)
        else void this.#copy(source, message, worker)
      },
    })
    const running: RunningExport = { worker, partial, isCancelled: false }
    this.#running = running
    try {
      writeFileSync(noteFile, JSON.stringify({ accountId, title, partial }), { mode: 0o600 })
    } catch (error) {
      log('warn', `the note of an export was not written: ${String(error)}`)
    }
    this.#begin(accountId, title, { kind: 'preparing' })
    const request = {
      database: join(accounts.folderOf(accountId), 'cache.sqlite'),
      key: accounts.encryption.key,
      folder: partial,
      origin: source.gate.origin,
      narrow,
      title,
      form,
      withFiles,
      version,
      language: catalogue.language.tag,
      startedAt,
    }
    void this.#finish(running, worker.call('run', request))
  }

  /** Waits for the end of the thread, and gives the folder its name. */
  async #finish(running: RunningExport, result: Promise<ExportResult>): Promise<void> {
    const { noteFile, log } = this.#ports
    const { worker, partial } = running
    let progress: ExportProgress
    try {
      const numbers = await result
      this.#path = await nameFinished(partial)
      progress = { kind: 'done', ...numbers }
    } catch (error) {
      // A cancelled export is removed, and at the end of the program the note stays for the next start.
      if (isClosed(error)) return
      log('warn', `an export failed: ${logText(error, partial)}`)
      progress = { kind: 'failed', failure: failureOf(error), folder: basename(partial) }
    }
    if (running.isCancelled) return
    await worker.close()
    this.#running = null
    rmSync(noteFile, { force: true })
    this.#report(progress)
  }

  async #cancel(): Promise<void> {
    const running = this.#running
    if (running === null || running.isCancelled) return
    running.isCancelled = true
    await running.worker.close()
    await rm(running.partial, { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) => {
      this.#ports.log('warn', `the folder of a cancelled export remains: ${logText(error, running.partial)}`)
    })
    rmSync(this.#ports.noteFile, { force: true })
    this.#running = null
    this.#path = null
    this.#show(null)
  }

  async #copy(
    source: MediaSource,
    { id, path, target }: Extract<FromExport, { type: 'copy' }>,
    worker: WorkerCalls<ExportCalls, ToExport, FromExport>,
  ): Promise<void> {
    worker.post({ type: 'copied', id, outcome: await this.#copyTo(source, path, target) })
  }

  /** Copies a file of the account's server: from the pictures on disk, otherwise through the account's gate. */
  async #copyTo(source: MediaSource, path: string, target: string): Promise<CopyOutcome> {
    const { platform, log } = this.#ports
    try {
      const cached = await source.cache.get(path)
      const body = cached === undefined ? download(source.gate, path, maxBytes) : Readable.from([cached.bytes])
      await pipeline(body, createWriteStream(target, { flags: 'wx' }))
      const problem = await setOriginMark(originMark(platform, target, Date.now()), systemMarkPorts)
      if (problem !== null) log('info', `an exported file was not marked as downloaded: ${logText(problem, target)}`)
      return { kind: 'copied' }
    } catch (error) {
      await rm(target, { force: true }).catch(() => undefined)
      return error instanceof FailureError
        ? { kind: 'missing', failure: error.failure }
        : { kind: 'fatal', failure: folderFailure(error) }
    }
  }
}

/**
 * The name that is suggested for a folder: what is exported, and the day.
 * @param now UNIX milliseconds
 */
export function exportFolderName(title: string, now: number): string {
  const date = new Date(now)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return validFileName(catalogue.exporting.folderName({ title: shortTitle(title), day }))
}

/** The longest part of a title in a folder's name, in characters. The paths in the folder follow it. */
const longestTitle = 60

function shortTitle(title: string): string {
  let short = ''
  for (const { segment } of new Intl.Segmenter('en').segment(title.slice(0, 4 * longestTitle))) {
    if (short.length + segment.length > longestTitle) break
    short += segment
  }
  return short
}

/**
 * Makes the unfinished folder for a wanted path, and returns its path. An existing file or folder is left alone: the
 * folder gets a number.
 * @throws the system's error if the folder cannot be made
 */
async function makeUnfinished(wanted: string): Promise<string> {
  for (let number = 1; number <= mostNames; number += 1) {
    const partial = `${numbered(wanted, number)}${unfinished}`
    if (await isTaken(numbered(wanted, number))) continue
    try {
      await mkdir(partial)
      return partial
    } catch (error) {
      if (!isExisting(error)) throw error
    }
  }
  throw Object.assign(new Error('all names are taken'), { code: 'EEXIST' })
}

/** Gives a complete folder its name, and returns its path. An existing file or folder is left alone. */
async function nameFinished(partial: string): Promise<string> {
  const wanted = partial.slice(0, -unfinished.length)
  for (let number = 1; number <= mostNames; number += 1) {
    const path = numbered(wanted, number)
    if (await isTaken(path)) continue
    try {
      await rename(partial, path)
    } catch (error) {
      throw new FailureError(folderFailure(error), error)
    }
    return path
  }
  throw new FailureError({ code: 'EXPORT_FAILED', values: { detail: 'all names are taken' } })
}

function numbered(wanted: string, number: number): string {
  return number === 1 ? wanted : `${wanted} (${number})`
}

async function isTaken(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

/** The failure of the thread: one of the folder, or that of the account's file. */
function failureOf(error: unknown): Failure {
  return error instanceof FailureError ? error.failure : folderFailure(error)
}

/** Whether the export ended because the program closed its thread. */
function isClosed(error: unknown): boolean {
  return error instanceof WorkerCallError && error.code === 'closed'
}

/** Removes a path, which may be confidential, from a text for the log. */
function logText(problem: unknown, path: string): string {
  return String(problem).replaceAll(path, 'the folder').slice(0, 300)
}

function failed(error: Failure): Result<never> {
  return { ok: false, error }
}
