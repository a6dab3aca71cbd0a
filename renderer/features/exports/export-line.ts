import type { ExportStatus } from '#contract/message-exports.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import { isolated } from '#i18n/names.ts'

const t = catalogue.exporting.line

/** What the line about an export shows. */
export interface ExportLineState {
  readonly sentence: string
  /** What the user should know besides the sentence; null for nothing. */
  readonly detail: string | null
  /** The progress as a fraction from 0 to 1; null if it is unknown, or the export has ended. */
  readonly fraction: number | null
  /** Whether a folder can be shown. */
  readonly hasFolder: boolean
  readonly isRunning: boolean
  readonly isFailed: boolean
}

/** Returns the line about an export. */
export function exportLine({ title: name, progress }: ExportStatus): ExportLineState {
  const title = isolated(name)
  const running = { detail: null, hasFolder: false, isRunning: true, isFailed: false }
  switch (progress.kind) {
    case 'preparing':
      return { ...running, sentence: t.preparing(title), fraction: null }
    case 'files':
    case 'messages': {
      const { kind, done, total } = progress
      return { ...running, sentence: t[kind]({ title, done, total }), fraction: total === 0 ? 1 : done / total }
    }
    case 'done': {
      const isWhole = progress.missingFiles === 0 && progress.gaps === 0
      return {
        sentence: t.done({ title, ...progress }),
        detail: isWhole ? null : t.incomplete,
        fraction: null,
        hasFolder: true,
        isRunning: false,
        isFailed: false,
      }
    }
    case 'failed': {
      const remains = progress.folder === null ? [] : [t.remains(isolated(progress.folder))]
      return {
        sentence: `${t.failed(title)} ${sentenceOf(progress.failure)}`,
        detail: remains[0] ?? null,
        fraction: null,
        hasFolder: progress.folder !== null,
        isRunning: false,
        isFailed: true,
      }
    }
  }
}
