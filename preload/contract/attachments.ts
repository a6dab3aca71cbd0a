import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { MessageId } from '#shared/ids.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import { accountIdSchema, integerSchema, narrowSchema } from './base/values.ts'
import { draftIdSchema, pictureMetadataSchema, type DraftRef } from './drafts.ts'

/** A size in pixels. */
export interface PixelSize {
  readonly width: number
  readonly height: number
}

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
    /** The files that the user has uploaded. */
    uploads: {
      query: z.strictObject({ type: z.literal('uploads') }),
      item: typeOf<UploadItem>(),
      meta: typeOf<UploadsMeta>(),
    },
  },
  calls: {
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
