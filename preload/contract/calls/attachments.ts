import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema, integerSchema, narrowSchema } from '../values.ts'
import { draftIdSchema, type DraftRef } from './drafts.ts'

const ofAttachment = z.strictObject({ accountId: accountIdSchema, attachmentId: z.uuid() })

/** What the engine is told of a file whose copy is complete. */
export const attachedFileSchema = ofAttachment.extend({
  narrow: narrowSchema,
  draftId: draftIdSchema,
  name: z.string().min(1).max(300),
  type: z.string().max(200),
  /** Bytes. */
  size: integerSchema,
})

/**
 * Calls about files. A file is copied in chunks: `begin`, `append` for each chunk in order, `finish`. The file belongs to
 * the draft after `finish` alone. Main writes the copy, and the engine knows the file by its id.
 */
export const attachmentCalls = {
  'attachments.begin': { to: 'main', input: ofAttachment.extend({ size: integerSchema }), output: typeOf<null>() },
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
  'attachments.abort': { to: 'main', input: ofAttachment, output: typeOf<null>() },
  'attachments.remove': {
    to: 'engine',
    input: ofAttachment.extend({ draftId: draftIdSchema }),
    output: typeOf<DraftRef>(),
  },
  /** Saves a file of a message where the user chooses. False where the user cancelled. */
  'media.save': {
    to: 'main',
    input: z.strictObject({ accountId: accountIdSchema, path: z.string().max(clientLimits.mediaPath.most) }),
    output: typeOf<{ readonly isSaved: boolean }>(),
  },
} as const satisfies CallTable
