import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { fileKinds, type FileKind } from '#shared/file-name.ts'
import { fileSorts } from './base/choices.ts'
import type { MessageId } from '#shared/ids.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import type { Failure } from './base/failures.ts'
import {
  accountIdSchema,
  integerSchema,
  narrowSchema,
  type ConversationTitle,
  type Destination,
} from './base/values.ts'
import { draftIdSchema, pictureMetadataSchema, type DraftRef } from './drafts.ts'

/** A size in pixels. */
export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** A message that links to an uploaded file. */
export interface FileUse {
  readonly messageId: MessageId
  /** The conversation of the message; null if the message is not stored here. */
  readonly place: {
    readonly narrow: Destination
    readonly title: ConversationTitle
    /** The name of the stream; null for direct messages, and for a stream that the account does not know. */
    readonly streamName: string | null
    readonly streamColor: string | null
  } | null
}

/** A file that the user has uploaded. */
export interface UploadItem {
  readonly key: string
  readonly kind: 'upload'
  readonly id: number
  readonly name: string
  readonly fileKind: FileKind
  /** Bytes. */
  readonly size: number
  /** The path below the media base. */
  readonly path: string
  /** UNIX seconds; null if the server does not report it. */
  readonly createdAt: number | null
  /** The messages that link to it, the newest first; the newest ones if they are many. */
  readonly uses: readonly FileUse[]
  /** The number of all messages that link to it. */
  readonly useCount: number
}

const fileFilters = z
  .strictObject({
    /** The kind of the listed files; null for any. */
    kind: z.enum(fileKinds).nullable(),
    /** Whether only files are listed to which no message links. */
    isUnused: z.boolean(),
  })
  .readonly()

/** The filters of the list of uploaded files. */
export type FileFilters = z.output<typeof fileFilters>

export interface UploadsMeta {
  /** The number of files that pass the search and the filters, and their size in bytes. */
  readonly found: number
  readonly foundBytes: number
  /** The number of all files of the user. */
  readonly total: number
  /** Whether `views.more` lists more of the found files. */
  readonly hasMore: boolean
  /** The size of all files of the organization in bytes; null if the server does not report it. */
  readonly usedBytes: number | null
  /** The limit of that size in bytes; null if there is none. */
  readonly quotaBytes: number | null
  /** False until the server's list has been fetched: files may be missing. */
  readonly isWhole: boolean
  readonly isLoading: boolean
  /** The time when the server's list was fetched last, UNIX milliseconds; null if it never was. */
  readonly fetchedAt: number | null
}

/** What became of a file that was to be deleted. */
export interface FileOutcome {
  readonly fileId: number
  /** The reason why the file is not deleted, or may not be; null if it does not exist any more. */
  readonly failure: Failure | null
}

const ofAttachment = z.strictObject({ accountId: accountIdSchema, attachmentId: z.uuid() })

const ofDraft = z.strictObject({ accountId: accountIdSchema, draftId: draftIdSchema })

const nameSchema = z.string().min(1).max(clientLimits.attachmentName.most)

/** The engine's description of a file whose copy is complete or begins. */
export const attachedFileSchema = ofAttachment.extend({
  narrow: narrowSchema,
  draftId: draftIdSchema,
  name: nameSchema,
  type: z.string().max(200),
  /** The size in bytes. */
  size: integerSchema,
  metadata: pictureMetadataSchema.optional(),
})

/**
 * The files of drafts and messages. The page copies a file in chunks: `begin`, `append` for each chunk in order,
 * `finish`. From `begin` on the draft lists the file, so that an interrupted copy is known; only a finished one can be
 * sent. Main writes the copy, and the engine refers to it by its id.
 */
export const attachments = {
  views: {
    /** The files that the user has uploaded and whose names contain each word of `text`. */
    uploads: {
      query: z.strictObject({
        type: z.literal('uploads'),
        text: z.string().max(clientLimits.nameQuery.most),
        filters: fileFilters,
        sort: z.enum(fileSorts),
        /** The number of files that are listed at first. */
        rows: z.number().int().positive().max(clientLimits.attachments.most),
      }),
      item: typeOf<UploadItem>(),
      meta: typeOf<UploadsMeta>(),
    },
  },
  calls: {
    /**
     * Deletes uploaded files one by one; needs the server. Messages keep their links, which lead nowhere then. A file
     * that does not exist any more counts as deleted. An outcome without a response is looked up.
     */
    'files.delete': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        fileIds: z.array(integerSchema).min(1).max(clientLimits.deletedFiles.most).readonly(),
      }),
      output: typeOf<readonly FileOutcome[]>(),
    },
    'attachments.begin': { to: 'main', input: attachedFileSchema, output: typeOf<DraftRef>() },
    'attachments.append': {
      to: 'main',
      input: ofAttachment.extend({
        offset: integerSchema,
        /** Base64 of at most 1 MiB. */
        data: z.base64().max(clientLimits.pageFileChunk.most),
      }),
      output: typeOf<null>(),
    },
    'attachments.finish': { to: 'main', input: attachedFileSchema, output: typeOf<DraftRef>() },
    'attachments.abort': { to: 'main', input: ofDraft.extend({ attachmentId: z.uuid() }), output: typeOf<DraftRef>() },
    'attachments.remove': {
      to: 'engine',
      input: ofAttachment.extend({ draftId: draftIdSchema }),
      output: typeOf<DraftRef>(),
    },
    /** Sets the name of a draft's file for the upload, and the text of its link; an empty text means the name. */
    'attachments.describe': {
      to: 'engine',
      input: ofAttachment.extend({
        draftId: draftIdSchema,
        name: nameSchema,
        alt: z.string().max(clientLimits.attachmentAlt.most),
      }),
      output: typeOf<DraftRef>(),
    },
    /** Sets the order of a draft's files; unnamed ones are last. */
    'attachments.order': {
      to: 'engine',
      input: ofDraft.extend({ attachmentIds: z.array(z.uuid()).max(clientLimits.orderedAttachments.most).readonly() }),
      output: typeOf<DraftRef>(),
    },
    /** Saves a file of a message at a path that the user chooses. False if the user cancelled. */
    'media.save': {
      to: 'main',
      input: z.strictObject({
        accountId: accountIdSchema,
        path: z.string().max(clientLimits.mediaPath.most),
        /** The name of the file in the text of its link. */
        name: z.string().max(clientLimits.linkText.most).optional(),
      }),
      output: typeOf<{ readonly isSaved: boolean }>(),
    },
    /** The size of a picture that is too large to be shown; null if it is not. */
    'media.tooLarge': {
      to: 'main',
      input: z.strictObject({ accountId: accountIdSchema, path: z.string().max(clientLimits.mediaPath.most) }),
      output: typeOf<PixelSize | null>(),
    },
  },
} as const satisfies ResourceContract

declare module './base/failures.ts' {
  interface FailureValues {
    /** The server cannot be reached, so that no file was deleted. */
    FILES_OFFLINE: null
    /** The server did not delete the file, and gave no reason. */
    FILE_NOT_DELETED: null
    /** The connection broke, and a later query could not find out whether the file was deleted. */
    FILE_OUTCOME_UNKNOWN: null
  }
}
