import type { ActionNameValues } from '#contract/action-names.ts'
import type { Failure, FailureValues } from '#contract/failures.ts'
import type { NoticeValues } from '#contract/notices.ts'
import type { NotificationTextValues } from '#contract/notification-texts.ts'
import type { Format } from './format.ts'
import type { ScreenWords } from './page/screens.ts'
import type { TimesWords } from './page/times.ts'
import type { PageWords } from './page-words.ts'
import type { ShellWords } from './shell-words.ts'

/** The sentence of a failure that another sentence quotes. */
export type Say = (failure: Failure) => string

/** The sentences of a map from codes to values: a text, or a function of the values of its code. */
export type Section<M> = {
  readonly [C in keyof M]: M[C] extends null ? string : (values: M[C], say: Say) => string
}

/** Of the page as a whole: its `lang` (BCP 47) and its `dir`. */
export interface Language {
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
}

/** All that a language has to say. */
export interface Catalogue extends ShellWords, PageWords {
  readonly language: Language
  /** Numbers, days and lists as the language writes them. Plural forms are up to its own sentences. */
  readonly format: Omit<Format, 'plural'>
  readonly times: TimesWords
  readonly screens: ScreenWords
  readonly failures: Section<FailureValues>
  readonly notices: Section<NoticeValues>
  readonly actionNames: Section<ActionNameValues>
  readonly toldTexts: Section<NotificationTextValues>
}
