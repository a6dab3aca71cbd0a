import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema, narrowSchema, topicSchema, type AttachmentItem, type Narrow } from '../values.ts'

/** What the engine holds for a composer. */
export interface ComposerDraft {
  /** Higher means newer, across restarts of the engine. */
  readonly revision: number
  readonly draftId: string | null
  /** What was typed into the topic field of a stream. */
  readonly topic: string
  readonly content: string
  readonly attachments: readonly AttachmentItem[]
}

/** The composer's state was stored; see `ComposerDraft.revision`. */
export interface DraftRef {
  readonly revision: number
}

/** What became of `drafts.set`. */
export interface DraftWritten extends DraftRef {
  /** The sending that was named is in the outbox or was sent: nothing was written. */
  readonly isQueued: boolean
  /** Where it was stored, if its topic had moved as a whole before the page knew of it. */
  readonly movedTo?: Narrow
}

/** A text that comes back from the outbox; `topic` is what was typed into the topic field of a stream. */
export interface DraftText {
  readonly topic: string
  readonly content: string
}

/** The id of a draft: chosen by the page for a new one, or by the engine for one that the server has made. */
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
      /** That of the draft as the composer knows it; without one, the place is taken as it is told. */
      revision: z.number().int().nonnegative().optional(),
      /** A sending of this composer that was not answered. Where it was queued, nothing is written. */
      sending: z.uuid().optional(),
    }),
    output: typeOf<DraftWritten>(),
  },
  'drafts.delete': { to: 'engine', input: ofDraft, output: typeOf<null>() },
  'drafts.restore': { to: 'engine', input: ofDraft, output: typeOf<null>() },
  'drafts.send': { to: 'engine', input: ofDraft.extend({ localId: z.uuid() }), output: typeOf<null>() },
  'drafts.address': { to: 'engine', input: ofDraft.extend({ narrow: narrowSchema }), output: typeOf<null>() },
} as const satisfies CallTable
