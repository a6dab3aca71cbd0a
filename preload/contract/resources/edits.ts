import { z } from 'zod'
import type { MessageId } from '#shared/ids.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import { accountIdSchema, messageIdSchema, type AttachmentItem } from '../values.ts'

/** An unfinished edit of a message. */
export interface UnfinishedEdit {
  /** The place of the edit, by the page's own key. */
  readonly place: string
  readonly messageId: MessageId
  /** The content of the message at the beginning of the edit. */
  readonly original: string
  /** Whether the content is that of a failed or refused edit. */
  readonly isAgain: boolean
  readonly text: string
}

/** The changed text of a cancelled edit. */
export interface EditSetAside {
  /** The content of the message at the beginning of the edit. */
  readonly original: string
  readonly text: string
}

/** The files of a message's edit, from its draft. */
export interface EditFiles {
  readonly revision: number
  readonly attachments: readonly AttachmentItem[]
  /** The server's limit for a file. */
  readonly maxUploadBytes: number
}

const ofMessage = z.strictObject({ accountId: accountIdSchema, messageId: messageIdSchema })
const ofPlace = z.strictObject({ accountId: accountIdSchema, place: z.string().max(clientLimits.editPlace.most) })

/** Unfinished edits, on this computer only: the last one of each place. */
export const edits = {
  views: {},
  calls: {
    'edits.keep': {
      to: 'engine',
      input: ofPlace.extend({
        messageId: messageIdSchema,
        original: z.string().max(clientLimits.pageText.most),
        isAgain: z.boolean(),
        text: z.string().max(clientLimits.draftText.most),
      }),
      output: typeOf<null>(),
    },
    'edits.drop': { to: 'engine', input: ofPlace, output: typeOf<null>() },
    'edits.list': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema }),
      output: typeOf<readonly UnfinishedEdit[]>(),
    },
    /** Stores the changed text of a cancelled edit until the message is edited or the user discards the text. */
    'edits.setAside': {
      to: 'engine',
      input: ofMessage.extend({
        original: z.string().max(clientLimits.pageText.most),
        text: z.string().max(clientLimits.draftText.most),
      }),
      output: typeOf<null>(),
    },
    'edits.aside': { to: 'engine', input: ofMessage, output: typeOf<EditSetAside | null>() },
    /** The files that were added to a message's edit; the id of their draft is `edit:` and the message's id. */
    'edits.files': { to: 'engine', input: ofMessage, output: typeOf<EditFiles>() },
    'edits.dropAside': { to: 'engine', input: ofMessage, output: typeOf<null>() },
  },
} as const satisfies ResourceContract
