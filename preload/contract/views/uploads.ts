import type { MessageId } from '../../../shared/ids.ts'
import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'

/** A file that the user has uploaded. */
export interface UploadItem {
  readonly key: string
  readonly kind: 'upload'
  readonly id: number
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Below the media base. */
  readonly path: string
  /** UNIX seconds; null if the server has not said. */
  readonly createdAt: number | null
  /** The messages that link to it. */
  readonly messageIds: readonly MessageId[]
}

export interface UploadsMeta {
  /** Bytes that all files of the organization take; null if the server has not said. */
  readonly usedBytes: number | null
  /** False while the server's own list has not come: files may be missing. */
  readonly isWhole: boolean
  readonly isLoading: boolean
}

/** The files that the user has uploaded. */
export const uploadsView = {
  query: z.strictObject({ type: z.literal('uploads') }),
  item: typeOf<UploadItem>(),
  meta: typeOf<UploadsMeta>(),
} as const satisfies ViewEntry
