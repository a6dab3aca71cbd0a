import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { MessageId } from '#shared/ids.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import type { Failure } from './base/failures.ts'
import {
  accountIdSchema,
  messageIdSchema,
  narrowSchema,
  topicSchema,
  type ConversationTitle,
  type Narrow,
} from './base/values.ts'

/** A file of a draft or of an unsent message, with a copy on this disk. */
export interface AttachmentItem {
  readonly id: string
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number
  /** The user's description, which is the text of the link instead of the name. */
  readonly alt?: string | undefined
  /**
   * Whether location and other personal data were removed from a picture; absent if it had none or was not examined.
   */
  readonly metadata?: PictureMetadata | undefined
  /** Whether the copy is incomplete: in progress, or interrupted by the end of the page. */
  readonly isArriving?: boolean | undefined
}

/** `kept`: Skein cannot remove personal data from this format, so the picture may contain some. */
export const pictureMetadataSchema = z.enum(['removed', 'kept'])
export type PictureMetadata = z.infer<typeof pictureMetadataSchema>

/** The engine's state of a composer. */
export interface ComposerDraft {
  /** A higher revision is newer, also across restarts of the engine. */
  readonly revision: number
  readonly draftId: string | null
  /** The text of the topic field of a stream. */
  readonly topic: string
  readonly content: string
  readonly attachments: readonly AttachmentItem[]
}

/** A reference to the stored state of a composer; see `ComposerDraft.revision`. */
export interface DraftRef {
  readonly revision: number
}

/** The outcome of `drafts.set`. */
export interface DraftWritten extends DraftRef {
  /** Whether the message that `sending` names is queued or sent; then nothing was written. */
  readonly isQueued: boolean
  /** The new conversation of the draft, if its whole topic was moved without the page's knowledge. */
  readonly movedTo?: Narrow
}

/** A text from the outbox for a composer; `topic` is the text of the topic field of a stream. */
export interface DraftText {
  readonly topic: string
  readonly content: string
}

/** An entry of the drafts view. */
export interface DraftItem {
  readonly key: string
  readonly kind: 'draft'
  readonly draftId: string
  /** The conversation whose composer holds the draft; null if the draft has no recipient. */
  readonly narrow: Narrow | null
  /** The title; null for notes to oneself, empty while there is no recipient or topic. */
  readonly title: ConversationTitle
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly content: string
  readonly attachments: readonly AttachmentItem[]
  /** UNIX seconds. */
  readonly updatedAt: number
  readonly canSend: boolean
  /** Whether the server has the present state of the draft; null if the server keeps no drafts. */
  readonly synchronization: DraftSynchronization | null
}

export type DraftSynchronization =
  | { readonly state: 'done' | 'pending' }
  /** The draft stays on this computer: Skein does not send it (`local`), or the server refused it (`refused`). */
  | { readonly state: 'local' | 'refused'; readonly reason: Failure }

export interface DraftsMeta {
  readonly isSynchronized: boolean
}

/** An unfinished edit of a message. */
export interface UnfinishedEdit {
  /** The conversation or feed of the edit, as the page's JSON of its narrow. */
  readonly narrowJson: string
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

/** The texts of a form's fields, by the page's names of the fields. */
export type FormTexts = Readonly<Record<string, string>>

/** An unfinished form. */
export interface LeftFormItem {
  /** The form, by the page's own key. */
  readonly form: string
  readonly fields: FormTexts
}

/** The id of a draft: chosen by the page for a new one, or by the engine for one that the server created. */
export const draftIdSchema = z.string().min(1).max(1500)

const ofDraft = z.strictObject({ accountId: accountIdSchema, draftId: draftIdSchema })
const ofEdit = z.strictObject({ accountId: accountIdSchema, messageId: messageIdSchema })
const ofNarrow = z.strictObject({
  accountId: accountIdSchema,
  narrowJson: z.string().max(clientLimits.editNarrow.most),
})
const ofForm = z.strictObject({ accountId: accountIdSchema, form: z.string().max(clientLimits.formName.most) })

/** Texts that are not sent: drafts, and the unfinished edits and forms, which are on this computer only. */
export const drafts = {
  views: {
    /** All drafts, the newest first. */
    drafts: {
      query: z.strictObject({ type: z.literal('drafts') }),
      item: typeOf<DraftItem>(),
      meta: typeOf<DraftsMeta>(),
    },
  },
  calls: {
    'drafts.get': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, narrow: narrowSchema }),
      output: typeOf<ComposerDraft>(),
    },
    'drafts.set': {
      to: 'engine',
      input: ofDraft.extend({
        narrow: narrowSchema,
        topic: topicSchema,
        content: z.string().max(clientLimits.draftText.most),
        /** The revision that the composer knows; without one, the stored draft is overwritten. */
        revision: z.number().int().nonnegative().optional(),
        /**
         * The `localId` of this composer's message whose sending was not confirmed. If it is queued, nothing is written.
         */
        sending: z.uuid().optional(),
      }),
      output: typeOf<DraftWritten>(),
    },
    'drafts.delete': { to: 'engine', input: ofDraft, output: typeOf<null>() },
    'drafts.restore': { to: 'engine', input: ofDraft, output: typeOf<null>() },
    'drafts.send': { to: 'engine', input: ofDraft.extend({ localId: z.uuid() }), output: typeOf<null>() },
    'drafts.address': { to: 'engine', input: ofDraft.extend({ narrow: narrowSchema }), output: typeOf<null>() },
    'edits.keep': {
      to: 'engine',
      input: ofNarrow.extend({
        messageId: messageIdSchema,
        original: z.string().max(clientLimits.pageText.most),
        isAgain: z.boolean(),
        text: z.string().max(clientLimits.draftText.most),
      }),
      output: typeOf<null>(),
    },
    'edits.drop': { to: 'engine', input: ofNarrow, output: typeOf<null>() },
    'edits.list': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema }),
      output: typeOf<readonly UnfinishedEdit[]>(),
    },
    /** Stores the changed text of a cancelled edit until the message is edited or the user discards the text. */
    'edits.setAside': {
      to: 'engine',
      input: ofEdit.extend({
        original: z.string().max(clientLimits.pageText.most),
        text: z.string().max(clientLimits.draftText.most),
      }),
      output: typeOf<null>(),
    },
    'edits.aside': { to: 'engine', input: ofEdit, output: typeOf<EditSetAside | null>() },
    /** The files that were added to a message's edit; the id of their draft is `edit:` and the message's id. */
    'edits.files': { to: 'engine', input: ofEdit, output: typeOf<EditFiles>() },
    'edits.dropAside': { to: 'engine', input: ofEdit, output: typeOf<null>() },
    'forms.keep': {
      to: 'engine',
      input: ofForm.extend({ fields: z.record(z.string().max(100), z.string().max(clientLimits.formField.most)) }),
      output: typeOf<null>(),
    },
    'forms.drop': { to: 'engine', input: ofForm, output: typeOf<null>() },
    'forms.list': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema }),
      output: typeOf<readonly LeftFormItem[]>(),
    },
  },
} as const satisfies ResourceContract

/** The reasons for which a draft stays on this computer. */
export interface DraftFailures {
  DRAFT_WITHOUT_TEXT: null
  DRAFT_NULL_CHARACTER: null
  /** `most` counts code points. */
  DRAFT_TOO_LONG: { readonly most: number }
  DRAFT_TOPIC_TOO_LONG: null
}

declare module './base/failures.ts' {
  interface FailureValues extends DraftFailures {}
}
