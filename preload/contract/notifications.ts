import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import type { Failure } from './base/failures.ts'
import { accountIdSchema, type Coded } from './base/values.ts'

/** The text of a message in a notification, as data; `i18n/` makes the line. */
export type NotificationText = Coded<NotificationTextValues>

/** Every code of such a text; `text` is the beginning of the message. */
export interface NotificationTextValues {
  TEXT: { readonly text: string }
  /** The user wants the text hidden. */
  HIDDEN: null
  /** Only the alert word `word` in the text causes the notification. */
  ALERT_WORD: { readonly word: string; readonly text: string }
}

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

/** The alert words, which cause notifications. */
export const notifications = {
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

declare module './base/failures.ts' {
  interface FailureValues {
    ALERT_WORD_EMPTY: null
    /** `most` counts code points. */
    ALERT_WORD_TOO_LONG: { readonly most: number }
    ALERT_WORD_KNOWN: { readonly word: string }
    ALERT_WORDS_FULL: { readonly most: number }
  }
}

declare module './outbox.ts' {
  interface ActionNameValues {
    ALERT_WORD: { readonly isOn: boolean }
  }
}
