import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema, integerSchema, narrowSchema, pictureMetadataSchema, type PixelSize } from '../values.ts'
import { draftIdSchema, type DraftRef } from './drafts.ts'

const ofAttachment = z.strictObject({ accountId: accountIdSchema, attachmentId: z.uuid() })

const nameSchema = z.string().min(1).max(clientLimits.attachmentName.most)

/** What the engine is told of a file whose copy is complete, or begins. */
export const attachedFileSchema = ofAttachment.extend({
  narrow: narrowSchema,
  draftId: draftIdSchema,
  name: nameSchema,
  type: z.string().max(200),
  /** Bytes. */
  size: integerSchema,
  metadata: pictureMetadataSchema.optional(),
})

const ofDraft = z.strictObject({ accountId: accountIdSchema, draftId: draftIdSchema })

/**
 * Calls about files. A file is copied in chunks: `begin`, `append` for each chunk in order, `finish`. From `begin` on the
 * draft says that the file arrives, so that an interrupted copy is not forgotten; it can be sent after `finish` alone.
 * Main writes the copy, and the engine knows the file by its id.
 */
export const attachmentCalls = {
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
  /** Gives a file of a draft the name that it is uploaded with, and the text of its link; an empty one is its name. */
  'attachments.describe': {
    to: 'engine',
    input: ofAttachment.extend({
      draftId: draftIdSchema,
      name: nameSchema,
      alt: z.string().max(clientLimits.attachmentAlt.most),
    }),
    output: typeOf<DraftRef>(),
  },
  /** Puts the files of a draft in order; those that are not named stay behind them. */
  'attachments.order': {
    to: 'engine',
    input: ofDraft.extend({ attachmentIds: z.array(z.uuid()).max(clientLimits.orderedAttachments.most).readonly() }),
    output: typeOf<DraftRef>(),
  },
  /** Saves a file of a message where the user chooses. False where the user cancelled. */
  'media.save': {
    to: 'main',
    input: z.strictObject({
      accountId: accountIdSchema,
      path: z.string().max(clientLimits.mediaPath.most),
      /** The name that its link shows. */
      name: z.string().max(clientLimits.linkText.most).optional(),
    }),
    output: typeOf<{ readonly isSaved: boolean }>(),
  },
  /** The size of a picture that is not shown because it is too large; null where that is not the reason. */
  'media.tooLarge': {
    to: 'main',
    input: z.strictObject({ accountId: accountIdSchema, path: z.string().max(clientLimits.mediaPath.most) }),
    output: typeOf<PixelSize | null>(),
  },
} as const satisfies CallTable
