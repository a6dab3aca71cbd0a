import { z } from 'zod'
import type { MessageId } from '../../../shared/ids.ts'
import { clientLimits } from '../../../shared/client-limits.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import { accountIdSchema, messageIdSchema, type AttachmentItem } from '../values.ts'

/** The edit of a message that was begun and neither saved nor given up. */
export interface HalfWrittenEdit {
  /** Where it is written, in the words of the page. */
  readonly place: string
  readonly messageId: MessageId
  /** The content of the message when the edit was begun. */
  readonly original: string
  /** Whether the content is that of a failed or refused edit. */
  readonly isAgain: boolean
  readonly text: string
}

/** What the user had made of a message when the edit was given up. */
export interface EditSetAside {
  /** The content of the message when the edit was begun. */
  readonly original: string
  readonly text: string
}

/** The files of the edit of a message, as the draft has them that holds them. */
export interface EditFiles {
  readonly revision: number
  readonly attachments: readonly AttachmentItem[]
  /** The largest file that the server takes. */
  readonly maxUploadBytes: number
}

const ofMessage = z.strictObject({ accountId: accountIdSchema, messageId: messageIdSchema })
const ofPlace = z.strictObject({ accountId: accountIdSchema, place: z.string().max(clientLimits.editPlace.most) })

/** Half-written edits, on this computer only: one of each place, the last of them. */
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
      output: typeOf<readonly HalfWrittenEdit[]>(),
    },
    /** Keeps a changed text whose edit was given up, until the message is edited or it is thrown away. */
    'edits.setAside': {
      to: 'engine',
      input: ofMessage.extend({
        original: z.string().max(clientLimits.pageText.most),
        text: z.string().max(clientLimits.draftText.most),
      }),
      output: typeOf<null>(),
    },
    'edits.aside': { to: 'engine', input: ofMessage, output: typeOf<EditSetAside | null>() },
    /** The files that were added to the edit of a message; their draft is `edit:` and its id. */
    'edits.files': { to: 'engine', input: ofMessage, output: typeOf<EditFiles>() },
    'edits.dropAside': { to: 'engine', input: ofMessage, output: typeOf<null>() },
  },
} as const satisfies ResourceContract
