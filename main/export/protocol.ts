import type { ExportForm } from '#contract/base/choices.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { ExportProgress } from '#contract/message-exports.ts'
import { FailureError } from '#engine/values/failures.ts'
import { plainErrors, type ErrorForm } from '#engine/workers/worker-messages.ts'

/** What is exported, and where it is written. */
export interface ExportRequest {
  /** The path of the account's database. */
  readonly database: string
  /** The key of this computer, if the database is encrypted; null if it is not known. */
  readonly key: string | null
  /** The path of an empty folder. */
  readonly folder: string
  /** The origin of the organization's server. */
  readonly origin: string
  /** Null for the whole organization. */
  readonly narrow: Narrow | null
  /** The name of what is exported. */
  readonly title: string
  readonly form: ExportForm
  readonly withFiles: boolean
  /** The version of Skein. */
  readonly version: string
  /** The language of the exported pages (BCP 47). */
  readonly language: string
  /** UNIX milliseconds. */
  readonly startedAt: number
}

/** The numbers of a complete export. */
export type ExportResult = Omit<Extract<ExportProgress, { kind: 'done' }>, 'kind'>

/** The end of copying a file. `fatal` ends the export, because the folder cannot be written. */
export type CopyOutcome =
  | { readonly kind: 'copied' }
  | { readonly kind: 'missing'; readonly failure: Failure }
  | { readonly kind: 'fatal'; readonly failure: Failure }

/** The calls of main to the thread that exports. */
export type ExportCalls = { readonly run: { readonly input: ExportRequest; readonly output: ExportResult } }

/** A message from the thread to main. */
export type FromExport =
  | { readonly type: 'progress'; readonly progress: ExportProgress }
  /** Main copies a file of the account's server, named by its path there, to `target`. */
  | { readonly type: 'copy'; readonly id: number; readonly path: string; readonly target: string }

/** A message from main to the thread: the answer to `copy`. */
export interface ToExport {
  readonly type: 'copied'
  readonly id: number
  readonly outcome: CopyOutcome
}

/** Keeps the failure of an error. Other errors keep their message. */
export const exportErrors: ErrorForm = {
  toData: (error) => (error instanceof FailureError ? { failure: error.failure } : plainErrors.toData(error)),
  toError(data) {
    const failure = (data as { readonly failure?: Failure } | null)?.failure // `toData` writes it
    return failure === undefined ? plainErrors.toError(data) : new FailureError(failure)
  },
}

/** The failure of an operation on the folder or on a file in it. */
export function folderFailure(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return { code: 'EXPORT_DISK_FULL' }
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return { code: 'EXPORT_NOT_WRITABLE' }
    case 'ENOENT':
    case 'ENOTDIR':
      return { code: 'EXPORT_FOLDER_GONE' }
    default:
      return {
        code: 'EXPORT_FAILED',
        values: { detail: error instanceof Error ? error.message.slice(0, 300) : String(error).slice(0, 300) },
      }
  }
}
