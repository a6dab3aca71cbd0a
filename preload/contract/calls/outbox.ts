import { z } from 'zod'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema, pageIdSchema } from '../values.ts'
import type { DraftText } from './drafts.ts'

const ofAction = z.strictObject({ accountId: accountIdSchema, localId: pageIdSchema })

/** Calls about pending actions in the outbox. */
export const outboxCalls = {
  'outbox.retry': { to: 'engine', input: ofAction, output: typeOf<null>() },
  /** Retries all refused actions. Answers their number. */
  'outbox.retryAll': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema }),
    output: typeOf<{ readonly count: number }>(),
  },
  /** Cancels an action. Answers its text, for the composer. */
  'outbox.cancel': { to: 'engine', input: ofAction, output: typeOf<DraftText>() },
  /**
   * Cancels an action without moving its text to a composer. For a short time `drafts.restore` can create a draft with
   * this id from the text; null if the action has no text.
   */
  'outbox.discard': { to: 'engine', input: ofAction, output: typeOf<{ readonly draftId: string | null }>() },
  /** The raw content of an action that cannot be decoded, for copying. */
  'outbox.text': { to: 'engine', input: ofAction, output: typeOf<{ readonly text: string }>() },
} as const satisfies CallTable
