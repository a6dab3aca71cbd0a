import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { exportForms } from './base/choices.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import type { Failure } from './base/failures.ts'
import { accountIdSchema, integerSchema, narrowSchema } from './base/values.ts'

/** The export that runs or has ended. The program makes one at a time. */
export interface ExportStatus {
  readonly id: number
  readonly accountId: string
  /** The name of the exported conversation, stream or organization. */
  readonly title: string
  readonly progress: ExportProgress
}

/** How far an export is. */
export type ExportProgress =
  /** The messages are counted. */
  | { readonly kind: 'preparing' }
  /** Pictures and files are copied. */
  | { readonly kind: 'files'; readonly done: number; readonly total: number }
  | { readonly kind: 'messages'; readonly done: number; readonly total: number }
  /** The folder is complete. `missingFiles` and `gaps` are stated in it. */
  | {
      readonly kind: 'done'
      readonly messages: number
      readonly files: number
      readonly missingFiles: number
      /** The number of periods of which messages may be missing on this computer. */
      readonly gaps: number
    }
  /** `folder` is the name of the unfinished folder that remains; null if none does. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly folder: string | null }

/** Exports of messages to a folder. */
export const messageExports = {
  views: {},
  calls: {
    /**
     * Asks for a folder, then exports a conversation, a stream or (`narrow` is null) the whole organization into it.
     * Answers when the export has begun; the progress is part of `AppState`. False if the user cancelled.
     */
    'exports.start': {
      to: 'main',
      input: z.strictObject({
        accountId: accountIdSchema,
        narrow: narrowSchema.nullable(),
        /** The name of what is exported. */
        title: z.string().max(clientLimits.exportTitle.most),
        form: z.enum(exportForms),
        /** Whether pictures and files are copied, too. */
        withFiles: z.boolean(),
      }),
      output: typeOf<{ readonly isStarted: boolean }>(),
    },
    /** Ends a running export and removes its unfinished folder. */
    'exports.cancel': { to: 'main', input: z.strictObject({ id: integerSchema }), output: typeOf<null>() },
    /** Shows the folder of an ended export in the system's file manager. */
    'exports.show': { to: 'main', input: z.strictObject({ id: integerSchema }), output: typeOf<null>() },
    /** Forgets an ended export. */
    'exports.dismiss': { to: 'main', input: z.strictObject({ id: integerSchema }), output: typeOf<null>() },
  },
} as const satisfies ResourceContract

/** The failures of exports. */
export interface ExportFailures {
  /** Another export runs. */
  EXPORT_RUNNING: null
  EXPORT_DISK_FULL: null
  EXPORT_NOT_WRITABLE: null
  /** The chosen folder does not exist any more. */
  EXPORT_FOLDER_GONE: null
  /** The program ended during the export. */
  EXPORT_INTERRUPTED: null
  /** `detail` is the system's text. */
  EXPORT_FAILED: { readonly detail: string }
  /** More files are linked than an export copies. */
  EXPORT_TOO_MANY_FILES: null
}

declare module './base/failures.ts' {
  interface FailureValues extends ExportFailures {}
}
