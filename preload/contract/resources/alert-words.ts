import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import { accountIdSchema, type Failure } from '../values.ts'

/** A word that the user is alerted to. */
export interface AlertWordItem {
  readonly key: string
  readonly kind: 'alert_word'
  readonly word: string
  /** The action that adds it, while the server does not have the word. */
  readonly localId: string | null
  readonly state: 'saved' | 'saving' | 'failed'
  /** Why it was refused; null unless it was. */
  readonly failure: Failure | null
}

export interface AlertWordsMeta {
  /** False until the first registration has been stored. */
  readonly isReady: boolean
}

export const alertWords = {
  views: {
    alert_words: {
      query: z.strictObject({ type: z.literal('alert_words') }),
      item: typeOf<AlertWordItem>(),
      meta: typeOf<AlertWordsMeta>(),
    },
  },
  calls: {
    /** Adds a word that the user is alerted to, or removes it; words that differ in case are the same. */
    'alertWords.change': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        word: z.string().max(clientLimits.pageQuery.most),
        isOn: z.boolean(),
      }),
      output: typeOf<null>(),
    },
  },
} as const satisfies ResourceContract

declare module '../failures.ts' {
  interface FailureValues {
    ALERT_WORD_EMPTY: null
    /** Code points. */
    ALERT_WORD_TOO_LONG: { readonly most: number }
    ALERT_WORD_KNOWN: { readonly word: string }
    ALERT_WORDS_FULL: { readonly most: number }
  }
}

declare module '../action-names.ts' {
  interface ActionNameValues {
    ALERT_WORD: { readonly isOn: boolean }
  }
}

declare module '../notification-texts.ts' {
  interface NotificationTextValues {
    /** Nothing but `word` in the text asks for the notification. */
    ALERT_WORD: { readonly word: string; readonly text: string }
  }
}
