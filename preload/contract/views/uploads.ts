import type { MessageId } from '#shared/ids.ts'
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
  /** The path below the media base. */
  readonly path: string
  /** UNIX seconds; null if the server does not report it. */
  readonly createdAt: number | null
  /** The messages that link to it. */
  readonly messageIds: readonly MessageId[]
}

export interface UploadsMeta {
  /** The size of all files of the organization in bytes; null if the server does not report it. */
  readonly usedBytes: number | null
  /** False until the server's list has been fetched: files may be missing. */
  readonly isWhole: boolean
  readonly isLoading: boolean
}

/** The files that the user has uploaded. */
export const uploadsView = {
  query: z.strictObject({ type: z.literal('uploads') }),
  item: typeOf<UploadItem>(),
  meta: typeOf<UploadsMeta>(),
} as const satisfies ViewEntry
