import type { Known } from '#contract/views/connection.ts'
import type { Phrase } from '../phrase.ts'

export interface ConversationWords {
  readonly showAllTopics: string
  readonly archived: string
  readonly muted: string
  readonly followed: string
  readonly options: string
  readonly notShown: string
  readonly dropFiles: string
  readonly header: {
    /** `failed` is the number of messages that were not sent. */
    readonly openNavigation: (failed: number) => string
    readonly back: string
    readonly forward: string
  }
  /** Where no conversation is open. */
  readonly empty: {
    readonly notShown: string
    readonly choose: string
    /** `keys` is an element with the keys to press. */
    readonly hint: <T>(keys: T) => Phrase<T>
    readonly showList: string
    readonly getting: string
    readonly gettingHint: string
    /** Messages are being fetched for the first time, or after an absence. */
    readonly fetched: (places: { readonly done: number; readonly total: number }) => string
    /** What is here already meanwhile. */
    readonly known: (count: Known) => string
  }
  readonly list: {
    readonly label: string
    /** Above the first unread message. */
    readonly firstUnread: string
    readonly fetchingOlder: string
    readonly olderUnreachable: string
    readonly beginning: string
    readonly fetching: string
    readonly unreachable: string
    readonly nothing: string
    readonly unread: (count: number) => string
    readonly toNewest: string
  }
  /** What a screen reader says of messages that come. */
  readonly spoken: {
    readonly message: (message: { readonly sender: string; readonly text: string }) => string
    readonly withoutText: (sender: string) => string
    readonly several: (messages: { readonly count: number; readonly sender: string }) => string
  }
  readonly readLine: {
    readonly read: (count: number) => string
    readonly unread: (count: number) => string
  }
}
