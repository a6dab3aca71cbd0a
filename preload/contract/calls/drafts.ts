import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema, narrowSchema, topicSchema, type AttachmentItem, type Narrow } from '../values.ts'

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

/** The id of a draft: chosen by the page for a new one, or by the engine for one that the server created. */
export const draftIdSchema = z.string().min(1).max(1500)

const ofDraft = z.strictObject({ accountId: accountIdSchema, draftId: draftIdSchema })

/** Calls about drafts. */
export const draftCalls = {
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
} as const satisfies CallTable
