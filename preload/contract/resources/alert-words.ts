import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import { accountIdSchema, type Failure } from '../values.ts'

/** A word that alerts the user. */
export interface AlertWordItem {
  readonly key: string
  readonly kind: 'alert_word'
  readonly word: string
  /** The action that adds the word, until the server has it; null then. */
  readonly localId: string | null
  readonly state: 'saved' | 'saving' | 'failed'
  /** The reason of a refusal; null unless the word was refused. */
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
    /** Adds or removes an alert word; words that differ in case are the same. */
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
    /** `most` counts code points. */
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
    /** Only the alert word `word` in the text causes the notification. */
    ALERT_WORD: { readonly word: string; readonly text: string }
  }
}
